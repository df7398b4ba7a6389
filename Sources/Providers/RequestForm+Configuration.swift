internal import Chronology
internal import Configuration
internal import Mapping

extension RequestForm {
    /// Reads the table `request`: each parameter, in the order written, with a text for its value.
    ///
    /// The text may have placeholders, see `ParameterTemplate`: `{text}`, `{filter}`, `{from:yyyyMMdd}`,
    /// `{to:yyyyMMdd}`, `{sort}`, `{page}`, `{size}`. An empty text takes a parameter away. A value of several texts is a
    /// table of `parts` and `join`.
    init?(_ reader: ConfigurationReader, zone: TimeZone) {
        let declarations = reader.table.entries.compactMap { ParameterDeclaration($0.key, in: reader) }
        let used = declarations.flatMap(\.parts).flatMap(\.placeholders)
        for name in ["from", "to", "page"] where !used.contains(name) {
            let example = name == "page" ? "page" : "\(name):yyyy-MM-dd"
            reader.complain(
                nil, "[\(reader.name)] says nowhere {\(name)}, so every answer would be wrong (add {\(example)})")
        }
        self.init(declarations, zone: zone)
        checkDates(declarations, reader)
    }

    /// Writes a request by way of trial, so that a form of a date that fits nothing is found now.
    private func checkDates(_ declarations: [ParameterDeclaration], _ reader: ConfigurationReader) {
        var probe = ArticleSearchRequest()
        probe.text = .value("text")
        probe.filter = .value("filter")
        probe.sort = .value("sort")
        probe.from = CalendarDay(daysSince1970: 0)
        probe.to = probe.from
        probe.page = 1
        probe.size = 1
        for declaration in declarations {
            do {
                _ = try RequestForm([declaration], zone: zone).queryItems(of: probe)
            } catch {
                reader.complain(declaration.name, "\(reader.path(declaration.name)): \(error)")
            }
        }
    }
}

extension ParameterDeclaration {
    /// Reads one parameter; nil where it is taken away or wrong.
    fileprivate init?(_ name: String, in reader: ConfigurationReader) {
        var texts: [String] = []
        var joiner = ""
        if case .table? = reader.value(name)?.kind {
            guard let table = reader.table(name) else { return nil }
            table.require("parts")
            texts = table.strings("parts") ?? []
            joiner = table.string("join") ?? ""
        } else if let text = reader.string(name), !text.isEmpty {
            texts = [text]
        }
        var parts: [ParameterTemplate] = []
        for text in texts {
            do throws(ParameterTemplateError) {
                parts.append(try ParameterTemplate(text, names: ArticleSearchRequest.placeholders))
            } catch {
                reader.complain(name, "\(reader.path(name)): \(error)")
            }
        }
        guard !parts.isEmpty, parts.count == texts.count else { return nil }
        self.init(name, parts, joiner: joiner)
    }
}
