internal import CZstd

/// Reads frames of Zstandard, one after the other, in memory that it keeps from one to the next.
@safe package struct Decompressor: ~Copyable {
    private let context: OpaquePointer

    package init() throws(CompressionError) {
        guard let context = unsafe ZSTD_createDCtx() else { throw .noMemory }
        unsafe self.context = context
    }

    deinit { unsafe ZSTD_freeDCtx(context) }

    /// Reads back what `Compressor.compress` was given.
    ///
    /// No more memory is taken than `size` bytes: a frame that says otherwise of itself is refused before it is read, and
    /// one that turns out longer is cut off and refused.
    ///
    /// - Parameters:
    ///   - size: how many bytes there must be, known from elsewhere.
    ///   - prefix: what it was compressed against, the same bytes.
    package mutating func decompress(
        _ frame: [UInt8], size: Int, against prefix: [UInt8] = []
    ) throws(CompressionError) -> [UInt8] {
        try Self.check(frame, size)
        unsafe ZSTD_DCtx_reset(context, ZSTD_reset_session_and_parameters)
        let context = unsafe context
        var result = 0
        let bytes = unsafe prefix.withUnsafeBytes { prefix in
            unsafe frame.withUnsafeBytes { frame in
                unsafe [UInt8](unsafeUninitializedCapacity: size) { target, count in
                    if unsafe !prefix.isEmpty {
                        unsafe result = ZSTD_DCtx_refPrefix(context, prefix.baseAddress, prefix.count)
                        guard ZSTD_isError(result) == 0 else { return }
                    }
                    unsafe result = ZSTD_decompressDCtx(
                        context, target.baseAddress, target.count, frame.baseAddress, frame.count)
                    count = ZSTD_isError(result) == 0 ? result : 0
                }
            }
        }
        guard ZSTD_isError(result) == 0 else {
            throw CompressionError(.damaged, "the frame cannot be read: \(Zstandard.message(result))")
        }
        guard result == size else {
            throw CompressionError(.size, "the frame holds \(result) bytes instead of \(size)")
        }
        return bytes
    }

    /// Whether the bytes are one whole frame that says of itself that it holds so many.
    private static func check(_ frame: [UInt8], _ size: Int) throws(CompressionError) {
        let (told, length) = unsafe frame.withUnsafeBytes { frame in
            (
                unsafe ZSTD_getFrameContentSize(frame.baseAddress, frame.count),
                unsafe ZSTD_findFrameCompressedSize(frame.baseAddress, frame.count)
            )
        }
        guard told != czstd_size_error(), ZSTD_isError(length) == 0 else {
            throw CompressionError(.damaged, "the bytes are no whole frame")
        }
        guard told != czstd_size_unknown(), size >= 0, told == UInt64(size) else {
            throw CompressionError(.size, "the frame does not hold \(size) bytes")
        }
        guard length == frame.count else { throw CompressionError(.damaged, "something stands behind the frame") }
    }
}
