internal import Glibc

/// A file read from its beginning, a piece of at most 64 KiB at a time.
enum FilePieces {
    /// Hands the pieces to `body` in order.
    ///
    /// - Parameter tried: begins the line that says why it cannot be read.
    static func read(
        _ descriptor: Int32, _ tried: String, _ body: ([UInt8]) throws(CommandFailure) -> Void
    ) throws(CommandFailure) {
        var piece = [UInt8](repeating: 0, count: 65_536)
        var place = 0
        while true {
            let count = unsafe piece.withUnsafeMutableBytes { buffer in
                unsafe pread(descriptor, buffer.baseAddress, buffer.count, place)
            }
            if count < 0 {
                let code = errno
                if code == EINTR { continue }
                throw CommandFailure(.failed, "\(tried): \(unsafe String(cString: strerror(code)))")
            }
            if count == 0 { return }
            place += count
            try body(count == piece.count ? piece : Array(piece[..<count]))
        }
    }
}
