package import Articles
package import Chronology

/// Which days of a range are covered, as a grid of months: a symbol a day.
///
/// Symbols tell the states apart without colour: `■` complete, `·` empty, `◪` partial, `▲` capped, `?` unverified, `□`
/// missing; days to come are blank. Ranges of more than three years have a line a year, a symbol a month, which is that
/// of its least covered day.
package struct CoverageCalendar: Hashable, Sendable {
    /// What is known of a day.
    package enum State: Int, Hashable, Sendable, CaseIterable {
        case complete, empty, capped, partial, unverified, missing

        var symbol: String {
            switch self {
            case .complete: "■"
            case .empty: "·"
            case .capped: "▲"
            case .partial: "◪"
            case .unverified: "?"
            case .missing: "□"
            }
        }

        var style: TextStyle {
            switch self {
            case .complete: .good
            case .empty: .plain
            case .capped, .partial, .unverified: .warning
            case .missing: .bad
            }
        }

        package var name: String { "\(self)" }
    }

    package let range: DayRange
    package let windows: [WindowReading]
    package let today: CalendarDay

    package init(_ range: DayRange, windows: [WindowReading], today: CalendarDay) {
        self.range = range
        self.windows = windows.sorted { $0.days.from < $1.days.from }
        self.today = today
    }

    /// Days of one state after each other, earliest first; days to come are left out.
    package var spans: [(days: DayRange, state: State)] {
        var spans: [(days: DayRange, state: State)] = []
        func add(_ from: CalendarDay, _ to: CalendarDay, _ state: State) {
            guard let days = DayRange(from: from, to: min(to, today, range.to)), from <= today else { return }
            if let last = spans.last, last.state == state, last.days.to.adding(days: 1) == days.from,
                let joined = DayRange(from: last.days.from, to: days.to)
            {
                spans[spans.count - 1].days = joined
            } else {
                spans.append((days, state))
            }
        }
        var day = range.from
        for window in windows where window.days.to >= day && window.days.from <= range.to {
            if window.days.from > day { add(day, window.days.from.adding(days: -1), .missing) }
            add(max(day, window.days.from), window.days.to, Self.state(of: window))
            day = window.days.to.adding(days: 1)
        }
        if day <= range.to { add(day, range.to, .missing) }
        return spans
    }

    private static func state(of window: WindowReading) -> State {
        switch window.status {
        case .complete: .complete
        case .empty: .empty
        case .capped: .capped
        case .partial: .partial
        case .unverified: .unverified
        }
    }

    /// The lines, with a legend of the states that occur.
    package func text(on terminal: Terminal) -> String {
        let spans = spans
        guard !spans.isEmpty else { return "" }
        let lines = range.count > 3 * 366 ? years(spans, terminal) : months(spans, terminal)
        var seen = Set(spans.map(\.state))
        if seen.isEmpty { seen = [.missing] }
        let states = State.allCases.filter(seen.contains)
        return lines.map { "  " + $0 + "\n" }.joined() + legend(states, terminal)
    }

    /// The states that occur, on as many lines as the terminal needs.
    private func legend(_ states: [State], _ terminal: Terminal) -> String {
        var text = ""
        var used = 0
        for state in states {
            let wide = state.name.count + 4
            if used > 0, used + wide > (terminal.width ?? 80) {
                text += "\n"
                used = 0
            }
            text += "  \(terminal.paint(state.symbol, state.style)) \(state.name)"
            used += wide
        }
        return text + "\n"
    }

    private func months(_ spans: [(days: DayRange, state: State)], _ terminal: Terminal) -> [String] {
        var lines: [String] = []
        var line = ""
        var month: Int?
        var index = 0
        var day = range.from
        while day <= range.to {
            if month != day.year * 12 + day.month {
                if month != nil { lines.append(line) }
                month = day.year * 12 + day.month
                line = String(day.description.prefix(7)) + "  " + String(repeating: " ", count: day.day - 1)
            }
            while index < spans.count, spans[index].days.to < day { index += 1 }
            if index < spans.count, spans[index].days.contains(day) {
                line += terminal.paint(spans[index].state.symbol, spans[index].state.style)
            } else {
                line += " "
            }
            day = day.adding(days: 1)
        }
        lines.append(line)
        return lines.map(Self.trimmed)
    }

    private static func trimmed(_ line: String) -> String {
        line.last == " " ? String(line.reversed().drop { $0 == " " }.reversed()) : line
    }

    private func years(_ spans: [(days: DayRange, state: State)], _ terminal: Terminal) -> [String] {
        var worst: [Int: State] = [:]
        for (days, state) in spans {
            let (first, last) = (days.from.year * 12 + days.from.month - 1, days.to.year * 12 + days.to.month - 1)
            for month in first...last where (worst[month]?.rawValue ?? -1) < state.rawValue { worst[month] = state }
        }
        return (range.from.year...range.to.year).map { year in
            let symbols = (0..<12).map { month in
                worst[year * 12 + month].map { terminal.paint($0.symbol, $0.style) } ?? " "
            }
            return Self.trimmed("\(year)  " + symbols.joined(separator: " "))
        }
    }
}
