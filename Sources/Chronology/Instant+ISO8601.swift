extension Instant {
    /// The instant of a full ISO 8601 text, or nil.
    ///
    /// Taken are `yyyy-MM-ddTHH:mm:ss` (also with `t` or a space), a fraction of one to nine digits (cut to
    /// milliseconds), and a zone: `Z`, `+hh:mm` or `+hhmm`. A text without a zone is refused, as its instant is not
    /// known; so are days that do not exist, an hour 24, a moment that in UTC lies before the year 1 or after 9999, and
    /// anything after the zone. A leap second is read as the second after it.
    package init?(iso8601 text: some StringProtocol) {
        var reader = Reader(text.utf8)
        guard let day = DayFormat.iso.day(from: text.prefix(10)), reader.skip(10),
            reader.take("T") || reader.take("t") || reader.take(" "),
            let hour = reader.two(upTo: 23), reader.take(":"), let minute = reader.two(upTo: 59), reader.take(":"),
            let second = reader.two(upTo: 60), let milliseconds = reader.fraction(), let offset = reader.zone(),
            reader.isAtEnd
        else { return nil }
        let seconds = Int64(day.daysSince1970) * 86_400 + Int64(hour * 3_600 + minute * 60 + second - offset)
        self.init(millisecondsSince1970: seconds * 1_000 + Int64(milliseconds))
        guard secondsSince1970 == seconds else { return nil }
    }

    private struct Reader<Bytes: Collection<UInt8>> {
        private var rest: Bytes.SubSequence

        init(_ bytes: Bytes) { rest = bytes[...] }

        var isAtEnd: Bool { rest.isEmpty }

        mutating func skip(_ count: Int) -> Bool {
            guard rest.count >= count else { return false }
            rest = rest.dropFirst(count)
            return true
        }

        mutating func take(_ character: Unicode.Scalar) -> Bool {
            guard let first = rest.first, UInt32(first) == character.value else { return false }
            rest = rest.dropFirst()
            return true
        }

        mutating func digit() -> Int? {
            guard let first = rest.first, (0x30...0x39).contains(first) else { return nil }
            rest = rest.dropFirst()
            return Int(first - 0x30)
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
