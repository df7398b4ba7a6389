internal import CTOML
internal import Chronology

/// Owns what the library read: a tree laid flat, parents before their children, or one mistake.
@safe struct TOMLTree: ~Copyable {
    private let handle: OpaquePointer

    /// Nil only where memory ran out.
    init?(parsing text: String) {
        let read = unsafe text.withCString { unsafe ctoml_parse($0, text.utf8.count) }
        guard let read = unsafe read else { return nil }
        unsafe handle = read
    }

    deinit { unsafe ctoml_free(handle) }

    /// What was wrong and where; nil where nothing was.
    var mistake: (text: String, line: Int, column: Int)? {
        var place = CTOMLPlace()
        let text = unsafe Self.string(ctoml_mistake(handle, &place))
        return text.isEmpty ? nil : (text, Int(place.line), Int(place.column))
    }

    func node(_ index: Int) -> Node { unsafe Node(ctoml_node(handle, index)) }

    /// One value, copied out of the library.
    struct Node {
        let kind: CTOMLKind
        let key: String
        let keyPlace: CTOMLPlace
        let place: CTOMLPlace
        let text: String
        let integer: Int64
        let number: Double
        let children: Int
        private let when: CTOMLDateTime

        fileprivate init(_ node: CTOMLNode) {
            unsafe kind = node.kind
            unsafe key = TOMLTree.string(node.key)
            unsafe keyPlace = node.key_place
            unsafe place = node.place
            unsafe text = TOMLTree.string(node.text)
            unsafe integer = node.integer
            unsafe number = node.number
            unsafe children = node.children
            unsafe when = node.when
        }

        /// Nil for the year 0, which TOML can write and the calendar does not have.
        var day: CalendarDay? { CalendarDay(year: Int(when.year), month: Int(when.month), day: Int(when.day)) }

        /// `HH:mm:ss`, with a fraction where there is one.
        var clock: String {
            let parts = [when.hour, when.minute, when.second].map { $0 < 10 ? "0\($0)" : "\($0)" }
            let fraction = when.nanosecond == 0 ? "" : "." + String(1_000_000_000 + Int(when.nanosecond)).dropFirst()
            return parts.joined(separator: ":") + fraction
        }

        func instant(on day: CalendarDay) -> Instant {
            let minutes = Int64(when.hour) * 60 + Int64(when.minute) - Int64(when.offset_minutes)
            let seconds = Int64(day.daysSince1970) * 86_400 + minutes * 60 + Int64(when.second)
            return Instant(millisecondsSince1970: seconds * 1_000 + Int64(when.nanosecond / 1_000_000))
        }
    }

    private static func string(_ text: CTOMLText) -> String {
        unsafe String(decoding: UnsafeRawBufferPointer(start: text.bytes, count: text.length), as: UTF8.self)
    }
}
