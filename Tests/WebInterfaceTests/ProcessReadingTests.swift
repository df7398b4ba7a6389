internal import Testing
internal import WebInterface

@Suite struct `A process` {
    private let line = """
        4711 (a) S (b) S 1 4711 4711 0 -1 4194304 900 0 0 0 150 50 0 0 20 0 7 0 12345 9999360 512 18446744073709551615 \
        1 1 0 0 0 0 0 4096 0 0 0 0 17 1 0 0 0 0 0

        """

    @Test func `is read from the kernel's line, whatever its name is`() throws {
        let reading = try #require(ProcessReading(stat: line, pageSize: 4_096, ticksPerSecond: 100))
        #expect(reading.processorSeconds == 2)
        #expect(reading.threads == 7)
        #expect(reading.virtualBytes == 9_999_360)
        #expect(reading.residentBytes == 512 * 4_096)
    }

    @Test(arguments: ["", "1 (x", "1 (x) S 1 2 3", ")"]) func `is nothing in a line that is none`(line: String) {
        #expect(ProcessReading(stat: line, pageSize: 4_096, ticksPerSecond: 100) == nil)
    }

    @Test func `knows itself`() throws {
        let reading = try #require(ProcessReading.current())
        #expect(reading.residentBytes > 1 << 20)
        #expect(reading.virtualBytes >= reading.residentBytes)
        #expect(reading.threads >= 1)
        #expect(try #require(reading.descriptors) >= 3)
        #expect(try #require(reading.descriptorLimit) >= 3)
    }
}
