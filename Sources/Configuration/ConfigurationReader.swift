package import Chronology

/// Reads one table: typed values by key, remembering which keys are known.
///
/// Every getter returns nil where the key is absent or its value is wrong; a wrong value is noted as a diagnostic at its
/// place, with what is allowed. `finish` notes every key that nobody asked for, with the nearest known one. Several rooms
/// that read parts of one table share its reader.
package final class ConfigurationReader {
    package let table: ConfigurationTable
    /// The dotted name of the table, for messages: `queries.basketball`; empty at the root.
    package let name: String
    package let diagnostics: Diagnostics
    private var known: [String] = []
    private var readers: [(path: String, reader: ConfigurationReader)] = []
    private var isFinished = false

    package init(_ table: ConfigurationTable, name: String = "", diagnostics: Diagnostics) {
        self.table = table
        self.name = name
        self.diagnostics = diagnostics
    }

    /// The value as it stands, marking the key as known.
    package func value(_ key: String) -> ConfigurationValue? {
        if !known.contains(key) { known.append(key) }
        return table[key]?.value
    }

    /// Whether the key is there, marking it as known.
    package func has(_ key: String) -> Bool { value(key) != nil }

    package func string(_ key: String) -> String? {
        read(key, as: "a string", example: "\"text\"") {
            if case .string(let text) = $0 { text } else { nil }
        }
    }

    /// A string that must not be empty.
    package func text(_ key: String) -> String? {
        guard let text = string(key) else { return nil }
        guard text.contains(where: { !$0.isWhitespace }) else {
            complain(key, "\(path(key)) is empty, but must say something (leave the key out where nothing is meant)")
            return nil
        }
        return text
    }

    package func integer(_ key: String, in range: ClosedRange<Int>? = nil) -> Int? {
        let example = range.map { "\(min(max($0.lowerBound, 5), $0.upperBound))" } ?? "5"
        let number = read(key, as: "a whole number", example: example) {
            if case .integer(let number) = $0 { number } else { nil }
        }
        return number.flatMap { within(range, $0, key, unbounded: (.min, .max)) }
    }

    package func number(_ key: String, in range: ClosedRange<Double>? = nil) -> Double? {
        let example = range.map { "\(min(max($0.lowerBound, 0.5), $0.upperBound))" } ?? "0.5"
        let number: Double? = read(key, as: "a finite number", example: example) {
            switch $0 {
            case .integer(let number): Double(number)
            case .double(let number) where number.isFinite: number
            default: nil
            }
        }
        return number.flatMap { within(range, $0, key, unbounded: (-.infinity, .infinity)) }
    }

    package func bool(_ key: String) -> Bool? {
        read(key, as: "true or false", example: "true") {
            if case .bool(let truth) = $0 { truth } else { nil }
        }
    }

    package func strings(_ key: String) -> [String]? {
        let example = "[\"one\", \"two\"]"
        let values: [ConfigurationValue]? = read(key, as: "a list of strings", example: example) {
            if case .array(let values) = $0 { values } else { nil }
        }
        guard let values else { return nil }
        var strings: [String] = []
        for (index, value) in values.enumerated() {
            if case .string(let text) = value.kind {
                strings.append(text)
            } else {
                wrong("\(path(key))[\(index)]", value, "a string", example: "\"text\"")
            }
        }
        return strings.count == values.count ? strings : nil
    }

    /// A list of whole numbers, each in a range.
    package func integers(_ key: String, in range: ClosedRange<Int>) -> [Int]? {
        let values: [ConfigurationValue]? = read(key, as: "a list of numbers", example: "[1, 7, 30]") {
            if case .array(let values) = $0 { values } else { nil }
        }
        guard let values else { return nil }
        var numbers: [Int] = []
        for (index, value) in values.enumerated() {
            if case .integer(let number) = value.kind, let number = Int(exactly: number), range.contains(number) {
                numbers.append(number)
            } else {
                let allowed = "a number from \(range.lowerBound) to \(range.upperBound)"
                wrong("\(path(key))[\(index)]", value, allowed, example: "\(range.lowerBound)")
            }
        }
        return numbers.count == values.count ? numbers : nil
    }

    /// A TOML local date, or a string `yyyy-MM-dd`.
    package func day(_ key: String) -> CalendarDay? {
        read(key, as: "a day of the calendar, yyyy-MM-dd", example: "2015-07-01") {
            switch $0 {
            case .day(let day): day
            case .string(let text): DayFormat.iso.day(from: text)
            default: nil
            }
        }
    }

    /// As people write it: `10ms`, `2s`, `15 minutes`, `6h`, `2 days`.
    package func duration(_ key: String) -> Duration? {
        read(key, as: "a duration in ms, s, minutes, h, days or weeks", example: "\"15 minutes\"") {
            if case .string(let text) = $0 { Duration(written: text) } else { nil }
        }
    }

    /// One of the raw values of an enumeration.
    package func choice<Choice: RawRepresentable & CaseIterable>(
        _ key: String, of type: Choice.Type
    ) -> Choice? where Choice.RawValue == String {
        guard let value = value(key) else { return nil }
        let allowed = Choice.allCases.map(\.rawValue)
        if case .string(let text) = value.kind {
            if let choice = Choice(rawValue: text) { return choice }
            let nearest = EditDistance.nearest(to: text, among: allowed).map { "nearest: \"\($0)\"; " } ?? ""
            complain(
                key,
                "\(path(key)) is \(Written.quoted(text)), which is none of its values "
                    + "(\(nearest)allowed: \(allowed.joined(separator: ", ")))")
        } else {
            wrong(path(key), value, "one of \(allowed.joined(separator: ", "))", example: "\"\(allowed.first ?? "")\"")
        }
        return nil
    }

    /// A table under this one.
    package func table(_ key: String) -> ConfigurationReader? {
        guard let value = value(key) else { return nil }
        return reader(of: value, path(key))
    }

    /// The tables under a key, such as `[queries.*]`, in the order written.
    package func tables(_ key: String) -> [(key: String, reader: ConfigurationReader)] {
        guard let group = table(key) else { return [] }
        return group.table.entries.compactMap { entry in group.table(entry.key).map { (entry.key, $0) } }
    }

    /// The tables of an array, such as `[[errors]]`.
    package func list(_ key: String) -> [ConfigurationReader] {
        let example = "[[\(path(key))]]"
        let values: [ConfigurationValue]? = read(key, as: "a list of tables", example: example, isHeading: true) {
            if case .array(let values) = $0 { values } else { nil }
        }
        return (values ?? []).enumerated().compactMap { reader(of: $1, "\(path(key))[\($0)]") }
    }

    /// Notes that a value is wrong for a reason that only the caller knows, at the value's place (or the table's).
    package func complain(_ key: String?, _ message: String) {
        diagnostics.add(key.flatMap { table[$0]?.value.location } ?? table.location, message)
    }

    /// Notes that a key must be there.
    package func require(_ key: String) {
        guard !has(key) else { return }
        let place = name.isEmpty ? "the file" : "[\(name)]"
        complain(nil, "\(place) has no \(Written.key(key)), which it must have (add \(Written.key(key)) = …)")
    }

    /// Notes every key that nobody asked for, here and in every table that was read from here.
    ///
    /// A second call does nothing.
    package func finish() {
        guard !isFinished else { return }
        isFinished = true
        for entry in table.entries where !known.contains(entry.key) {
            let nearest = EditDistance.nearest(to: entry.key, among: known)
            let hint =
                nearest.map { "nearest: \($0)" } ?? (known.isEmpty ? nil : "known: \(known.joined(separator: ", "))")
            diagnostics.add(entry.location, "unknown key \(path(entry.key))" + (hint.map { " (\($0))" } ?? ""))
        }
        for (_, reader) in readers { reader.finish() }
    }

    /// The dotted name of a key here, for messages.
    package func path(_ key: String) -> String { name.isEmpty ? Written.key(key) : "\(name).\(Written.key(key))" }

    private func read<Value>(
        _ key: String, as expected: String, example: String, isHeading: Bool = false,
        _ convert: (ConfigurationValue.Kind) -> Value?
    ) -> Value? {
        guard let value = value(key) else { return nil }
        if let converted = convert(value.kind) { return converted }
        wrong(path(key), value, expected, example: isHeading ? example : "\(Written.key(key)) = \(example)")
        return nil
    }

    private func wrong(_ path: String, _ value: ConfigurationValue, _ expected: String, example: String) {
        let found = value.found(hidden: Self.isSecret(path))
        diagnostics.add(value.location, "\(path) is \(found), but must be \(expected) (for example \(example))")
    }

    /// A key misplaced under a name like this must not get into logs by way of a complaint.
    private static func isSecret(_ path: String) -> Bool {
        ["key", "token", "secret", "password", "credential"].contains { path.lowercased().contains($0) }
    }

    private func within<Number: Comparable & LosslessStringConvertible>(
        _ range: ClosedRange<Number>?, _ number: Number, _ key: String, unbounded: (low: Number, high: Number)
    ) -> Number? {
        guard let range, !range.contains(number) else { return number }
        let (low, high) = (Written.number(range.lowerBound), Written.number(range.upperBound))
        let allowed =
            switch range {
            case _ where range.upperBound == unbounded.high: "at least \(low)"
            case _ where range.lowerBound == unbounded.low: "at most \(high)"
            default: "\(low) to \(high)"
            }
        complain(key, "\(path(key)) is \(Written.number(number)), which is out of range (allowed: \(allowed))")
        return nil
    }

    private func reader(of value: ConfigurationValue, _ path: String) -> ConfigurationReader? {
        if let made = readers.first(where: { $0.path == path }) { return made.reader }
        guard case .table(let table) = value.kind else {
            wrong(path, value, "a table", example: "[\(path)]")
            return nil
        }
        let reader = ConfigurationReader(table, name: path, diagnostics: diagnostics)
        readers.append((path, reader))
        return reader
    }
}
