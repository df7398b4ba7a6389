internal import Articles
internal import Chronology
internal import Rendering
internal import SQLiteStore

/// `articlesync articles --follow`: the listing, and then what becomes of it.
extension ArticlesCommand {
    /// The format of a listing that goes on.
    ///
    /// - Throws: where that makes no sense of it.
    static func following(_ listing: ArticleListing, _ format: ArticleFormat) throws(UsageMistake) -> ListingFormat {
        guard let following = ListingFormat(rawValue: format.rawValue) else {
            let reason = format == .json ? "an array has an end" : "a record has no place for what happened to it"
            throw UsageMistake("--follow writes a table or jsonl, not \(format.rawValue): \(reason)")
        }
        guard listing.asOf == nil else {
            throw UsageMistake("--follow tells what comes and --as-of what was: leave out one of them")
        }
        guard listing.limit ?? 0 <= LiveArticles.mostArticles else {
            throw UsageMistake("--follow follows at most \(LiveArticles.mostArticles) articles: give a smaller --limit")
        }
        return following
    }

    func follow(as format: ListingFormat, in session: Session, _ settings: Settings) async throws -> ExitCode {
        try requireKnown(session, settings)
        let updates = try Assembly.liveArticles(
            of: settings, listing, endingWith: session.context.output.descriptor)
        var follower = ListingFollower(
            format, of: StoredArticle.self,
            more: "only the first \(LiveArticles.mostArticles) articles of the listing are followed; there are more "
                + "(narrow it with --where, or put what matters first with --sort)", session)
        try await follower.follow { tell in try await updates.next(tell) }
        return .done
    }

    /// A query may be followed before its first sync, but has to be one.
    private func requireKnown(_ session: Session, _ settings: Settings) throws {
        let configured = settings.queryNames
        let unknown = listing.queries.filter { !configured.contains($0) }
        guard !unknown.isEmpty else { return }
        var stored: [String] = []
        do throws(StoreFailure) {
            stored = try session.reader(settings).statuses(staleAfter: [:], at: session.context.clock.now).map(\.name)
        } catch {
            guard error.kind == .missing else { throw error }
        }
        guard let name = unknown.first(where: { !stored.contains($0) }) else { return }
        throw UsageMistake.unknown("query", name, among: Set(stored + configured).sorted())
    }
}
