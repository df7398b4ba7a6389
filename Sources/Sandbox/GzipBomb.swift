internal import HTTPServer

/// A body of 1,040,481 bytes of gzip that become 1 GiB of blanks.
///
/// One deflate block with a code table of its own: a repetition of 258 bytes costs two bits, both zero, so that every
/// zero byte stands for 1,032 blanks. Nothing larger than a piece of zeros is ever in memory.
enum GzipBomb {
    static let inflatedLength = 1 << 30

    /// Gzip's header, the block's header with its table, four blanks and the first three repetitions.
    private static let head: [UInt8] = [
        0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xff,
        0xed, 0xe0, 0x81, 0x00, 0x00, 0x00, 0x00, 0x80, 0x20, 0xa8, 0xec, 0x4f, 0xb9, 0x48, 0x55, 0x01,
    ]
    private static let zeros = 1_040_446
    /// The last three repetitions, the end of the block, the checksum and the length.
    private static let tail: [UInt8] = [0xc0, 0xa6, 0x7f, 0xc4, 0x9a, 0x00, 0x00, 0x00, 0x40]
    private static let piece = [UInt8](repeating: 0, count: 16_384)

    static var length: Int { head.count + zeros + tail.count }

    /// A body that sends it in pieces.
    static func body() -> ServerResponse.Body {
        let steps = Steps<Int>(0) { sent in
            defer { sent += 1 }
            let zerosLeft = zeros - (sent - 1) * piece.count
            if sent == 0 { return .bytes(head) }
            if zerosLeft > 0 { return .bytes(zerosLeft < piece.count ? Array(piece[..<zerosLeft]) : piece) }
            return zerosLeft > -piece.count ? .bytes(tail) : .end
        }
        return .steps(length: length, next: steps.next)
    }
}
