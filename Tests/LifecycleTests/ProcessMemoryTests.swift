internal import Lifecycle
internal import Testing

@Suite struct ProcessMemoryTests {
    @Test func `a process that has given its code back goes on as before`() {
        var sum = 0
        for round in 1...20 {
            ProcessMemory.settle()
            sum += (0..<round).map { String($0).count }.reduce(0, +)
        }
        #expect(sum == (1...20).map { round in (0..<round).map { $0 < 10 ? 1 : 2 }.reduce(0, +) }.reduce(0, +))
    }
}
