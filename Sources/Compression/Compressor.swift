internal import CZstd

/// Makes frames of Zstandard, one after the other, in memory that it keeps from one to the next.
@safe package struct Compressor: ~Copyable {
    private let context: OpaquePointer

    package init() throws(CompressionError) {
        guard let context = unsafe ZSTD_createCCtx() else { throw .noMemory }
        unsafe self.context = context
    }

    deinit { unsafe ZSTD_freeCCtx(context) }

    /// Compresses bytes to one frame, which tells their number and a checksum of them.
    ///
    /// - Parameters:
    ///   - effort: 1 is fast, 19 is small; 3 makes half a gigabyte a second of text.
    ///   - prefix: bytes like those that are compressed, which the frame then refers to; it can be read with the same
    ///     alone.
    package mutating func compress(
        _ bytes: [UInt8], effort: Int = 3, against prefix: [UInt8] = []
    ) throws(CompressionError) -> [UInt8] {
        // Also forgets the prefix of a call that failed.
        unsafe ZSTD_CCtx_reset(context, ZSTD_reset_session_and_parameters)
        unsafe ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, Int32(clamping: effort))
        unsafe ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1)
        let context = unsafe context
        var written = 0
        let frame = unsafe prefix.withUnsafeBytes { prefix in
            unsafe bytes.withUnsafeBytes { bytes in
                let room = ZSTD_compressBound(bytes.count)
                return unsafe [UInt8](unsafeUninitializedCapacity: room) { target, count in
                    if unsafe !prefix.isEmpty { unsafe ZSTD_CCtx_refPrefix(context, prefix.baseAddress, prefix.count) }
                    unsafe written = ZSTD_compress2(
                        context, target.baseAddress, target.count, bytes.baseAddress, bytes.count)
                    count = ZSTD_isError(written) == 0 ? written : 0
                }
            }
        }
        // The target is as large as any frame of so many bytes, so that memory is all that can be missing.
        guard ZSTD_isError(written) == 0 else { throw CompressionError(.memory, Zstandard.message(written)) }
        return frame
    }
}

extension CompressionError {
    static var noMemory: CompressionError { CompressionError(.memory, "there is no memory for compression") }
}

enum Zstandard {
    /// What the library says of a result that is an error.
    static func message(_ result: Int) -> String {
        unsafe ZSTD_getErrorName(result).map { unsafe String(cString: $0) } ?? "unknown"
    }
}
