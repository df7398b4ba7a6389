internal import ArticleSync
internal import Articles
internal import Chronology
internal import Rendering
internal import Synchronization

/// The one line on a terminal that says how far a sync has come; silent where there is no terminal.
final class ProgressLine: Sendable {
    private struct State {
        var bars: [String: ProgressBar] = [:]
        var began: [String: Instant] = [:]
        var ranges: [String: DayRange] = [:]
        var newest: String?
        /// Until when the budget makes somebody wait.
        var waitsUntil: Instant?
        var isShown = false
    }

    private let output: Output
    private let clock: WallClock
    private let state = Mutex(State())

    init(on output: Output, clock: WallClock) {
        self.output = output
        self.clock = clock
    }

    /// Shows how far a query has come.
    func show(_ progress: SyncProgress) {
        guard output.width != nil else { return }
        state.withLock { state in
            switch progress {
            case .began(let query, let window):
                state.ranges[query] = window
                state.bars[query] = ProgressBar(label: query)
                state.began[query] = clock.now
                state.newest = query
            case .paged(let query, let pages, let expected, _, let requests, let window):
                state.bars[query]?.done = pages
                state.bars[query]?.total = expected
                state.bars[query]?.requests = requests
                let range = state.ranges[query]
                state.bars[query]?.window = window == range ? nil : window
                state.newest = query
                state.waitsUntil = nil
            case .ended(let run):
                state.bars[run.query] = nil
                if state.newest == run.query { state.newest = state.bars.keys.sorted().first }
            }
            draw(&state)
        }
    }

    /// Says that the budget makes a query's provider wait.
    func wait(until instant: Instant) {
        guard output.width != nil else { return }
        state.withLock { state in
            state.waitsUntil = instant
            draw(&state)
        }
    }

    /// Keeps the line true while nothing happens, until the task is cancelled; returns at once without a terminal.
    func keepCurrent() async {
        guard output.width != nil else { return }
        while (try? await Task.sleep(for: .seconds(1))) != nil { state.withLock { draw(&$0) } }
    }

    /// Takes the line away while something else is written.
    func interrupt(_ body: () -> Void) {
        state.withLock { state in
            erase(&state)
            body()
            draw(&state)
        }
    }

    /// Takes the line away for good.
    func clear() { state.withLock { erase(&$0) } }

    private func draw(_ state: inout State) {
        guard let width = output.width, let newest = state.newest, var bar = state.bars[newest] else { return }
        bar.elapsed = state.began[newest].map { clock.now.since($0) } ?? .zero
        if let waitsUntil = state.waitsUntil, waitsUntil > clock.now {
            // Requests come in bursts: the wait after one belongs to it.
            bar.elapsed += waitsUntil.since(clock.now)
            let seconds = Int((waitsUntil.since(clock.now) / .seconds(1)).rounded(.up))
            bar.note = "waiting \(seconds) s for the budget"
            bar.waitsLong = seconds > 60
        }
        // Progress is a courtesy: where the terminal is gone, the work goes on.
        try? output.write("\r" + bar.line(width: width) + "\u{1b}[K")
        state.isShown = true
    }

    private func erase(_ state: inout State) {
        guard state.isShown else { return }
        try? output.write("\r\u{1b}[K")
        state.isShown = false
    }
}
