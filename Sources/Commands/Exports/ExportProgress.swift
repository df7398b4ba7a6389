internal import Articles
internal import Chronology
internal import Rendering

/// The one line on a terminal that says how far an export has come, once it takes longer than a moment.
final class ExportProgress {
    private let output: Output
    private let width: Int
    private let clock: WallClock
    private var count = ExportCount(label: "", total: nil)
    private var began: Instant
    private var shown: Instant
    private var isShown = false

    /// Nil where there is no terminal, or where the data themselves go to it.
    init?(_ order: ExportOrder, _ context: ProcessContext) {
        guard let width = context.errors.width, order.places.data != nil || context.output.width == nil else {
            return nil
        }
        output = context.errors
        self.width = width
        clock = context.clock
        began = clock.now
        shown = began
    }

    func begin(_ origin: ContentsOrigin, of listing: ArticleListing) {
        let isFiltered = listing.predicate != nil || listing.search != nil
        count = ExportCount(label: origin.query, total: isFiltered ? nil : origin.articles - origin.pruned)
        began = clock.now
        shown = began
    }

    /// Shows how many articles are written, a few times a second at most.
    func show(_ done: Int) {
        let now = clock.now
        guard now.since(shown) >= .milliseconds(250) else { return }
        shown = now
        isShown = true
        (count.done, count.elapsed) = (done, now.since(began))
        write("\r" + count.line(width: width) + "\u{1B}[K")
    }

    /// Takes the line away.
    func clear() {
        if isShown { write("\r\u{1B}[K") }
        isShown = false
    }

    /// Where nobody can be told any more, the export goes on.
    private func write(_ text: String) { try? output.write(text) }
}
