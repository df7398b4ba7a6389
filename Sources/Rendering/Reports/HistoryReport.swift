package import Articles
internal import Chronology
package import JSONText

/// What the store knows of an article's past, oldest first.
///
/// ## JSON
/// `{"id", "provider", "provider_id", "headline", "events": […]}`; an event has `at`, `event` (`first_seen`, `changed`,
/// `joined`, `left`, `vanished`), `field`, `old`, `new`, `query` and `run`, null where they do not apply.
package struct HistoryReport: Report {
    package var history: ArticleHistory

    package init(_ history: ArticleHistory) { self.history = history }

    package func text(on terminal: Terminal) -> String {
        let article = history.article
        let title = article.article.headline ?? article.article.key.id
        var text = terminal.paint(title.harmless, .heading) + "\n"
        for event in history.events {
            let (words, style) = words(event.what)
            text += hanging(
                "  " + event.at.minuteText, terminal.paint(words.harmless, style), indent: 20, width: nil
            )
            .trimmed(to: terminal.width)
        }
        if let vanishedAt = article.vanishedAt {
            text += "No query holds it since \(vanishedAt.minuteText) UTC.\n"
        } else {
            text += "Held by \(article.queries.map(\.harmless).joined(separator: ", "))"
            text += ", last seen \(article.lastSeenAt.minuteText) UTC.\n"
        }
        return text
    }

    private func words(_ what: ArticleHistory.Event.What) -> (String, TextStyle) {
        switch what {
        case .firstSeen: ("first seen", .good)
        case .changed(let field, let old, let new):
            ("\(field): \(Self.quoted(old)) → \(Self.quoted(new))", .warning)
        case .joined(let query): ("joined \(query)", .plain)
        case .left(let query): ("left \(query)", .plain)
        case .vanished: ("vanished: no query held it any more", .bad)
        }
    }

    /// A value in quotes, cut where it is long; `--json` has all of it.
    private static func quoted(_ value: String?) -> String {
        guard let value else { return "nothing" }
        return "“\(value.truncated(to: 60))”"
    }

    package func write(to writer: inout JSONWriter) {
        let article = history.article
        writer.object { writer in
            writer.key("id")
            writer.integer(article.id)
            writer.member("provider", article.article.key.provider)
            writer.member("provider_id", article.article.key.id)
            writer.member("headline", article.article.headline)
            writer.key("events")
            writer.array { writer in
                for event in history.events { write(event, to: &writer) }
            }
        }
    }

    private func write(_ event: ArticleHistory.Event, to writer: inout JSONWriter) {
        var (name, field, old, new, query): (String, String?, String?, String?, String?) = ("", nil, nil, nil, nil)
        switch event.what {
        case .firstSeen: name = "first_seen"
        case .changed(let changed, let before, let after): (name, field, old, new) = ("changed", changed, before, after)
        case .joined(let joined): (name, query) = ("joined", joined)
        case .left(let left): (name, query) = ("left", left)
        case .vanished: name = "vanished"
        }
        writer.object { writer in
            writer.member("at", event.at.description)
            writer.member("event", name)
            writer.member("field", field)
            writer.member("old", old)
            writer.member("new", new)
            writer.member("query", query)
            writer.member("run", event.run.map { Int($0) })
        }
    }
}

extension String {
    /// A line cut to the width of a terminal; whole where there is none.
    fileprivate func trimmed(to width: Int?) -> String {
        guard let width, hasSuffix("\n") else { return self }
        return String(dropLast()).truncated(to: width) + "\n"
    }
}
