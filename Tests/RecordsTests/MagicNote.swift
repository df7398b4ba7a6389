import Chronology
import Records
import Synchronization
import TestSupport
import Testing

/// A note as the record of a table of its own.
struct MagicNote: Record, Hashable {
    var id: Int64 = 0
    var date: Instant
    var title: String
    var body: String
    var keywords: String
    var version: Int64 = 1

    static let table = Table<MagicNote>(
        "note", key: .generated(\.id), version: .counted(\.version),
        Attribute("id", \.id), Attribute("date", \.date), Attribute("title", \.title), Attribute("body", \.body),
        Attribute("keywords", \.keywords), Attribute("_version", \.version), make: MagicNote.init)

    init(id: Int64 = 0, date: Instant, title: String, body: String = "", keywords: String = "", version: Int64 = 1) {
        self.id = id
        self.date = date
        self.title = title
        self.body = body
        self.keywords = keywords
        self.version = version
    }
}

/// The same notes in two languages: what holds for one holds for the other.
enum Language: CaseIterable, CustomTestStringConvertible {
    case french, spanish

    var testDescription: String { "\(self)" }

    /// The name of the program.
    var name: String {
        switch self {
        case .french: "Notes magiques"
        case .spanish: "Notas mágicas de Ñandú"
        }
    }

    /// Titles in the order of their dates, which is not that of their letters.
    var titles: [String] {
        switch self {
        case .french: ["Recherche", "Élan d'été", "Ça va"]
        case .spanish: ["Título", "Búsqueda del año", "Ñandú"]
        }
    }

    /// A word of the second title, without its accents and in the other case.
    var plainWord: String {
        switch self {
        case .french: "ETE"
        case .spanish: "ANO"
        }
    }

    var keywords: [String] {
        switch self {
        case .french: ["clé, données", "forêt", "été"]
        case .spanish: ["búsqueda, título", "explotación", "pingüino"]
        }
    }

    /// Three notes, of 4, 5 and 6 July 2015.
    var notes: [MagicNote] {
        (0..<3).map { index in
            MagicNote(
                date: Instant(millisecondsSince1970: 1_435_968_000_000 + Int64(index) * 86_400_000),
                title: titles[index], body: "\(titles[index])…", keywords: keywords[index])
        }
    }
}

/// What a store says, kept.
final class Journal: Sendable {
    private let said = Mutex<[RecordLog.Event]>([])

    var log: RecordLog { RecordLog { event in self.said.withLock { $0.append(event) } } }

    var events: [RecordLog.Event] { said.withLock { $0 } }

    func events(_ level: RecordLog.Level) -> [RecordLog.Event] { events.filter { $0.level == level } }
}

extension RecordStore {
    /// A store in memory with the three notes of a language in it.
    static func notes(_ language: Language, log: RecordLog = .silent) async throws -> RecordStore {
        let store = try RecordStore.open(.inMemory, [MagicNote.self], log: log)
        // The oldest is not the first.
        for index in [1, 2, 0] {
            var note = language.notes[index]
            try await store.insert(&note)
        }
        return store
    }
}
