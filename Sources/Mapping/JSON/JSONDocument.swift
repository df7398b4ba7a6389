internal import CSimdjson

/// A JSON parser with its buffers, for one body after another.
///
/// The buffers grow to the largest body and are used again, so keep one for all pages of a run. It has one user at a
/// time: `parse` is mutating, and a body's values are there only inside the closure.
///
/// ```swift
/// var document = JSONDocument()
/// let total = try document.parse(body) { root in root["response"]?["meta"]?["hits"]?.integer }
/// ```
@safe package struct JSONDocument: ~Copyable {
    private let maximumDepth: Int
    private var parser: OpaquePointer?

    /// A parser that takes so many brackets inside brackets.
    package init(maximumDepth: Int = 128) {
        self.maximumDepth = maximumDepth
        unsafe self.parser = nil
    }

    deinit { unsafe csimdjson_destroy(parser) }

    /// Parses a body and hands its root to `read`; no node may leave the closure.
    ///
    /// A byte order mark is passed over. Of members of the same name the first counts.
    /// - Throws: `JSONError` for a body that is no JSON, and what `read` throws.
    package mutating func parse<Result: ~Copyable>(
        _ body: borrowing RawSpan, _ read: (JSONNode) throws -> Result
    ) throws -> Result {
        let root = try root(of: body)
        return try read(root)
    }

    /// Parses a body that is held as an array; see the form above.
    package mutating func parse<Result: ~Copyable>(
        _ body: [UInt8], _ read: (JSONNode) throws -> Result
    ) throws -> Result {
        try unsafe parse(body.span.bytes, read)
    }

    private mutating func root(of body: borrowing RawSpan) throws(JSONError) -> JSONNode {
        if unsafe parser == nil { unsafe parser = csimdjson_create(maximumDepth) }
        guard let parser = unsafe parser else { throw .outOfMemory(bytes: body.byteCount) }
        let mark = Self.startsWithMark(body) ? 3 : 0
        let text = body.extracting(droppingFirst: mark)
        guard text.byteCount > 0 else { throw .empty }
        guard let first = Self.firstVisibleByte(of: text) else { throw .blank }
        let code = unsafe text.withUnsafeBytes { bytes in
            unsafe csimdjson_parse(parser, bytes.baseAddress!.assumingMemoryBound(to: UInt8.self), bytes.count)
        }
        let reason = unsafe String(cString: csimdjson_message(parser))
        switch Int(code) {
        case CSIMDJSON_OK: return unsafe JSONNode(tape: csimdjson_tape(parser), index: 1)
        case CSIMDJSON_TOO_DEEP: throw .tooDeep(limit: maximumDepth)
        case CSIMDJSON_NOT_UTF8: throw .notUTF8
        case CSIMDJSON_BAD_NUMBER: throw .unreadableNumber(reason: reason)
        case CSIMDJSON_NO_MEMORY: throw .outOfMemory(bytes: text.byteCount)
        default: throw .notJSON(reason: reason, firstByte: first)
        }
    }

    private static func startsWithMark(_ body: borrowing RawSpan) -> Bool {
        body.byteCount >= 3 && body[0] == 0xEF && body[1] == 0xBB && body[2] == 0xBF
    }

    private static func firstVisibleByte(of body: borrowing RawSpan) -> UInt8? {
        for offset in 0..<body.byteCount {
            let byte = body[offset]
            if byte != 0x20, byte != 0x0A, byte != 0x0D, byte != 0x09 { return byte }
        }
        return nil
    }
}

extension RawSpan {
    fileprivate subscript(offset: Int) -> UInt8 { unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self) }
}
