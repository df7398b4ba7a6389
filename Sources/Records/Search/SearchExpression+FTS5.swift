extension SearchExpression {
    /// The search as FTS5 reads it: every phrase in quotes, every join of joins in brackets.
    package var fts5: String {
        switch self {
        case .phrase(let phrase):
            let forms = phrase.forms.map { phrase.quoted($0) }
            return forms.count == 1 ? forms[0] : "(" + forms.joined(separator: " OR ") + ")"
        case .near(let phrases, let distance):
            return "NEAR(" + phrases.map { $0.quoted($0.text) }.joined(separator: " ") + ", \(distance))"
        case .columns(let names, let areExcluded, let inner):
            let names = "{" + names.joined(separator: " ") + "}"
            return (areExcluded ? "- " : "") + "\(names) : \(inner.bracketed)"
        case .all(let parts):
            // Side by side a phrase that the index has no word for is passed over; behind AND it would find nothing.
            let areSimple = parts.allSatisfy {
                if case .phrase(let phrase) = $0 { phrase.forms.count == 1 } else { false }
            }
            return parts.map(\.bracketed).joined(separator: areSimple ? " " : " AND ")
        case .any(let parts): return parts.map(\.bracketed).joined(separator: " OR ")
        case .without(let kept, let taken): return "\(kept.bracketed) NOT \(taken.bracketed)"
        }
    }

    private var bracketed: String {
        switch self {
        case .phrase, .near: fts5
        case .columns, .all, .any, .without: "(" + fts5 + ")"
        }
    }
}

extension SearchPhrase {
    /// How it is looked up: composed as most texts are, without what the index keeps of case and diacritics and `[cd]`
    /// does not, and as it was typed; each that the index tells from the others.
    ///
    /// The index, whose `unicode61` takes accents from Latin letters alone, has `ørsted`, `łódź` as `łodz`, and `й` apart
    /// from `и`.
    var forms: [String] {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return [text] }
        var forms: [(text: String, indexed: String)] = []
        for form in [TextFolding.normalized(text, []), TextFolding.fold(text), text] {
            let indexed = TextFolding.foldAsIndexed(form)
            // Two texts may be equal that the index takes for different ones.
            if !forms.contains(where: { $0.indexed.unicodeScalars.elementsEqual(indexed.unicodeScalars) }) {
                forms.append((form, indexed))
            }
        }
        return forms.map(\.text)
    }

    fileprivate func quoted(_ form: String) -> String {
        (isInitial ? "^ " : "") + "\"" + form.replacing("\"", with: "\"\"").replacing("\0", with: " ") + "\""
            + (isPrefix ? " *" : "")
    }
}

extension TextFolding {
    /// What the index makes of a text: lower case, and Latin letters without their accents.
    fileprivate static func foldAsIndexed(_ text: String) -> String {
        var folded = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let plain = fold(String(scalar))
            let isLatin = normalForm(scalar).unicodeScalars.first?.isASCII ?? true
            let form = isLatin || plain.isEmpty || scalar == "ς" ? plain : scalar.properties.lowercaseMapping
            folded.append(contentsOf: form.unicodeScalars)
        }
        return String(folded)
    }
}
