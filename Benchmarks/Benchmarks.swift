internal import Glibc

/// Prints the figures that the project promises, as one table.
///
/// `Benchmarks` measures all; `Benchmarks NAME …` some of them. `Benchmarks measure …` and `read …` are children that a
/// benchmark starts of itself where the memory of a process of its own is to be measured.
@main
struct Benchmarks {
    static func main() async throws {
        var words = CommandLine.arguments.dropFirst()
        if words.first == "measure" {
            words.removeFirst()
            try await ReplaceMeasurement(words).run()
            return
        }
        if words.first == "read" {
            words.removeFirst()
            try await RecordsMeasurement(words).run()
            return
        }
        let wanted = Set(words)
        func isWanted(_ name: String) -> Bool { wanted.isEmpty || wanted.contains(name) }
        var rows: [Figure] = []
        if isWanted("sync") { rows += try SyncBenchmark().run() }
        if isWanted("year") { rows += try YearBenchmark().run() }
        if isWanted("replace") { rows += try ReplaceBenchmark().run() }
        if isWanted("records") { rows += try RecordsBenchmark().run() }
        if isWanted("service") { rows += try ServiceBenchmark().run() }
        // Last those that work in this process: the peak of a child counts from that of its parent.
        if isWanted("decode") { rows += try DecodeBenchmark().run() }
        if isWanted("keep") { rows += try await KeepBenchmark().run() }
        if isWanted("windows") { rows += try await WindowBenchmark().run() }
        print(Figure.table(rows))
        if rows.contains(where: { $0.isMet == false }) { print("\nSome promises are not kept on this machine, now.") }
    }
}

/// One line of the table.
struct Figure {
    var name: String
    var value: String
    /// What is promised, or the other program that is run beside it.
    var against = ""
    /// Whether the promise is kept; nil where there is none.
    var isMet: Bool?

    /// The figures under each other, in columns.
    static func table(_ rows: [Figure]) -> String {
        let cells =
            [["", "measured", "promised or beside it", ""]]
            + rows.map { [$0.name, $0.value, $0.against, $0.isMet.map { $0 ? "kept" : "NOT KEPT" } ?? ""] }
        let widths = (0..<4).map { column in cells.map { $0[column].count }.max() ?? 0 }
        return cells.map { line in
            zip(line, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: "  ")
        }.joined(separator: "\n")
    }

    /// A figure that must not exceed a limit.
    static func atMost(_ name: String, _ value: Double, _ limit: Double, _ unit: String) -> Figure {
        Figure(
            name: name, value: "\(value.shown) \(unit)", against: "at most \(limit.shown) \(unit)",
            isMet: value <= limit)
    }

    /// A figure that must reach a limit.
    static func atLeast(_ name: String, _ value: Double, _ limit: Double, _ unit: String) -> Figure {
        Figure(
            name: name, value: "\(value.shown) \(unit)", against: "at least \(limit.shown) \(unit)",
            isMet: value >= limit)
    }
}

extension Double {
    /// Three digits that matter, and no exponent.
    var shown: String {
        guard isFinite else { return "\(self)" }
        if magnitude >= 100 { return "\(Int(rounded()))" }
        let scale = magnitude >= 10 ? 10.0 : magnitude >= 1 ? 100.0 : 1_000.0
        return "\((self * scale).rounded() / scale)"
    }
}

extension [Double] {
    /// The middle one.
    var median: Double { sorted()[count / 2] }
}
