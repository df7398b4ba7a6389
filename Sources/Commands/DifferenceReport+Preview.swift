internal import ArticleSync
internal import Articles
internal import Rendering

extension DifferenceReport {
    /// What a result would change.
    init(_ query: String, _ preview: RunPreview, advice: String? = nil) {
        self.init(
            query, preview.difference, isStored: false, doubt: preview.doubt, notices: preview.notices, advice: advice)
    }

    /// What a result changed when it was put in place, with the articles that a look named before.
    init(_ query: String, _ preview: RunPreview, storedBy run: Run) {
        var difference = preview.difference
        // The run counts articles that changed while they were gone as changed too.
        if (difference.added, difference.removed) != (run.counts.added, run.counts.removed) {
            // Another run came between the look and this one.
            difference = ContentsDifference()
            (difference.added, difference.removed) = (run.counts.added, run.counts.removed)
            difference.changed = run.counts.changed
        }
        self.init(query, difference, isStored: true, notices: preview.notices)
    }
}
