package import Articles
internal import Chronology
internal import JSONText

/// A notice as a webhook gets it: one JSON object.
///
/// - `id`: unique, and the same at every try to deliver it.
/// - `event`: `failed`, `held`, `stale`, `drift`, `recovered` or `test`.
/// - `at`: when it happened, ISO 8601 in UTC.
/// - `text`: one plain sentence, which chat rooms show.
/// - `query`, `provider`: what it is about; null for a test.
/// - `contents_at`: when the contents that readers have were put in place or last found unchanged; null where there are
///   none.
/// - `failing_since`: since when runs have failed, one after the other; null where the last did not.
/// - `run`: the run that brought it, as in `articlesync runs --json`; null where time alone did.
/// - `service`: `name` and `version` of the program.
package struct NoticeBody: Sendable {
    private let notice: Notice
    private let version: String

    package init(_ notice: Notice, version: String) {
        self.notice = notice
        self.version = version
    }

    package var json: String {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("id", notice.id)
            writer.member("event", notice.kind.rawValue)
            writer.member("at", notice.at.description)
            writer.member("text", sentence)
            writer.member("query", notice.query)
            writer.member("provider", notice.provider)
            writer.member("contents_at", notice.contentsAt?.description)
            writer.member("failing_since", notice.failingSince?.description)
            writer.key("run")
            if let run = notice.run { writer.run(run) } else { writer.null() }
            writer.key("service")
            writer.object { writer in
                writer.member("name", "articlesync")
                writer.member("version", version)
            }
        }
        return writer.text
    }

    /// What happened, for people.
    package var sentence: String {
        let query = notice.query ?? "articlesync"
        let reason = notice.run.map { $0.reason ?? "it did not say why" } ?? "nothing is known of the run"
        switch notice.kind {
        case .failed:
            guard let since = notice.failingSince, since < notice.run?.finishedAt ?? notice.at else {
                return "\(query) failed: \(reason)"
            }
            return "\(query) has been failing since \(since): \(reason)"
        case .held:
            return
                "\(query) has a result that is held back: \(reason) (`articlesync candidates diff \(query)` shows it)"
        case .stale:
            let age = notice.contentsAt.map { "are of \($0)" } ?? "were never stored"
            return "\(query) is stale: its contents \(age), which is longer ago than it may be"
        case .drift:
            let news = notice.run?.drift ?? []
            let provider = notice.provider ?? "the provider"
            return "\(query): answers of \(provider) are not what they were: "
                + (news.isEmpty ? reason : news.joined(separator: "; "))
        case .recovered:
            let articles = notice.run.map { " and holds \($0.counts.stored) articles" } ?? ""
            return "\(query) is fresh again\(articles)"
        case .test:
            return "articlesync can be heard here: this is a test, and nothing is wrong"
        }
    }
}
