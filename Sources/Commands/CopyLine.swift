internal import Rendering
internal import Synchronization

/// The one line on a terminal that says how much of a file is copied; silent where there is no terminal.
final class CopyLine: Sendable {
    private let output: Output
    private let label: String
    private let shown = Mutex<String?>(nil)

    init(on output: Output, label: String) {
        self.output = output
        self.label = label
    }

    func show(_ done: Int, of total: Int) {
        guard let width = output.width else { return }
        let line = ByteProgress(label: label, done: done, total: total).line(width: width)
        shown.withLock { shown in
            guard line != shown else { return }
            // Progress is a courtesy: where the terminal is gone, the work goes on.
            try? output.write("\r" + line + "\u{1b}[K")
            shown = line
        }
    }

    /// Takes the line away.
    func clear() {
        shown.withLock { shown in
            guard shown != nil else { return }
            try? output.write("\r\u{1b}[K")
            shown = nil
        }
    }
}

/// The last part of a path.
enum FileName {
    static func last(of path: String) -> String {
        String(path.split(separator: "/").last ?? Substring(path))
    }
}
