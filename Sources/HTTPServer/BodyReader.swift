internal import CMicroHTTPD

/// Hands a body that comes in steps to the library, as much at a time as it has room for.
///
/// Used by the one thread that serves the connection.
@safe final class BodyReader {
    private let connection: OpaquePointer
    private let pauses: Pauses
    private let length: Int?
    private let next: @Sendable () -> ServerResponse.Step
    private var chunk: [UInt8] = []
    private var offset = 0
    private var sent = 0

    init(
        _ connection: OpaquePointer, pauses: Pauses, length: Int?, next: @escaping @Sendable () -> ServerResponse.Step
    ) {
        unsafe self.connection = unsafe connection
        self.pauses = pauses
        self.length = length
        self.next = next
    }

    /// The library's response, which owns the reader from now on; nil where there is no memory.
    consuming func makeResponse() -> OpaquePointer? {
        let size = length.map { UInt64($0) } ?? UInt64.max
        let context = unsafe Unmanaged.passRetained(self)
        let response = unsafe MHD_create_response_from_callback(
            size, 16_384,
            { context, _, buffer, room in
                guard let context = unsafe context, let buffer = unsafe buffer else { return BodyReader.cut }
                let reader = unsafe Unmanaged<BodyReader>.fromOpaque(context).takeUnretainedValue()
                return unsafe reader.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: room))
            }, context.toOpaque(),
            { context in
                if let context = unsafe context { unsafe Unmanaged<BodyReader>.fromOpaque(context).release() }
            })
        if unsafe response == nil { unsafe context.release() }
        return unsafe response
    }

    private func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        while offset == chunk.count {
            switch next() {
            case .bytes(let bytes):
                chunk = bytes
                offset = 0
            case .pause(let duration): return unsafe pauses.suspend(connection, for: duration) ? 0 : Self.cut
            // Before the announced length, the library takes it for a cut.
            case .end: return Self.end
            case .cut: return Self.cut
            }
        }
        let count = min(buffer.count, chunk.count - offset, (length ?? .max) - sent)
        guard count > 0 else { return Self.cut }
        unsafe chunk[offset..<offset + count].withUnsafeBytes { unsafe buffer.copyMemory(from: $0) }
        offset += count
        sent += count
        return count
    }

    // The library's macros cast, so that they do not import.
    private static let end = -1
    private static let cut = -2
}
