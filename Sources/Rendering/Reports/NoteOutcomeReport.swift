package import Articles
package import JSONText

/// What came of adding, changing or removing notes.
///
/// ## JSON
/// `{"outcome", "notes", "note"}`: `added`, `changed`, `unchanged` or `removed`; the numbers of the notes that it is about;
/// and the note as in `NotesDocument`, null where it was removed.
package struct NoteOutcomeReport: Report {
    package enum Outcome: Hashable, Sendable {
        case added(Note)
        case changed(Note)
        /// It was so already.
        case unchanged(Note)
        case removed([Int64])
    }

    package var outcome: Outcome

    package init(_ outcome: Outcome) { self.outcome = outcome }

    package func text(on terminal: Terminal) -> String {
        let numbers = ids.map { "\($0)" }.joined(separator: ", ")
        let noun = ids.count == 1 ? "note" : "notes"
        return switch outcome {
        case .added: "note \(numbers) is added\n"
        case .changed: "note \(numbers) is changed\n"
        case .unchanged: "note \(numbers) is as it was\n"
        case .removed: "\(noun) \(numbers) \(ids.count == 1 ? "is" : "are") removed\n"
        }
    }

    private var ids: [Int64] {
        switch outcome {
        case .added(let note), .changed(let note), .unchanged(let note): [note.id]
        case .removed(let ids): ids
        }
    }

    package func write(to writer: inout JSONWriter) {
        let (name, note): (String, Note?) =
            switch outcome {
            case .added(let note): ("added", note)
            case .changed(let note): ("changed", note)
            case .unchanged(let note): ("unchanged", note)
            case .removed: ("removed", nil)
            }
        writer.object { writer in
            writer.member("outcome", name)
            writer.key("notes")
            writer.array { writer in
                for id in ids { writer.integer(id) }
            }
            writer.key("note")
            if let note { writer.note(note) } else { writer.null() }
        }
    }
}
