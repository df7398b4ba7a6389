internal import Glibc
internal import TestSupport

/// Compressed bytes made by hand, as no compressor is at hand in a test.
enum Compressed {
    private static let gzipHead: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]

    /// A gzip member (RFC 1952) with one stored block.
    static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        let count = UInt16(bytes.count)
        let sizes = little(UInt64(count), 2) + little(UInt64(~count), 2)
        return gzipHead + [1] + sizes + bytes + little(UInt64(crc32(bytes)), 4) + little(UInt64(bytes.count), 4)
    }

    /// A brotli stream (RFC 7932) with one uncompressed block and an empty last one.
    static func brotli(_ bytes: [UInt8]) -> [UInt8] {
        // Window bits 0; not last 0; four nibbles 00; the length less one, 16 bits; uncompressed 1; padding.
        let head = UInt64(bytes.count - 1) << 4 | 1 << 20
        return little(head, 3) + bytes + [3]
    }

    /// The beginning of a gzip member whose body is `bombPiece` any number of times: a fixed block, and 255 zeros.
    ///
    /// A literal zero is 00110000, then a copy of 254 more, length code 283 with five extra bits: together they leave the
    /// bit position where a piece begins.
    static let bombStart: [UInt8] = {
        var bits = BitWriter()
        bits.write(1, 1)
        bits.write(1, 2)
        bits.writeCode(0b0011_0000, 8)
        // Copies of 258 until a byte is full again.
        while bits.count % 8 != 0 { bits.writeCopy() }
        return gzipHead + bits.bytes
    }()

    /// Thirteen bytes hold eight copies of 258 zeros; this many of them go into one piece.
    static let bombPiece: [UInt8] = {
        var bits = BitWriter()
        for _ in 0..<8_000 { bits.writeCopy() }
        return bits.bytes
    }()

    static let bombPieceSize = 8_000 * 258

    private static func little(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    }

    private static func crc32(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~UInt32(0)) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 1 ? 0xedb8_8320 : 0) }
        }
    }

    /// Bits as deflate (RFC 1951) orders them.
    private struct BitWriter {
        private(set) var bytes: [UInt8] = []
        private(set) var count = 0

        mutating func write(_ value: Int, _ width: Int) {
            for place in 0..<width {
                if count % 8 == 0 { bytes.append(0) }
                if value >> place & 1 == 1 { bytes[count / 8] |= 1 << UInt8(count % 8) }
                count += 1
            }
        }

        /// Huffman codes begin with their highest bit.
        mutating func writeCode(_ code: Int, _ width: Int) {
            for place in (0..<width).reversed() { write(code >> place & 1, 1) }
        }

        /// 258 bytes from one byte back: length code 285, distance code 0.
        mutating func writeCopy() {
            writeCode(0b1100_0101, 8)
            writeCode(0, 5)
        }
    }
}

enum Process {
    /// The most memory that this process has held so far, in bytes.
    static func peakMemory() throws -> Int {
        for line in try Files.text("/proc/self/status").split(separator: "\n") where line.hasPrefix("VmHWM:") {
            if let kilobytes = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) {
                return kilobytes << 10
            }
        }
        throw TestFailure("no VmHWM in /proc/self/status")
    }

    /// Ends the program as a program does, its exit handlers included.
    static func exit() { Glibc.exit(0) }
}
