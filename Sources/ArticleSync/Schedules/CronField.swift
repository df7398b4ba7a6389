/// One of the five fields of a cron rule: what it is called and which values it may hold.
struct CronField: Sendable {
    let name: String
    let range: ClosedRange<Int>
    /// Words for the values from the range's first on.
    var words: [String] = []

    static let minute = CronField(name: "minute", range: 0...59)
    static let hour = CronField(name: "hour", range: 0...23)
    static let day = CronField(name: "day", range: 1...31)
    static let month = CronField(
        name: "month", range: 1...12,
        words: ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"])
    /// Sunday is 0 and 7 alike.
    static let weekday = CronField(
        name: "weekday", range: 0...7, words: ["sun", "mon", "tue", "wed", "thu", "fri", "sat"])

    /// The values of a text: `*`, `5`, `1-5`, `*/15`, `10-30/5`, `5/15` (from 5 on), words, and lists of these.
    func values(of text: String) throws(ScheduleMistake) -> ValueSet {
        var values = ValueSet()
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard !part.isEmpty else {
                throw ScheduleMistake("the \(name) `\(text)` has an empty place in its list (leave out the comma)")
            }
            values.insert(try span(of: part))
        }
        return values
    }

    private func span(of part: Substring) throws(ScheduleMistake) -> StrideThrough<Int> {
        let halves = part.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let bounds = try bounds(of: halves[0], in: part, open: halves.count == 2)
        let step = halves.count == 2 ? try self.step(halves[1], in: part) : 1
        return stride(from: bounds.lowerBound, through: bounds.upperBound, by: step)
    }

    /// The ends of `*`, `5` or `1-5`; open where a step follows, so that a single value begins a range.
    private func bounds(of text: Substring, in part: Substring, open: Bool) throws(ScheduleMistake) -> ClosedRange<Int>
    {
        if text == "*" { return range }
        let ends = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        let from = try value(ends[0], in: part)
        guard ends.count == 2 else { return from...(open ? max(from, last) : from) }
        // A range that ends with Sunday ends with the week.
        let to = ends[1] == "sun" ? 7 : try value(ends[1], in: part)
        guard from <= to else {
            let first = words.first ?? "\(range.lowerBound)"
            let last = words.last ?? "\(range.upperBound)"
            throw ScheduleMistake(
                "the \(name) `\(part)` runs backwards (write it as two ranges: `\(ends[0])-\(last),\(first)-\(ends[1])`)"
            )
        }
        return from...to
    }

    private func value(_ text: Substring, in part: Substring) throws(ScheduleMistake) -> Int {
        if let index = words.firstIndex(of: String(text)) { return index + range.lowerBound }
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            let letters = text.filter { !$0.isNumber }
            if text.contains("#") || ["l", "w", "lw", "?"].contains(letters) {
                throw ScheduleMistake(
                    "the \(name) `\(part)` is no cron: `L`, `W`, `#` and `?` belong to other schedulers (\(allowed))")
            }
            throw ScheduleMistake("the \(name) `\(part)` is not one (\(allowed))")
        }
        guard let value = Int(text), range.contains(value) else {
            throw ScheduleMistake("the \(name) `\(part)` is out of range (\(allowed))")
        }
        return value
    }

    private func step(_ text: Substring, in part: Substring) throws(ScheduleMistake) -> Int {
        let most = last - range.lowerBound + 1
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let step = Int(text), (1...most).contains(step)
        else {
            // A longer step would fit once and then again from the field's beginning: never what was meant.
            let advice = name == "minute" || name == "hour" ? "; for a longer one write `every 90 minutes`" : ""
            throw ScheduleMistake(
                "the \(name) `\(part)` has no step after its `/` that is allowed (1…\(most)\(advice))")
        }
        return step
    }

    /// The last value that is not the first again, as Sunday is.
    private var last: Int { words.isEmpty ? range.upperBound : range.lowerBound + words.count - 1 }

    private var allowed: String {
        let words = words.isEmpty ? "" : " or \(self.words[0])…\(self.words[self.words.count - 1])"
        return "allowed are \(range.lowerBound)…\(range.upperBound)\(words), ranges, lists and steps"
    }
}
