/// The parts of a configuration's text that are TOML, where the whole is not.
///
/// A mistake costs its line, or the section that it stands in if that is of no use without the line. Places stay what
/// they are.
struct ReadableText {
    /// The text, with an unknown key in place of a line that cannot be read, so that what lacks the line is known to have
    /// a mistake, and with empty lines in place of a section that cannot.
    let bytes: [UInt8]
    /// The first word of each line that cannot be read.
    let lostWords: [String]

    /// Further mistakes that only the whole shows, such as a table that stands twice, cost a section each, up to a bound.
    private static let mostRounds = 32

    init(_ bytes: [UInt8]) {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Line($0) }
        for section in Self.sections(lines) where !Self.isReadable(lines[section]) {
            let header = lines[section].prefix { $0.isHeader }
            for index in section.dropFirst(header.count) where !Self.isReadable(header + [lines[index]]) {
                lines[index].lose(leaving: "\"line \(index + 1), which cannot be read\" = 0")
            }
            if !Self.isReadable(lines[section]) { for index in section { lines[index].lose() } }
        }
        for round in 0...Self.mostRounds {
            guard let mistake = Self.mistake(in: lines[...]) else { break }
            let isLast = round == Self.mostRounds
            let section = Self.sections(lines).first { $0.contains(mistake - 1) } ?? lines.indices
            for index in isLast ? lines.indices : section { lines[index].lose() }
        }
        self.bytes = Self.joined(lines[...])
        lostWords = lines.filter(\.isLost).map(\.firstWord).filter { !$0.isEmpty }
    }

    /// The ranges of lines from one table's header to the next.
    private static func sections(_ lines: [Line]) -> [Range<Int>] {
        let starts = lines.indices.filter { $0 == 0 || lines[$0].isHeader }
        return zip(starts, starts.dropFirst() + [lines.count]).map { $0..<$1 }
    }

    private static func joined(_ lines: ArraySlice<Line>) -> [UInt8] {
        Array(lines.map(\.bytes).joined(separator: [UInt8(ascii: "\n")]))
    }

    private static func isReadable(_ lines: ArraySlice<Line>) -> Bool { mistake(in: lines) == nil }

    /// The number of the first line with a mistake, from 1.
    private static func mistake(in lines: ArraySlice<Line>) -> Int? {
        if let index = lines.firstIndex(where: { !$0.isUTF8 }) { return index - lines.startIndex + 1 }
        guard let tree = TOMLTree(parsing: String(decoding: joined(lines), as: UTF8.self)) else { return 1 }
        return tree.mistake.map { min(max($0.line, 1), lines.count) }
    }

    /// One line, with what it says until it is lost.
    private struct Line {
        private(set) var bytes: [UInt8]
        let firstWord: String
        let isHeader: Bool
        private(set) var isUTF8: Bool
        private(set) var isLost = false

        init(_ bytes: ArraySlice<UInt8>) {
            let start = bytes.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            let isComment = start.first == UInt8(ascii: "#")
            isHeader = start.first == UInt8(ascii: "[")
            let marks = Array("[\"' \t".utf8)
            let word = start.drop { marks.contains($0) }.prefix { byte in
                Character(UnicodeScalar(byte)).isLetter || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
            }
            firstWord = isComment ? "" : String(decoding: word, as: UTF8.self)
            // A comment in another encoding is no mistake that costs anything.
            let isText = String(validating: bytes, as: UTF8.self) != nil
            isUTF8 = isText || isComment
            self.bytes = isText || !isComment ? Array(bytes) : []
        }

        mutating func lose(leaving text: String = "") {
            bytes = Array(text.utf8)
            isUTF8 = true
            isLost = true
        }
    }
}
