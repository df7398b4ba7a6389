internal import Articles
internal import Configuration
internal import Mapping

extension FieldDeclaration {
    private enum Empty: String, CaseIterable { case absent, empty, blank }

    /// Reads how an article is fed, from the table `article`.
    ///
    /// - Parameter text: the transforms of texts for people that name none themselves.
    static func list(in reader: ConfigurationReader, text: [TransformDeclaration]) -> [FieldDeclaration] {
        Article.properties.compactMap { property in
            let usual = Article.textForPeople.contains(property.name) ? text : []
            return FieldDeclaration(property.name, in: reader, transforms: usual)
        }
    }

    /// Reads one property: a path, several to try in order, a text with `{paths}`, or a table with more to say.
    ///
    /// ## Configuration keys
    /// `from` as above, or `const`; `each` for a list of objects; `split`, `join`; `transforms`; `null_values`;
    /// `empty` (what counts as missing: `absent`, `empty`, `blank`); `unreadable` (what a value that cannot be read does:
    /// `drop` the record, the default, or be `omit`ted); `required`, `strict`, `distinct`.
    private init?(_ property: String, in reader: ConfigurationReader, transforms: [TransformDeclaration]) {
        guard let value = reader.value(property) else { return nil }
        guard case .table = value.kind else {
            guard let candidates = reader.candidates(property) else { return nil }
            self.init(property, from: candidates, transforms: transforms)
            return
        }
        guard let table = reader.table(property) else { return nil }
        var candidates = table.candidates("from") ?? []
        if let constant = table.string("const") { candidates.append(.constant(constant)) }
        if candidates.isEmpty, !table.has("from") { table.require("from") }
        self.init(property, from: candidates, transforms: transforms)
        each = table.candidates("each") ?? []
        split = table.string("split")
        join = table.string("join")
        if let own = table.transforms("transforms") { self.transforms = own }
        nullValues = table.strings("null_values") ?? []
        isRequired = table.bool("required") ?? false
        unreadable = table.choice("unreadable", of: Unreadable.self) ?? .dropRecord
        isStrict = table.bool("strict") ?? false
        isDistinct = table.bool("distinct") ?? true
        emptiness =
            switch table.choice("empty", of: Empty.self) {
            case .absent: .absent
            case .empty: .empty
            case .blank, nil: .blank
            }
    }
}

extension ConfigurationReader {
    /// Where a value comes from; a text with a brace is a template, every other a path.
    fileprivate func candidates(_ key: String) -> [FieldDeclaration.Candidate]? {
        oneOrMore(key)?.map { $0.contains("{") ? .template($0) : .path($0) }
    }

    /// Transforms, each by its name with its arguments: `trim`, `date(iso8601, yyyy-MM-dd)`.
    func transforms(_ key: String) -> [TransformDeclaration]? {
        guard let texts = strings(key) else { return nil }
        let transforms = texts.compactMap { text in
            guard let declaration = TransformDeclaration(written: text) else {
                complain(key, "\(path(key)): \"\(text)\" is no transform (for example \"trim\", \"date(iso8601)\")")
                return nil as TransformDeclaration?
            }
            do throws(TransformerMistake) {
                _ = try TransformerRegistry.standard.entry(for: declaration)
                return declaration
            } catch {
                complain(key, "\(path(key)): \(error)")
                return nil
            }
        }
        return transforms.count == texts.count ? transforms : nil
    }
}

extension TransformDeclaration {
    /// Reads back what `description` writes; nil where brackets or names are missing.
    fileprivate init?(written text: String) {
        guard let open = text.firstIndex(of: "(") else {
            guard !text.isEmpty else { return nil }
            self.init(text)
            return
        }
        guard open > text.startIndex, text.hasSuffix(")") else { return nil }
        let arguments = text[text.index(after: open)..<text.index(before: text.endIndex)]
            .split(separator: ",", omittingEmptySubsequences: false)
            .map { String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
        self.init(String(text[..<open]), arguments)
    }
}
