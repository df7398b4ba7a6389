extension Transformer where Input == String, Output == String {
    /// Takes the tags out of a text and decodes its entities; a line break or block becomes a space.
    ///
    /// - Parameter decodedTwice: whether entities are decoded again, for sources that encode `&amp;lt;`.
    package static func html(decodedTwice: Bool = false) -> Transformer {
        Transformer("html", changing: [.bracket, .ampersand]) { text in
            let once = HTMLText.plain(text)
            return decodedTwice ? HTMLText.plain(once) : once
        }
    }

    /// Decodes named and numeric entities, once.
    package static var entities: Transformer {
        Transformer("entities", changing: .ampersand) { HTMLText.decodingEntities(in: $0) }
    }

    /// Makes one space of every run of white space, line breaks and no-break spaces included, and none at the ends.
    package static var collapseSpace: Transformer {
        Transformer("collapse_space", changing: .untidy) { $0.collapsingSpace() }
    }

    /// Takes white space off both ends.
    package static var trim: Transformer { Transformer("trim", changing: .untidy) { $0.trimmed() } }

    package static var lowercase: Transformer { Transformer("lowercase") { $0.lowercased() } }

    /// Puts another beginning in the place of one; a text that begins otherwise is left.
    package static func replacingPrefix(_ old: String, with new: String) -> Transformer {
        Transformer("replace_prefix") { $0.utf8.starts(with: old.utf8) ? new + $0.dropFirst(old.count) : $0 }
    }
}
