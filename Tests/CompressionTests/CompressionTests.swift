internal import TestSupport
internal import Testing

@testable internal import Compression

@Suite struct CompressionTests {
    /// Text like that of an answer, the same for the same seed.
    private static func text(_ count: Int, seed: UInt64) -> [UInt8] {
        var random = RandomBytes(seed)
        let words = ["\"headline\":", "\"lead_paragraph\":", "null,", "{", "}", " the", " of", "\"", " Ñuvara", "7"]
        var bytes: [UInt8] = []
        while bytes.count < count { bytes += Array(words[Int(random.next() % UInt64(words.count))].utf8) }
        return Array(bytes.prefix(count))
    }

    @Test func `what was compressed is read back, whatever it is and whatever it is compressed against`() throws {
        var random = RandomBytes(1)
        var compressor = try Compressor()
        var decompressor = try Decompressor()
        for round in 0..<400 {
            let count = Int(random.next() % [1, 20, 3_000, 200_000][round % 4])
            let bytes = round % 3 == 0 ? random.bytes(count) : Self.text(count, seed: random.next())
            let prefix = [[], Self.text(30_000, seed: 3), bytes, random.bytes(7)][round % 5 % 4]
            let frame = try compressor.compress(bytes, effort: 1 + round % 12, against: prefix)
            #expect(try decompressor.decompress(frame, size: bytes.count, against: prefix) == bytes, "round \(round)")
        }
    }

    @Test func `nothing is a frame too`() throws {
        var compressor = try Compressor()
        var decompressor = try Decompressor()
        let frame = try compressor.compress([])
        #expect(try decompressor.decompress(frame, size: 0) == [])
        #expect(
            try decompressor.decompress(try compressor.compress([], against: [1, 2, 3]), size: 0, against: [1, 2, 3])
                == [])
    }

    @Test func `a frame against a prefix is smaller, and cannot be read without it or with another`() throws {
        var compressor = try Compressor()
        var decompressor = try Decompressor()
        let (prefix, bytes) = (Self.text(30_000, seed: 1), Self.text(30_000, seed: 1))
        let alone = try compressor.compress(bytes)
        let frame = try compressor.compress(bytes, against: prefix)
        #expect(frame.count < alone.count / 10)
        for wrong in [[], Self.text(30_000, seed: 2), Array(prefix.dropLast())] {
            #expect(throws: CompressionError.self) {
                try decompressor.decompress(frame, size: bytes.count, against: wrong)
            }
        }
        // What failed leaves no trace in what is read next.
        #expect(try decompressor.decompress(alone, size: bytes.count) == bytes)
        #expect(try decompressor.decompress(frame, size: bytes.count, against: prefix) == bytes)
    }

    @Test func `a frame with any byte changed, cut or lengthened is an error`() throws {
        var compressor = try Compressor()
        var decompressor = try Decompressor()
        let bytes = Self.text(2_000, seed: 9)
        let frame = try compressor.compress(bytes)
        for index in frame.indices {
            var changed = frame
            changed[index] ^= UInt8(1 << (index % 8))
            #expect(throws: CompressionError.self, "byte \(index)") {
                // A few bits of a frame say nothing; then what is read is what was written.
                guard try decompressor.decompress(changed, size: bytes.count) != bytes else {
                    throw CompressionError(.damaged, "read all the same")
                }
            }
            #expect(throws: CompressionError.self) { try decompressor.decompress(Array(frame[..<index]), size: 2_000) }
        }
        for rest in [[0], frame] {
            #expect(throws: CompressionError.self) { try decompressor.decompress(frame + rest, size: bytes.count) }
        }
        #expect(try decompressor.decompress(frame, size: bytes.count) == bytes)
    }

    @Test func `bytes that are no frame are an error`() throws {
        var random = RandomBytes(5)
        var decompressor = try Decompressor()
        let magic: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]
        for count in 0..<300 {
            for bytes in [random.bytes(count), magic + random.bytes(count)] {
                let size = Int(random.next() % 100_000)
                #expect(throws: CompressionError.self) { try decompressor.decompress(bytes, size: size) }
            }
        }
        // A frame that says nothing, and one that is to be skipped.
        let skipped: [UInt8] = [0x50, 0x2A, 0x4D, 0x18, 1, 0, 0, 0, 7]
        #expect(throws: CompressionError.self) { try decompressor.decompress(skipped, size: 1) }
    }

    @Test func `a bomb is refused before it is read`() throws {
        var compressor = try Compressor()
        var decompressor = try Decompressor()
        let bomb = try compressor.compress([UInt8](repeating: 0, count: 64 << 20))
        #expect(bomb.count < 10_000)
        for size in [0, 1, 1_000, (64 << 20) - 1, (64 << 20) + 1, .max, -1, .min] {
            let error = #expect(throws: CompressionError.self) { try decompressor.decompress(bomb, size: size) }
            #expect(error?.kind == .size)
        }
    }

    @Test func `a frame that is longer than it says is cut off`() throws {
        // One that says it holds 5 bytes, and one block of 131,072 zeros: single segment, run-length block, last.
        let liar: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x20, 5] + [0x03, 0x00, 0x10, 0]
        var decompressor = try Decompressor()
        let error = #expect(throws: CompressionError.self) { try decompressor.decompress(liar, size: 5) }
        #expect(error?.kind == .damaged)
        let honest: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x20, 5] + [0x2B, 0x00, 0x00, 7]
        #expect(try decompressor.decompress(honest, size: 5) == [7, 7, 7, 7, 7])
    }

    @Test func `each thread with its own works beside the others`() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for seed in 0..<8 {
                group.addTask {
                    var compressor = try Compressor()
                    var decompressor = try Decompressor()
                    for round in 0..<60 {
                        let bytes = Self.text(5_000 + round * 31, seed: UInt64(seed * 100 + round))
                        let prefix = Self.text(4_000, seed: UInt64(seed))
                        let frame = try compressor.compress(bytes, against: prefix)
                        #expect(try decompressor.decompress(frame, size: bytes.count, against: prefix) == bytes)
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}

/// The same bytes for the same seed.
private struct RandomBytes {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let mixed = (state ^ state >> 33) &* 0xFF51_AFD7_ED55_8CCD
        return mixed ^ mixed >> 33
    }

    mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) } }
}
