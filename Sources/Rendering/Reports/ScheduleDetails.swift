package import Chronology
internal import JSONText

/// Why a query runs when it runs.
package struct ScheduleDetails: Hashable, Sendable {
    /// The schedule in words; nil where there is none.
    package var words: String?
    /// When it comes next, whatever holds a run back.
    package var instants: [Instant]
    package var zone: TimeZone
    package var next: NextRun
    /// What a failure changes, in words.
    package var afterFailure: String
    package var deadline: Duration

    package init(
        words: String? = nil, instants: [Instant] = [], zone: TimeZone, next: NextRun = NextRun(.onRequest),
        afterFailure: String = "", deadline: Duration
    ) {
        self.words = words
        self.instants = instants
        self.zone = zone
        self.next = next
        self.afterFailure = afterFailure
        self.deadline = deadline
    }

    /// Labels and sentences; one without a label goes on with the one before.
    func lines(of query: String, at now: Instant) -> [(label: String, words: String)] {
        guard let words else { return [("runs", "only on request: `articlesync sync \(query)`")] }
        var lines = [("runs", words), ("next run", next.words(of: query, at: now))]
        for (place, instant) in instants.enumerated() {
            lines.append((place == 0 ? "comes" : "", localText(instant)))
        }
        lines.append(("failure", afterFailure))
        lines.append(
            (
                "stopped",
                "goes on from what is kept when the budget returns; a run that was cut off otherwise, after a minute"
            ))
        lines.append(("deadline", "a run is stopped after \(deadline.words), and the next goes on from what it kept"))
        return lines
    }

    /// `Mon 2015-07-06 06:00:13 -04:00`.
    private func localText(_ instant: Instant) -> String {
        let offset = zone.offset(at: instant)
        let local = instant.adding(.seconds(offset))
        let text = Instant(secondsSince1970: local.secondsSince1970).description
        let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        let weekday = weekdays[((local.utcDay.daysSince1970 % 7) + 7) % 7]
        let minutes = abs(offset) / 60
        let east = "\(offset < 0 ? "-" : "+")\(twoDigits(minutes / 60)):\(twoDigits(minutes % 60))"
        return "\(weekday) \(text.prefix(10)) \(text.dropFirst(11).prefix(8)) \(east)"
    }

    private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    func writeMembers(to writer: inout JSONWriter) {
        writer.member("schedule_words", words)
        writer.member("schedule_instants", instants.map(\.description))
        next.writeMembers(to: &writer, failures: "failures_in_a_row")
        writer.member("deadline_seconds", Int(deadline.components.seconds))
    }
}
