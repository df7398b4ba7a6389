package import Articles
internal import Chronology
internal import JSONText

/// Notes as one JSON document, written a note at a time.
///
/// ## JSON
/// `{"notes": […]}`; a note has `id`, `date` (when it was made), `changed_at`, `title`, `body`, `keywords` (a list), and
/// `article`: null where it is free, else `id` (the store's), `headline` and `url`.
package struct NotesDocument {
    private let sink: ([UInt8]) throws -> Void
    private var writer = JSONWriter()
    private var buffer = Array("{\"notes\":[".utf8)
    private var isEmpty = true

    private static let pieceSize = 16_384

    /// - Parameter sink: takes the bytes; what it throws is thrown on.
    package init(sink: @escaping ([UInt8]) throws -> Void) { self.sink = sink }

    package mutating func append(_ note: Note) throws {
        if !isEmpty { buffer.append(UInt8(ascii: ",")) }
        isEmpty = false
        writer.removeAll()
        writer.note(note)
        buffer += writer.bytes
        if buffer.count >= Self.pieceSize { try flush() }
    }

    /// Writes what stands after the last note, and hands on all that is left.
    package mutating func end() throws {
        buffer += "]}\n".utf8
        try flush()
    }

    private mutating func flush() throws {
        try sink(buffer)
        buffer.removeAll(keepingCapacity: true)
    }
}

extension JSONWriter {
    /// A note as one object.
    mutating func note(_ note: Note) {
        object { writer in
            writer.key("id")
            writer.integer(note.id)
            writer.member("date", note.date?.description)
            writer.member("changed_at", note.changedAt?.description)
            writer.member("title", note.content.title)
            writer.member("body", note.content.body)
            writer.member("keywords", note.content.keywords)
            writer.key("article")
            guard let subject = note.subject else { return writer.null() }
            writer.object { writer in
                writer.key("id")
                writer.integer(subject.article)
                writer.member("headline", subject.headline)
                writer.member("url", subject.url)
            }
        }
    }
}
