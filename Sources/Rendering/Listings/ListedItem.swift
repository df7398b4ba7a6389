package import Articles
internal import Chronology
package import JSONText

/// What a listing that goes on is of.
package protocol ListedItem: Hashable, Sendable {
    associatedtype Key: Hashable & Sendable

    /// Columns of the table, without mark and places.
    static var columns: [TextTable.Column] { get }
    /// How wide each of them is at least where there is room, as what comes later is not known.
    static var usualWidths: [Int] { get }
    /// What a table says of one that there is nothing of.
    static func cells(without key: Key, because reason: String) -> [TextTable.Cell]
    var cells: [TextTable.Cell] { get }

    /// Name of the member that holds one.
    static var member: String { get }
    /// Members that say which one it is.
    static func write(_ key: Key, to writer: inout JSONWriter)
    func write(to writer: inout JSONWriter)

    /// A line for a listing without any.
    static func nothing(isSelection: Bool) -> String
}

extension StoredArticle: ListedItem {
    package static var columns: [TextTable.Column] { ArticleTable.columns }
    package static let usualWidths = [10, 40, 0, 0, 40]

    package static func cells(without key: ArticleKey, because reason: String) -> [TextTable.Cell] {
        ["", .init("\(key) (\(reason))"), "", "", ""]
    }

    package var cells: [TextTable.Cell] { ArticleTable.cells(of: self) }

    package static let member = "article"

    package static func write(_ key: ArticleKey, to writer: inout JSONWriter) {
        writer.member("provider", key.provider)
        writer.member("provider_id", key.id)
    }

    package func write(to writer: inout JSONWriter) { writer.article(self) }

    package static func nothing(isSelection: Bool) -> String { "No articles.\n" }
}

extension Note: ListedItem {
    package static var columns: [TextTable.Column] { NotesTable.columns }
    package static let usualWidths = [0, 0, 40, 10, 12]

    package static func cells(without key: Int64, because reason: String) -> [TextTable.Cell] {
        [.init("\(key)"), "", .init("(\(reason))"), "", ""]
    }

    package var cells: [TextTable.Cell] { NotesTable.cells(of: self) }

    package static let member = "note"

    package static func write(_ key: Int64, to writer: inout JSONWriter) {
        writer.key("id")
        writer.integer(key)
    }

    package func write(to writer: inout JSONWriter) { writer.note(self) }

    package static func nothing(isSelection: Bool) -> String { NotesTable.nothing(isSelection: isSelection) }
}
