package import Articles
internal import Chronology
package import Records
package import SQLite

/// A day or an instant, as precisely as the provider says: ISO 8601 text.
extension PublicationDate: ColumnValue {
    package static var storage: ColumnStorage { ColumnStorage(.instant) }

    package var stored: SQLiteValue { .text(description) }

    package var filterValue: FilterValue {
        switch self {
        case .instant(let instant): .instant(instant)
        case .day(let day): .day(day)
        }
    }

    package static func read(_ row: borrowing Statement, _ index: Int) throws(UnreadableValue) -> PublicationDate {
        guard let text = row.exactText(index), let date = PublicationDate(text) else {
            throw .unexpected(row, index, "a day like 2015-07-04, or an instant like 2015-07-04T00:00:00Z")
        }
        return date
    }

    package static func readUnlessMissing(
        _ row: borrowing Statement, _ index: Int
    ) throws(UnreadableValue) -> PublicationDate? {
        row.isNull(index) ? nil : try read(row, index)
    }
}
