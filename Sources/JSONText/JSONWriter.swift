/// Writes one JSON text into a byte buffer, commas and quoting included.
///
/// The caller opens and closes; the writer sets commas between siblings. Output is UTF-8 without white space, escaped as
/// `JSONEscape` says, so that it can be shown on a terminal. A number that JSON cannot write (infinite, not a number) is
/// written as `null`.
package struct JSONWriter: Sendable {
    /// What was written so far.
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false

    package init() {}

    /// The text so far.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Forgets what was written and keeps the room it took, for the next row of a stream.
    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
    }

    /// Writes `{ … }`.
    package mutating func object<Failure: Error>(
        _ body: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        open(UInt8(ascii: "{"))
        try body(&self)
        close(UInt8(ascii: "}"))
    }

    /// Writes `[ … ]`.
    package mutating func array<Failure: Error>(
        _ body: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        open(UInt8(ascii: "["))
        try body(&self)
        close(UInt8(ascii: "]"))
    }

    /// Writes the name of the member that the next value belongs to.
    package mutating func key(_ name: String) {
        separate()
        quote(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    package mutating func string(_ value: String) {
        separate()
        quote(value)
    }

    package mutating func integer(_ value: some BinaryInteger) { literal(String(value)) }

    package mutating func double(_ value: Double) { value.isFinite ? literal("\(value)") : null() }

    package mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }

    package mutating func null() { literal("null") }

    /// Writes a text that is JSON already.
    package mutating func literal(_ json: String) {
        separate()
        bytes.append(contentsOf: json.utf8)
    }

    /// Writes an array of strings.
    package mutating func strings(_ values: [String]) {
        array { for value in values { $0.string(value) } }
    }

    private mutating func open(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func quote(_ value: String) {
        bytes.append(UInt8(ascii: "\""))
        JSONEscape.append(value, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }
}
