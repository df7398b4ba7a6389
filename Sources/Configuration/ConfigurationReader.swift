package import Chronology

/// Reads one table: typed values by key, remembering which keys are known.
///
/// Every getter returns nil where the key is absent or its value is wrong; a wrong value is noted as a diagnostic at its
/// place, with what is allowed. `finish` notes every key that nobody asked for, with the nearest known one.
package final class ConfigurationReader {
    package let table: ConfigurationTable
    /// The dotted name of the table, for messages: `queries.basketball`; empty at the root.
    package let name: String
    package let diagnostics: Diagnostics
    private var known: Set<String> = []

    package init(_ table: ConfigurationTable, name: String = "", diagnostics: Diagnostics) {
        self.table = table
        self.name = name
        self.diagnostics = diagnostics
    }

    /// The value as it stands, marking the key as known.
    package func value(_ key: String) -> ConfigurationValue? { fatalError("to be written") }
    package func has(_ key: String) -> Bool { fatalError("to be written") }
    package func string(_ key: String) -> String? { fatalError("to be written") }
    /// A string that must not be empty.
    package func text(_ key: String) -> String? { fatalError("to be written") }
    package func integer(_ key: String, in range: ClosedRange<Int>? = nil) -> Int? { fatalError("to be written") }
    package func number(_ key: String, in range: ClosedRange<Double>? = nil) -> Double? { fatalError("to be written") }
    package func bool(_ key: String) -> Bool? { fatalError("to be written") }
    package func strings(_ key: String) -> [String]? { fatalError("to be written") }
    /// A TOML local date, or a string `yyyy-MM-dd`.
    package func day(_ key: String) -> CalendarDay? { fatalError("to be written") }
    /// As people write it: `10ms`, `2s`, `15 minutes`, `6h`, `2 days`.
    package func duration(_ key: String) -> Duration? { fatalError("to be written") }
    /// One of the raw values of an enumeration.
    package func choice<Choice: RawRepresentable & CaseIterable>(
        _ key: String, of type: Choice.Type
    ) -> Choice? where Choice.RawValue == String { fatalError("to be written") }
    /// A table under this one.
    package func table(_ key: String) -> ConfigurationReader? { fatalError("to be written") }
    /// The tables under a key, such as `[queries.*]`, in the order written.
    package func tables(_ key: String) -> [(key: String, reader: ConfigurationReader)] { fatalError("to be written") }
    /// The tables of an array, such as `[[errors]]`.
    package func list(_ key: String) -> [ConfigurationReader] { fatalError("to be written") }
    /// Notes that a value is wrong for a reason that only the caller knows, at the value's place (or the table's).
    package func complain(_ key: String?, _ message: String) { fatalError("to be written") }
    /// Notes that a key must be there.
    package func require(_ key: String) { fatalError("to be written") }
    /// Notes every key that nobody asked for.
    package func finish() { fatalError("to be written") }
}
