package import JSONText

/// What was removed from a store by its age, or would be.
///
/// ## JSON
/// `{"dry_run", "keep_vanished_seconds", "keep_runs_seconds", "articles", "revisions", "runs", "odd_answers",
/// "dropped_candidates", "vacuumed", "bytes", "free_bytes"}`: the rules (null keeps for ever), how many rows of each kind were
/// removed or would be, and how large the file is afterwards, with how much of it is free.
package struct PruneReport: Report {
    package var isDryRun: Bool
    /// The rules; nil keeps for ever.
    package var keepVanished: Duration?
    package var keepRuns: Duration?
    package var articles = 0
    package var revisions = 0
    package var runs = 0
    package var oddAnswers = 0
    package var droppedCandidates = 0
    /// Of the file, before and after, and free inside it after.
    package var bytesBefore = 0
    package var bytes = 0
    package var freeBytes = 0
    package var wasVacuumed = false

    package init(isDryRun: Bool, keepVanished: Duration?, keepRuns: Duration?) {
        self.isDryRun = isDryRun
        self.keepVanished = keepVanished
        self.keepRuns = keepRuns
    }

    package func text(on terminal: Terminal) -> String {
        let verb = isDryRun ? "would be removed" : "removed"
        func line(_ label: String, _ words: String) -> String {
            hanging(label, words, indent: 10, width: terminal.width)
        }
        var text = ""
        if let keepVanished {
            let gone = revisions > 0 ? ", with \(counted(revisions, "revision"))" : ""
            text += line(
                "articles",
                "\(verb): \(counted(articles, "article")) that no query has held for \(keepVanished.words)\(gone)")
        } else {
            text += line("articles", "all are kept for ever ([store] keep_vanished sets an age)")
        }
        if let keepRuns {
            let answers = oddAnswers > 0 ? ", and \(counted(oddAnswers, "odd answer"))" : ""
            text += line(
                "journal", "\(verb): \(counted(runs, "run"))\(answers) that began more than \(keepRuns.words) ago")
        } else {
            text += line("journal", "all runs are kept for ever ([store] keep_runs sets an age)")
        }
        if droppedCandidates > 0 {
            text += line("dropped", "\(verb): \(counted(droppedCandidates, "candidate")), with the answers")
        }
        guard !isDryRun else { return text }
        let size = "\(ByteWords(bytes)), of which \(ByteWords(freeBytes)) are free for what comes next"
        if wasVacuumed {
            text += line("file", "\(size); it was \(ByteWords(bytesBefore)) before")
        } else {
            text += line("file", size + (freeBytes > 0 ? "; --vacuum gives that back to the disk" : ""))
        }
        return text
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("dry_run", isDryRun)
            writer.member("keep_vanished_seconds", keepVanished.map { Int($0.components.seconds) })
            writer.member("keep_runs_seconds", keepRuns.map { Int($0.components.seconds) })
            writer.member("articles", articles)
            writer.member("revisions", revisions)
            writer.member("runs", runs)
            writer.member("odd_answers", oddAnswers)
            writer.member("dropped_candidates", droppedCandidates)
            writer.member("vacuumed", wasVacuumed)
            writer.member("bytes", bytes)
            writer.member("free_bytes", freeBytes)
        }
    }
}
