package import Articles

extension MarkedText {
    /// The same on one line that is harmless to a terminal.
    var harmless: MarkedText { MarkedText(text.harmless) }

    /// The text without its marks.
    var unmarked: String { parts.map(\.text).joined() }

    /// The text with «guillemets» about what is marked, for readers without colour.
    ///
    /// Square brackets would not do, as editors put words of their own between them.
    package var quoted: String { parts.map { $0.isMarked ? "«\($0.text)»" : $0.text }.joined() }

    /// The stretch with the most hits that is no wider, the first of several; what is left out is `…`.
    ///
    /// Some of what stands before the first hit stays, and words stay whole, where there is room.
    package func excerpt(width: Int) -> MarkedText {
        let letters = Letters(self)
        guard letters.width > width else { return self }
        // An ellipsis takes a column at each end.
        let room = max(width - 2, 1)
        var best = (hits: -1, range: 0..<0)
        for start in letters.hitStarts.isEmpty ? [0] : letters.hitStarts {
            let range = letters.stretch(about: start, room: room)
            let hits = letters.hitStarts.count { range.contains($0) }
            if hits > best.hits { best = (hits, range) }
        }
        let before = best.range.lowerBound > 0 ? "…" : ""
        let after = best.range.upperBound < letters.all.count ? "…" : ""
        return MarkedText(before + letters.text(of: best.range) + after)
    }
}

/// A marked text letter by letter.
private struct Letters {
    private(set) var all: [(letter: Character, width: Int, isMarked: Bool)] = []
    /// Where marked passages begin.
    private(set) var hitStarts: [Int] = []

    init(_ text: MarkedText) {
        for part in text.parts {
            if part.isMarked { hitStarts.append(all.count) }
            all += part.text.map { ($0, $0.displayWidth, part.isMarked) }
        }
    }

    var width: Int { all.reduce(0) { $0 + $1.width } }

    /// Letters around a place that fit into so many columns, a third of them before it.
    func stretch(about place: Int, room: Int) -> Range<Int> {
        var (start, before) = (place, 0)
        while start > 0, before + all[start - 1].width <= room / 3 {
            start -= 1
            before += all[start].width
        }
        if start > 0, all[start - 1].letter != " " {
            start = all[start..<place].firstIndex { $0.letter == " " }.map { $0 + 1 } ?? place
        }
        var (end, taken) = (start, 0)
        while end < all.count, taken + all[end].width <= room {
            taken += all[end].width
            end += 1
        }
        if end < all.count, all[end].letter != " ",
            let space = all[place..<max(end, place)].lastIndex(where: { $0.letter == " " })
        {
            end = space
        }
        while end > start, all[end - 1].letter == " " { end -= 1 }
        if end == all.count { start = beginning(of: room, before: end, from: start) }
        return start..<end
    }

    /// Where words begin that fit into so many columns before a place, at the latest where it is known to begin.
    private func beginning(of room: Int, before end: Int, from latest: Int) -> Int {
        var (start, taken) = (end, 0)
        while start > 0, taken + all[start - 1].width <= room {
            start -= 1
            taken += all[start].width
        }
        while start > 0, start < latest, all[start - 1].letter != " " { start += 1 }
        return min(start, latest)
    }

    func text(of range: Range<Int>) -> String {
        var text = String.UnicodeScalarView()
        var isMarked = false
        for (letter, _, marked) in all[range] {
            if marked != isMarked { text.append(marked ? MarkedText.opening : MarkedText.closing) }
            isMarked = marked
            text.append(contentsOf: letter.unicodeScalars)
        }
        if isMarked { text.append(MarkedText.closing) }
        return String(text)
    }
}

extension SearchHit {
    /// As wide as a snippet may be where nothing else limits it.
    static let snippetWidth = 160

    /// One line that shows why the article was found, for programs; nil where no text shows it.
    package var snippet: String? { (passage ?? headline)?.harmless.excerpt(width: Self.snippetWidth).quoted }

    /// The score as it is written: no reader can use more of its digits.
    package var writtenScore: Double { (score * 10_000).rounded() / 10_000 }
}
