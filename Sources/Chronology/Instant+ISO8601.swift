extension Instant {
    /// The instant of a full ISO 8601 text, or nil.
    ///
    /// Taken are `yyyy-MM-ddTHH:mm:ss` (also with `t` or a space), a fraction of one to nine digits (cut to
    /// milliseconds), and a zone: `Z`, `+hh:mm` or `+hhmm`. A text without a zone is refused, as its instant is not
    /// known; so are days that do not exist, an hour 24, a moment that in UTC lies before the year 1 or after 9999, and
    /// anything after the zone. A leap second is read as the second after it.
    package init?(iso8601 text: some StringProtocol) { self.init(iso8601: String(text)) }

    /// The same of a whole string, which other rooms call as it is compiled here: nothing generic is left.
    package init?(iso8601 text: String) {
        var reader = Reader(bytes: Array(text.utf8))
        guard let day = reader.day(), reader.take("T") || reader.take("t") || reader.take(" "),
            let hour = reader.two(upTo: 23), reader.take(":"), let minute = reader.two(upTo: 59), reader.take(":"),
            let second = reader.two(upTo: 60), let milliseconds = reader.fraction(), let offset = reader.zone(),
            reader.isAtEnd
        else { return nil }
        let seconds = Int64(day.daysSince1970) * 86_400 + Int64(hour * 3_600 + minute * 60 + second - offset)
        self.init(millisecondsSince1970: seconds * 1_000 + Int64(milliseconds))
        guard secondsSince1970 == seconds else { return nil }
    }

    private struct Reader {
        let bytes: [UInt8]
        private var index = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        var isAtEnd: Bool { index == bytes.count }

        mutating func take(_ character: Unicode.Scalar) -> Bool {
            guard index < bytes.count, UInt32(bytes[index]) == character.value else { return false }
            index += 1
            return true
        }

        mutating func digit() -> Int? {
            guard index < bytes.count, (0x30...0x39).contains(bytes[index]) else { return nil }
            defer { index += 1 }
            return Int(bytes[index] - 0x30)
        }

        mutating func day() -> CalendarDay? {
            guard let century = two(upTo: 99), let year = two(upTo: 99), take("-"), let month = two(upTo: 12),
                take("-"), let day = two(upTo: 31)
            else { return nil }
            return CalendarDay(year: century * 100 + year, month: month, day: day)
        }

        mutating func two(upTo limit: Int) -> Int? {
            guard let tens = digit(), let ones = digit(), tens * 10 + ones <= limit else { return nil }
            return tens * 10 + ones
        }

        /// Milliseconds of an optional fraction.
        mutating func fraction() -> Int? {
            guard take(".") || take(",") else { return 0 }
            var milliseconds = 0
            var count = 0
            while let next = digit() {
                if count < 3 { milliseconds = milliseconds * 10 + next }
                count += 1
            }
            guard (1...9).contains(count) else { return nil }
            for _ in count..<max(count, 3) { milliseconds *= 10 }
            return milliseconds
        }

        /// Seconds east of UTC.
        mutating func zone() -> Int? {
            if take("Z") || take("z") { return 0 }
            let sign: Int
            if take("+") { sign = 1 } else if take("-") { sign = -1 } else { return nil }
            guard let hours = two(upTo: 23) else { return nil }
            _ = take(":")
            guard let minutes = two(upTo: 59) else { return nil }
            return sign * (hours * 3_600 + minutes * 60)
        }
    }
}
