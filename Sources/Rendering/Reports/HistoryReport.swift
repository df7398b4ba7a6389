package import Articles
internal import Chronology
package import JSONText

/// What is known of an article's past, a line an event, oldest first.
///
/// ## JSON
/// `{"article": {…}, "events": […]}`: the article as in the JSON of `show`; an event has `at`, `event` (`first_seen`,
/// `changed`, `joined`, `returned`, `left`, `vanished`), `run` (the run that saw it, where one did), `query` (of `joined`,
/// `returned`, `left`), and `field`, `old` and `new` (of `changed`, whole; null is nothing). `returned` is what joined
/// after no query had held it.
package struct HistoryReport: Report {
    package var history: ArticleHistory

    package init(_ history: ArticleHistory) { self.history = history }

    package func text(on terminal: Terminal) -> String {
        let row = history.article
        let width = terminal.width ?? .max
        var text = terminal.paint((row.article.headline ?? "").harmless.truncated(to: width), .heading) + "\n"
        text += "\(row.article.key.id)".harmless + "\n"
        text += state.harmless.wrapped(to: width).joined(separator: "\n") + "\n\n"
        let runWidth = history.events.compactMap { $0.run.map { "\($0)".utf8.count } }.max() ?? 0
        for (event, name) in zip(history.events, names) {
            let run = event.run.map { "run \($0)" } ?? ""
            let start = "\(event.at.minuteText)  \(run.padded(to: runWidth > 0 ? runWidth + 4 : 0, .left))  "
            let room = terminal.width.map { max($0 - start.displayWidth, 8) }
            let words = words(event.what, name, room)
            text += start + (room.map { words.truncated(to: $0) } ?? words) + "\n"
        }
        return text
    }

    private var state: String {
        let row = history.article
        if let vanishedAt = row.vanishedAt { return "held by no query since \(vanishedAt.minuteText) UTC" }
        return "held by \(row.queries.joined(separator: ", ")), last seen \(row.lastSeenAt.minuteText) UTC"
    }

    private func words(_ what: ArticleHistory.Event.What, _ name: String, _ room: Int?) -> String {
        switch what {
        case .firstSeen: return "first seen"
        case .vanished: return "vanished: no query holds it"
        case .joined(let query): return (name == "returned" ? "returned to \(query)" : "joined \(query)").harmless
        case .left(let query): return "left \(query)".harmless
        case .changed(let field, let old, let new):
            let label = "\(field): "
            let values = ShortenedChange(old, new, room: room.map { $0 - label.displayWidth })
            return "\(label)\(values.old) → \(values.new)"
        }
    }

    /// What each event is called.
    private var names: [String] {
        var isGone = false
        return history.events.map { event in
            switch event.what {
            case .firstSeen: return "first_seen"
            case .changed: return "changed"
            case .left: return "left"
            case .vanished:
                isGone = true
                return "vanished"
            case .joined:
                defer { isGone = false }
                return isGone ? "returned" : "joined"
            }
        }
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.key("article")
            writer.article(history.article)
            writer.key("events")
            writer.array { writer in
                for (event, name) in zip(history.events, names) { write(event, name, to: &writer) }
            }
        }
    }

    private func write(_ event: ArticleHistory.Event, _ name: String, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("at", event.at.description)
            writer.member("event", name)
            writer.key("run")
            if let run = event.run { writer.integer(run) } else { writer.null() }
            let (query, change) = event.what.parts
            writer.member("query", query)
            writer.member("field", change?.field)
            writer.member("old", change?.old)
            writer.member("new", change?.new)
        }
    }
}

extension ArticleHistory.Event.What {
    /// The query that it is about, and the change that it is.
    fileprivate var parts: (query: String?, change: (field: String, old: String?, new: String?)?) {
        switch self {
        case .joined(let query), .left(let query): (query, nil)
        case .changed(let field, let old, let new): (nil, (field, old, new))
        case .firstSeen, .vanished: (nil, nil)
        }
    }
}

/// Two values of a field beside each other, cut to a room so that where they differ is seen.
struct ShortenedChange {
    private(set) var old: String
    private(set) var new: String

    init(_ old: String?, _ new: String?, room: Int?) {
        self.old = Self.quoted(old)
        self.new = Self.quoted(new)
        guard let room, self.old.displayWidth + self.new.displayWidth + 3 > room else { return }
        let common = zip(self.old, self.new).prefix { $0 == $1 }.count
        let half = max((room - 3) / 2, 4)
        // A few words before the first difference are kept.
        if common > half / 2 {
            self.old = "…" + self.old.dropFirst(common - half / 2)
            self.new = "…" + self.new.dropFirst(common - half / 2)
        }
        let longest = max(half, room - 3 - min(self.old.displayWidth, self.new.displayWidth))
        self.old = self.old.truncated(to: self.old.displayWidth > half ? longest : half)
        self.new = self.new.truncated(to: max(room - 3 - self.old.displayWidth, half))
    }

    private static func quoted(_ value: String?) -> String { value.map { "“\($0.harmless)”" } ?? "nothing" }
}
