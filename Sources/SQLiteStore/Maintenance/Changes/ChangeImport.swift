package import Articles
internal import SQLite

/// What came of putting a file of changes into a store.
package struct ChangeImport: Hashable, Sendable {
    package var from: StorePosition
    package var to: StorePosition
    /// Rows that the file brings, by table; those that were there already are counted too.
    package var tables: [String: ChangeCounts] = [:]
    /// Whether the store had all of it already.
    package var wasThere = false
    /// Notes in which both sides had a hand.
    package var notes: [MergedNote] = []

    /// A note that was changed, added or removed on both sides.
    package struct MergedNote: Hashable, Sendable {
        package enum Outcome: String, Hashable, Sendable {
            /// The source's stands under the number, the replica's under a new one.
            case bothKept = "both_kept"
            /// The source removed it; the replica had changed it and keeps it.
            case kept
            /// The replica removed it; the source has changed it, and it is back.
            case broughtBack = "brought_back"
        }

        package var id: Int64
        package var outcome: Outcome
        /// The new number of the replica's version.
        package var keptAs: Int64?
        package var title: String
    }
}

extension SQLiteArticleWriter {
    /// Puts a file of changes into the store, in one transaction: all of it, or nothing.
    ///
    /// The store must be where the changes begin, or where they end. Rows that are as the file wants them already are
    /// passed over; one that is neither as it was nor as it is to be is a conflict, and the whole file is refused. Notes
    /// are weighed one by one instead, once, and nothing that a person wrote is lost: the store keeps which notes of its
    /// source it was brought to, so that a file that comes again changes none. Triggers keep the full-text index in step.
    ///
    /// - Parameter isTrial: whether everything is undone in the end.
    /// - Throws: `refused` where the file is cut, damaged, foreign, or does not fit the store.
    package func importChanges(from place: String, isTrial: Bool = false) async throws(StoreFailure) -> ChangeImport {
        let tried = "import the changes of \(place)"
        let head = try ChangeFile.examine(place, tried: tried)
        var refusal: StoreFailure?
        let result = try await cancellable(tried) { file throws(SQLiteError) -> ChangeImport? in
            do {
                return try ChangeImporter(place, head, tried: "\(tried) into \(self.path)").run(
                    in: file.connection, isTrial: isTrial)
            } catch let error as SQLiteError {
                throw error
            } catch let failure as StoreFailure {
                refusal = failure
            } catch {
                refusal = StoreFailure(.other, tried: tried, reason: "\(error)")
            }
            return nil
        }
        if let refusal { throw refusal }
        guard let result else { throw StoreFailure(.other, tried: tried, reason: "nothing came of it") }
        return result
    }
}
