import Configuration
import TestSupport
import Testing

@Suite struct MistakeTests {
    @Test(arguments: expected) func `each mistake is told at its place with what to do`(
        _ name: String, _ complaints: [String]
    ) throws {
        #expect(try Sample.complaints(of: Files.read("\(Sample.fixtures)/\(name).toml")) == complaints)
    }

    @Test func `every fixture has its expectation and every expectation its fixture`() throws {
        let names = try Files.names(in: Sample.fixtures).map { String($0.dropLast(5)) }
        #expect(Set(names) == Set(expected.keys).union(["good"]))
    }

    @Test func `a good file has nothing to complain about`() throws {
        #expect(try Sample.complaints(of: Files.read("\(Sample.fixtures)/good.toml")) == [])
    }
}

/// The fixture's name, and what a person reads about it after the file's name.
private let expected: [String: [String]] = [
    "below_least": [
        #"2:10: errors[0].status is 99, which is out of range (allowed: at least 100)"#
    ],
    "date_with_time_where_day": [
        #"3:8: queries.basketball.from is 2015-07-01T00:00:00Z (a date with a time), but must be a day of the "#
            + #"calendar, yyyy-MM-dd (for example from = 2015-07-01)"#,
        #"4:6: queries.basketball.to is 2015-07-07T12:30:00 (a local date or time), but must be a day of the "#
            + #"calendar, yyyy-MM-dd (for example to = 2015-07-01)"#,
    ],
    "day_as_compact_string": [
        #"3:8: queries.basketball.from is "20150701" (a string), but must be a day of the calendar, yyyy-MM-dd "#
            + #"(for example from = 2015-07-01)"#
    ],
    "day_in_string_that_does_not_exist": [
        #"3:8: queries.basketball.from is "2015-02-30" (a string), but must be a day of the calendar, "#
            + #"yyyy-MM-dd (for example from = 2015-07-01)"#
    ],
    "day_that_does_not_exist": [
        #"3:18: not TOML: in a date: expected day between 1 and 28 (inclusive), saw 30"#
    ],
    "duration_with_every": [
        #"2:8: log.wait is "every 15 minutes" (a string), but must be a duration in ms, s, minutes, h, days "#
            + #"or weeks (for example wait = "15 minutes")"#
    ],
    "duration_without_unit": [
        #"2:8: log.wait is 15 (a whole number), but must be a duration in ms, s, minutes, h, days or weeks "#
            + #"(for example wait = "15 minutes")"#
    ],
    "empty_text": [
        #"2:8: queries.basketball.text is empty, but must say something (leave the key out where nothing is meant)"#
    ],
    "fraction_where_whole_number": [
        #"2:12: log.requests is 5.0 (a fractional number), but must be a whole number (for example requests = 5)"#
    ],
    "infinite_number": [
        #"2:9: log.share is inf (a fractional number), but must be a finite number (for example share = 0.5)"#
    ],
    "inline_table_extended": [
        #"2:12: not TOML: in a table header: cannot insert 'log.more' into existing inline table"#
    ],
    "key_twice": [
        #"2:9: not TOML: in a key-value pair: cannot redefine existing string 'title' "#
            + #"(a key or a table stands once; join the two)"#
    ],
    "latin_1": [
        #"1:13: not UTF-8 text (save the file in the encoding UTF-8)"#
    ],
    "letter_beyond_ascii_in_name": [
        #"1:12: not TOML: a letter or sign beyond ASCII outside of quotes (write "…" around it)"#
    ],
    "many_mistakes": [
        #"1:1: unknown key titel (nearest: title)"#,
        #"3:10: server.listen is 8420 (a whole number), but must be a string (for example listen = "text")"#,
        #"5:9: log.level is "loud", which is none of its values (allowed: error, warning, info, debug)"#,
        #"6:8: log.wait is "soon" (a string), but must be a duration in ms, s, minutes, h, days or weeks "#
            + #"(for example wait = "15 minutes")"#,
        #"7:1: [queries.a] has no text, which it must have (add text = …)"#,
        #"8:1: unknown key queries.a.txt (nearest: text)"#,
    ],
    "misplaced_brace": [
        #"2:16: not TOML: in a value: could not determine value type (a text stands in quotes: key = "text")"#
    ],
    "missing_equals": [
        #"2:8: not TOML: in a key-value pair: expected '=', saw '"'"#
    ],
    "missing_key": [
        #"1:1: [queries.basketball] has no text, which it must have (add text = …)"#
    ],
    "none_of_its_values": [
        #"2:9: log.level is "inof", which is none of its values "#
            + #"(nearest: "info"; allowed: error, warning, info, debug)"#
    ],
    "number_in_list_of_strings": [
        #"2:17: log.every[1] is 2 (a whole number), but must be a string (for example "text")"#,
        #"2:20: log.every[2] is true (a truth value), but must be a string (for example "text")"#,
    ],
    "number_where_string": [
        #"1:9: title is 5 (a whole number), but must be a string (for example title = "text")"#
    ],
    "out_of_range": [
        #"2:12: log.requests is 0, which is out of range (allowed: 1 to 10)"#,
        #"3:9: log.share is 1.5, which is out of range (allowed: 0 to 1)"#,
    ],
    "query_that_is_no_table": [
        #"2:14: queries.basketball is "basketball" (a string), but must be a table (for example [queries.basketball])"#
    ],
    "secret_of_wrong_type": [
        #"1:11: api_key is a whole number, but must be true or false (for example api_key = true)"#
    ],
    "string_where_list": [
        #"2:9: log.every is "one" (a string), but must be a list of strings (for example every = ["one", "two"])"#
    ],
    "string_where_number": [
        #"2:12: log.requests is "five" (a string), but must be a whole number (for example requests = 5)"#
    ],
    "string_where_table": [
        #"1:10: server is "127.0.0.1:8420" (a string), but must be a table (for example [server])"#
    ],
    "string_where_truth": [
        #"2:11: log.verbose is "yes" (a string), but must be true or false (for example verbose = true)"#
    ],
    "table_twice": [
        #"3:1: not TOML: in a table header: cannot redefine existing table 'server' "#
            + #"(a key or a table stands once; join the two)"#
    ],
    "table_where_list": [
        #"1:1: errors is a table, but must be a list of tables (for example [[errors]])"#
    ],
    "table_without_name": [
        #"1:2: not TOML: in a key: expected bare key starting character or string delimiter, saw '='"#
    ],
    "typographic_quotes": [
        #"1:9: not TOML: typographic quotes (write " or ')"#
    ],
    "unclosed_string": [
        #"1:16: not TOML: in a string: unescaped control characters other than TAB (U+0009) are explicitly "#
            + #"prohibited (a quoted text ends on its line; is the closing quote missing?)"#
    ],
    "unclosed_table": [
        #"1:8: not TOML: in a table header: expected ']', saw '\n'"#
    ],
    "unknown_key": [
        #"2:1: unknown key server.lisen (nearest: listen)"#
    ],
    "unknown_key_after_bom_and_crlf": [
        #"3:1: unknown key server.listne (nearest: listen)"#
    ],
    "unknown_key_like_no_other": [
        #"2:1: unknown key server.zebra (known: listen)"#
    ],
    "unknown_key_with_control_characters": [
        #"1:1: unknown key "\u001b[31mred" (known: title, api_key, server, log, queries, errors)"#
    ],
    "unknown_key_with_dash": [
        #"3:11: unknown key queries.basketball.guard.min-articles (nearest: min_articles)"#
    ],
    "unknown_table": [
        #"1:2: unknown key querys (nearest: queries)"#
    ],
    "unquoted_text": [
        #"1:9: not TOML: in a value: could not determine value type (a text stands in quotes: key = "text")"#
    ],
    "utf_16": [
        #"1:1: not UTF-8 text but UTF-16 (save the file in the encoding UTF-8)"#
    ],
    "very_deep_key": [
        #"1:1: not TOML: a key of more than 64 parts"#
    ],
    "very_deep_list": [
        #"1:41: not TOML: in a value: exceeded maximum nested value depth of 32"#
    ],
    "year_zero": [
        #"3:8: queries.basketball.from is 0000 (a local date or time), but must be a day of the calendar, "#
            + #"yyyy-MM-dd (for example from = 2015-07-01)"#
    ],
    "zero_byte": [
        #"1:11: not TOML: in a string: unescaped control characters other than TAB (U+0009) are explicitly "#
            + #"prohibited (a quoted text ends on its line; is the closing quote missing?)"#
    ],
]
