internal import Articles
internal import Chronology
internal import Records
internal import SQLite

/// A line of the journal as a row.
enum RunColumns {
    static var select: String { StoredRun.table.selection }

    /// Reads a row of `select`; nil where another program wrote what is no run.
    static func run(_ row: borrowing Statement) -> Run? { (try? StoredRun.table.record(of: row))?.run }

    static func hasEnded(_ owner: String?) -> Bool {
        owner.flatMap { ProcessIdentity($0) }?.hasEnded(seenFrom: .current) ?? true
    }

    static func instant(_ text: String?) -> Instant? { text.flatMap { Instant(iso8601: $0) } }

    static func window(_ from: String?, _ to: String?) -> DayRange? {
        guard let from = from.flatMap({ DayFormat.iso.day(from: $0) }),
            let to = to.flatMap({ DayFormat.iso.day(from: $0) })
        else { return nil }
        return DayRange(from: from, to: to)
    }

    static func window(
        _ from: Result<CalendarDay, UnreadableValue>, _ to: Result<CalendarDay, UnreadableValue>
    ) -> DayRange? {
        guard let from = try? from.get(), let to = try? to.get() else { return nil }
        return DayRange(from: from, to: to)
    }

    static func total(_ count: Int?, isMinimum: Bool) -> Total? {
        count.map { isMinimum ? .atLeast($0) : .exactly($0) }
    }

    /// What `announced` and `announced_at_least` hold.
    static func values(of total: Total?) -> (count: Int?, isMinimum: Int) {
        (total?.count, total?.isMinimum == true ? 1 : 0)
    }
}

extension Total {
    /// Whether the provider stopped counting there.
    var isMinimum: Bool {
        switch self {
        case .exactly: false
        case .atLeast: true
        }
    }
}
