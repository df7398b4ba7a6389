internal import Articles
internal import Chronology
internal import Rendering
internal import SQLiteStore

/// What the rows of the store say of each other, looked at or put right.
extension Doctor {
    private static let wellReferences = "none leads nowhere"
    private static let wellContents = "counts, places and marks are as they have to be"
    private static let repairAdvice = "`articlesync doctor --repair` puts it right, after a copy of the store was made"

    /// Looks alone.
    ///
    /// SQLite compares an index with its articles on connections that may write alone, so that here the index is read from
    /// end to end, and some articles are looked up in it.
    func contents(_ store: SQLiteArticleReader) -> [Check] {
        [
            found("references", Self.wellReferences, advice: Self.repairAdvice) { () throws(StoreFailure) in
                try store.danglingReferences()
            },
            found("contents", Self.wellContents, advice: Self.repairAdvice) { () throws(StoreFailure) in
                try store.brokenInvariants()
            },
            values(store),
            found(
                "full_text_index", "was read, and finds the articles that were looked up in it",
                advice: "`articlesync doctor --repair` makes it anew, after a copy of the store was made"
            ) { () throws(StoreFailure) in try store.indexFaults() },
            found("listing_index", waiting(store), advice: Self.repairAdvice) { () throws(StoreFailure) in
                try store.articleIndexFaults()
            },
        ]
    }

    private func values(_ store: SQLiteArticleReader) -> Check {
        found(
            "values", "every date and list of the articles can be read",
            advice: "another program wrote it; it is taken for missing until it is put right there (`sqlite3`)"
        ) { () throws(StoreFailure) in try store.unreadableValues() }
    }

    /// How far behind the articles their index is, which is no fault.
    private func waiting(_ store: SQLiteArticleReader) -> String {
        switch try? store.articlesWaitingForIndex() {
        case 0?: "agrees with every article"
        case 1?: "agrees with the articles; 1 is not in it yet"
        case let count?: "agrees with the articles; \(count) are not in it yet, and are read one by one"
        case nil: "agrees with the articles"
        }
    }

    /// Looks, and puts right what can be.
    func repaired(_ path: String, isDamaged: Bool) async -> [Check] {
        guard !isDamaged else {
            return [
                Check(
                    .store, "repair", .notChecked,
                    "nothing was changed, as rows of damaged pages cannot be told from others")
            ]
        }
        let repair: StoreRepair
        let indexFaults: [String]
        do throws(StoreFailure) {
            let copy = "\(path).before-repair-\(stamp)"
            let writer = SQLiteArticleWriter(path: path)
            repair = try await writer.repair(copyingTo: copy, at: now)
            indexFaults = try SQLiteArticleReader(path: path, connections: 1).articleIndexFaults()
            if !indexFaults.isEmpty { try await writer.remakeArticleIndex() }
        } catch {
            return [failed("full_text_index", error)]
        }
        var checks = [
            list("references", repair.references, else: Self.wellReferences),
            list("contents", repair.contents.map { "\($0): put right" }, else: Self.wellContents),
            Check(
                .store, "full_text_index", .ok,
                repair.index.map { "was wrong (\($0)), and has been made anew" } ?? "agrees with every article"),
            Check(
                .store, "listing_index", .ok,
                indexFaults.isEmpty
                    ? "agrees with the articles"
                    : "was wrong (\(indexFaults.joined(separator: "; "))), and has been made anew"),
            values(SQLiteArticleReader(path: path, connections: 1)),
        ]
        checks += repair.remaining.map { finding in
            Check(
                .store, "contents", .problem, "\(finding), and nothing tells how they should be",
                advice: "`articlesync sync` puts the contents of its queries right")
        }
        if let copy = repair.copy {
            checks.append(
                Check(
                    .store, "copy", .ok, "the store as it was before is kept at \(copy)",
                    advice: "remove it when all is well"))
        }
        return checks
    }

    private func list(_ name: String, _ findings: [String], else well: String) -> Check {
        Check(.store, name, .ok, findings.isEmpty ? well : findings.joined(separator: "; "))
    }

    private func failed(_ name: String, _ failure: StoreFailure) -> Check {
        Check(.store, name, .problem, "\(failure.tried): \(failure.reason)", advice: failure.hint)
    }

    /// The present second, for a name: `20150708T120000Z`.
    private var stamp: String {
        now.description.prefix { $0 != "." && $0 != "Z" }.filter { $0 != "-" && $0 != ":" } + "Z"
    }
}
