internal import Chronology

/// The coverage of a query as a calendar for the eye: a symbol a day, a line a month; of several years a symbol a month,
/// and of very many a symbol a year, which shows the worst of its days.
///
/// No line is wider than 60 columns.
struct CoverageCalendar {
    private enum Scale {
        case days, months, years
    }

    private struct Row {
        var label: String
        /// Nil is no day of the range.
        var cells: [DayRange?]
    }

    private let days: CoverageDays
    private let scale: Scale

    private static let daysAtMost = 2 * 366
    private static let monthsAtMost = 30 * 366

    init(_ days: CoverageDays) {
        self.days = days
        scale =
            switch days.range.count {
            case ...Self.daysAtMost: .days
            case ...Self.monthsAtMost: .months
            default: .years
            }
    }

    /// The lines, the legend last; symbols that do not occur are not explained.
    func text(on terminal: Terminal) -> String {
        rows.reduce(header) { $0 + line($1, on: terminal) } + legend(on: terminal)
    }

    private var header: String {
        let margin = String(repeating: " ", count: Self.margin)
        switch scale {
        case .days: return margin + "1   5    10   15   20   25   30\n"
        case .months: return margin + "J  F  M  A  M  J  J  A  S  O  N  D\n"
        case .years: return margin + "0  1  2  3  4  5  6  7  8  9\n"
        }
    }

    private static let margin = 11

    private func line(_ row: Row, on terminal: Terminal) -> String {
        var line = "  " + row.label.padded(to: Self.margin - 2, .left)
        var run = ""
        var style = TextStyle.plain
        for cell in row.cells {
            let day = cell.flatMap { days.worst(in: $0) } ?? .ahead
            if day.style != style {
                line += terminal.paint(run, style)
                (run, style) = ("", day.style)
            }
            run += day.symbol + (scale == .days ? "" : "  ")
        }
        line += terminal.paint(run, style) + note(row)
        while line.last == " " { line.removeLast() }
        return line + "\n"
    }

    /// How many of its days are as they should be, where not all are.
    private func note(_ row: Row) -> String {
        let cells = row.cells.compactMap { $0 }
        guard let from = cells.first?.from, let to = cells.last?.to, let part = DayRange(from: from, to: to) else {
            return ""
        }
        let good = [.complete, .empty, .open].reduce(0) { $0 + days.count($1, in: part) }
        let due = part.count - days.count(.ahead, in: part)
        return good == due ? "" : (scale == .days ? "  " : "") + "\(good) of \(due)"
    }

    private func legend(on terminal: Terminal) -> String {
        let shown = CoverageDays.Day.allCases.filter { $0 != .ahead && days.count($0) > 0 }
        let order: [CoverageDays.Day] = [.complete, .empty, .open, .capped, .partial, .unverified, .missing]
        var text = ""
        var used = 0
        for day in order where shown.contains(day) {
            let words = "\(day.symbol) \(day.legend)"
            if used > 0, used + 2 + words.displayWidth > (terminal.width ?? 80) {
                text += "\n"
                used = 0
            }
            text += "  " + terminal.paint(words, day.style)
            used += 2 + words.displayWidth
        }
        if text.isEmpty { return "" }
        switch scale {
        case .days: return text + "\n"
        case .months: return text + "\n  (a month is shown as its worst day)\n"
        case .years: return text + "\n  (a year is shown as its worst day)\n"
        }
    }

    private var rows: [Row] {
        let (first, last) = (days.range.from, days.range.to)
        switch scale {
        case .days:
            return (first.monthNumber...last.monthNumber).map { month in
                let (year, place) = (month / 12, month % 12 + 1)
                return Row(
                    label: String(CalendarDay(year: year, month: place, day: 1)?.description.prefix(7) ?? ""),
                    cells: (1...31).map { day in
                        CalendarDay(year: year, month: place, day: day).flatMap { part($0, $0) }
                    })
            }
        case .months:
            return (first.year...last.year).map { year in
                Row(label: "\(year)", cells: (1...12).map { month(year, $0, to: $0) })
            }
        case .years:
            return (first.year / 10...last.year / 10).map { decade in
                Row(label: "\(decade * 10)s", cells: (0...9).map { month(decade * 10 + $0, 1, to: 12) })
            }
        }
    }

    /// Some months of a year, as far as they are in the range.
    private func month(_ year: Int, _ first: Int, to last: Int) -> DayRange? {
        guard let from = CalendarDay(year: year, month: first, day: 1) else { return nil }
        let next =
            last == 12
            ? CalendarDay(year: year + 1, month: 1, day: 1) : CalendarDay(year: year, month: last + 1, day: 1)
        return part(from, next?.adding(days: -1) ?? days.range.to)
    }

    private func part(_ from: CalendarDay, _ to: CalendarDay) -> DayRange? {
        DayRange(from: max(from, days.range.from), to: min(to, days.range.to))
    }
}

extension CalendarDay {
    /// Months since the year 0.
    fileprivate var monthNumber: Int { year * 12 + month - 1 }
}

extension CoverageDays.Day {
    /// One column wide, and told apart without colour.
    var symbol: String {
        switch self {
        case .complete: "■"
        case .empty: "·"
        case .open: "+"
        case .capped: "▲"
        case .partial: "▒"
        case .unverified: "?"
        case .missing: "×"
        case .ahead: " "
        }
    }

    /// What the symbol says, in the legend.
    fileprivate var legend: String { self == .open ? "open (read before it was over)" : rawValue }

    var style: TextStyle {
        switch self {
        case .complete: .good
        case .empty: .quiet
        case .open: .early
        case .capped: .limit
        case .partial: .warning
        case .unverified: .doubt
        case .missing: .bad
        case .ahead: .plain
        }
    }
}
