internal import CSimdjson

/// A value of a parsed body: a place on the parser's tape, as cheap to copy as an integer.
///
/// A node is valid inside the closure of `JSONDocument.parse` that gave it, and not a moment longer.
/// `nil` means that there is no such member or element; a member that is there and null is a node of kind `.null`.
@safe package struct JSONNode {
    private let tape: UnsafePointer<CSimdjsonTape>
    let index: UInt32

    /// The kinds of JSON values.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case null, bool, number, string, array, object
    }

    init(tape: UnsafePointer<CSimdjsonTape>, index: UInt32) {
        unsafe self.tape = unsafe tape
        self.index = index
    }

    func node(at index: UInt32) -> JSONNode { unsafe JSONNode(tape: tape, index: index) }

    /// The letter that the tape has for the kind.
    var mark: UInt8 { unsafe csimdjson_kind(tape, index) }

    /// The index behind this value.
    var next: UInt32 { unsafe csimdjson_next(tape, index) }

    /// The index of a container's end.
    var end: UInt32 { unsafe csimdjson_end(tape, index) }

    /// The 64 bits of a number.
    var bits: UInt64 { unsafe csimdjson_bits(tape, index) }

    /// What kind of value this is.
    package var kind: Kind {
        switch mark {
        case UInt8(ascii: "{"): .object
        case UInt8(ascii: "["): .array
        case UInt8(ascii: "\""): .string
        case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
        case UInt8(ascii: "n"): .null
        default: .number
        }
    }

    package var isNull: Bool { mark == UInt8(ascii: "n") }

    /// Hands the bytes of a string to `read`; the caller has made sure that it is one.
    func withStringBytes<Result>(_ read: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        var count = 0
        let start = unsafe csimdjson_string(tape, index, &count)
        return unsafe read(UnsafeBufferPointer(start: start, count: count))
    }

    /// The text of a string or key; the caller has made sure that it is one.
    var stringText: String { stringText(stringTraits) }

    /// The same where its traits are known; the parser has seen to it that it is UTF-8.
    func stringText(_ traits: TextTraits) -> String {
        let isASCII = !traits.contains(.beyondASCII)
        return unsafe withStringBytes { unsafe String(copying: UTF8Span(unchecked: $0.span, isKnownASCII: isASCII)) }
    }

    /// The first member of a name, compared as UTF-8 bytes; nil where there is none or this is no object.
    func member(_ name: Span<UInt8>) -> JSONNode? {
        let found = unsafe name.withUnsafeBufferPointer {
            unsafe csimdjson_member(tape, index, $0.baseAddress, $0.count)
        }
        return found == 0 ? nil : node(at: found)
    }

    /// Hands the tape to a function of the parser's that reads more than one value.
    func withTape<Result>(_ read: (UnsafePointer<CSimdjsonTape>) -> Result) -> Result { unsafe read(tape) }

    /// The text as it stands in the body.
    func withSource<Result>(_ read: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        var count = 0
        let start = unsafe csimdjson_source(tape, index, &count)
        return unsafe read(UnsafeBufferPointer(start: start, count: count))
    }
}
