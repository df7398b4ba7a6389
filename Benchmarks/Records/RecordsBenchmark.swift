internal import Glibc
internal import SQLiteStore
internal import TestSupport

/// Reading a store of 1,000,000 articles, each measurement in a process of its own.
///
/// To make the store takes minutes. Where `ARTICLESYNC_LARGE_STORE` names a file, it is made there once and stays.
struct RecordsBenchmark {
    func run() throws -> [Figure] {
        let folder = try TemporaryFolder()
        let kept = unsafe getenv("ARTICLESYNC_LARGE_STORE").map { unsafe String(cString: $0) }
        let store = kept ?? folder.file("large.db")
        let this = try Child.beside("Benchmarks")
        let output = folder.file("figures.txt")
        func measure(_ what: String) throws -> (figures: [String: Double], usage: Child.Usage) {
            let usage = try Child([this, "read", store, what], output: output).usage()
            guard usage.status == 0 else { throw BenchmarkFailure("measuring \(what) ended with \(usage.status)") }
            let lines = try Files.text(output).split(separator: "\n").map { $0.split(separator: "\t") }
            return (
                Dictionary(lines.compactMap { line in Double(line[1]).map { (String(line[0]), $0) } }) { $1 }, usage
            )
        }
        var figures: [Figure] = []
        if !Files.exists(store) {
            let (values, usage) = try measure("fill")
            figures.append(Figure(name: "make a store of 1,000,000 articles", value: "\(usage.wall.shown) s"))
            figures += values.map { Figure(name: $0, value: "\($1.shown) µs of the processor") }
        }
        // One that stays from the last time may have been left in the middle.
        _ = try measure("index")
        var peak = 0.0
        func add(_ what: String, _ promise: (String, Double, Double) -> Figure) throws {
            let (values, usage) = try measure(what)
            peak = max(peak, usage.memory)
            for (name, value) in values.sorted(by: { $0.key < $1.key }) {
                let wall = values[name + Self.wall]
                if name.hasSuffix(Self.wall) { continue }
                figures.append(promise(name, value, wall ?? value))
            }
        }
        func milliseconds(_ limit: Double) -> (String, Double, Double) -> Figure {
            { name, processor, wall in
                // Promises are of the 95th percentile; beside it stands the most.
                if name.hasSuffix("most") {
                    return Figure(name: name, value: "\(processor.shown) ms (\(wall.shown) on the clock)")
                }
                let figure = Figure.atMost(name, processor, limit, "ms")
                return Figure(
                    name: name, value: "\(figure.value) (\(wall.shown) on the clock)", against: figure.against,
                    isMet: figure.isMet)
            }
        }
        try add("newest", milliseconds(2))
        try add("contains", milliseconds(30))
        try add("search", milliseconds(20))
        try add("count", milliseconds(10))
        try add("listing") { name, value, wall in
            Figure(name: name, value: "\(value.shown) ms (\(wall.shown) on the clock)")
        }
        try add("values") { name, value, _ in
            name.hasSuffix(Self.bare)
                ? Figure(name: name, value: value.shown) : .atLeast(name, value, 1_000_000, "rows/s")
        }
        figures.append(.atMost("peak memory of these readers", peak, 40, "MB"))
        let alone = try measure("beside").figures
        let writer = try Child([this, "read", store, "replace"])
        let meanwhile = try measure("beside").figures
        _ = writer.usage()
        for (name, value) in meanwhile.sorted(by: { $0.key < $1.key }) {
            if let before = alone[name] {
                figures.append(.atMost("\(name) during a replacement: share", value / before, 1.2, ""))
            } else {
                figures.append(Figure(name: name, value: "\(value.shown) ms on the clock"))
            }
        }
        return figures
    }

    /// Behind the name of a figure: so many times what the bare statement takes.
    static let bare = ": share of the time by the statement alone"

    /// Behind the name of a figure: the same by the clock on the wall.
    static let wall = ", wall"
}
