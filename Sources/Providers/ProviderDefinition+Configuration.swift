internal import Articles
internal import Chronology
package import Configuration
internal import HTTPExchange
internal import Mapping

extension ProviderDefinition {
    /// Reads a definition; nil where something is wrong with it, which is then in the reader's diagnostics.
    ///
    /// ## Configuration keys
    /// `title`, `homepage`, `terms`, `base_url`, `path`, `time_zone`, `sort`, `reverse_sort`, `requests_per_minute`, `requests_per_day`
    /// (0 is no limit), `reserve_for_fresh`, `concurrency`, `filter_language` (`lucene`); tables `headers`, `request`, `auth`, `paging`, `records` (`path`, `text`,
    /// `known`), `success` (`path`, `equals` or `contains`), `retry` (`attempts`, `wait`, `longest_wait`), `article`,
    /// `legacy_filter_fields`; list `errors`.
    package init?(name: String, reader: ConfigurationReader) {
        let mistakesBefore = reader.diagnostics.found.count
        for key in ["base_url", "request", "paging", "records", "article"] { reader.require(key) }
        let url = reader.address()
        let zone = reader.timeZone("time_zone")
        let form = zone.flatMap { zone in reader.table("request").flatMap { RequestForm($0, zone: zone) } }
        let headers = reader.table("headers").map(\.headers)
        let authentication =
            reader.has("auth") ? reader.table("auth").flatMap(Authentication.init) : Authentication.none
        let pagination = reader.table("paging").flatMap(Pagination.init)
        let records = reader.table("records")
        let recordsPath = records?.path(at: "path") ?? .root
        let text = records?.transforms("text") ?? []
        let known = records?.paths("known") ?? []
        let success = reader.table("success").flatMap(SuccessRule.init)
        let errors = reader.list("errors").compactMap(ErrorRule.init)
        let mapping = reader.table("article").flatMap { Self.mapping(in: $0, provider: name, text: text) }
        let minute = reader.integer("requests_per_minute", in: 0...100_000) ?? 0
        let day = reader.integer("requests_per_day", in: 0...100_000_000) ?? 0
        self.name = name
        title = reader.text("title") ?? name
        homepage = reader.text("homepage")
        terms = reader.text("terms")
        sort = reader.text("sort")
        reverseSort = reader.text("reverse_sort")
        concurrency = reader.integer("concurrency", in: 1...100) ?? 1
        retry = reader.table("retry").map(RetryPolicy.init) ?? RetryPolicy()
        filterLanguage = reader.choice("filter_language", of: FilterLanguage.self)
        legacyFilterFields = reader.table("legacy_filter_fields").map(LegacyFilterFields.init) ?? LegacyFilterFields()
        budget = RequestLimits(
            perMinute: minute == 0 ? nil : minute, perDay: day == 0 ? nil : day,
            reserveForFresh: reader.number("reserve_for_fresh", in: 0...1) ?? 0.1)
        guard reader.diagnostics.found.count == mistakesBefore, let url, let zone, let form, let authentication,
            let pagination, let mapping
        else { return nil }
        self.url = url
        self.timeZone = zone
        self.headers = headers ?? []
        self.form = form
        self.authentication = authentication
        self.pagination = pagination
        self.records = recordsPath
        self.success = success
        self.errors = errors
        self.known = known
        self.mapping = mapping
    }

    private static func mapping(
        in reader: ConfigurationReader, provider: String, text: [TransformDeclaration]
    ) -> Mapping<Article>? {
        let fields = FieldDeclaration.list(in: reader, text: text)
        let blank = Article(key: ArticleKey(provider: provider, id: ""))
        do throws(MappingMistakes) {
            return try Mapping(blank, name: "article", properties: Article.properties, fields: fields)
        } catch {
            for mistake in error.mistakes {
                let subject = mistake.property.map(reader.path) ?? "[\(reader.name)]"
                reader.complain(mistake.property, "\(subject): \(mistake.message)")
            }
            return nil
        }
    }
}

extension SuccessRule {
    fileprivate init?(_ reader: ConfigurationReader) {
        reader.require("path")
        condition = ErrorRule.Condition(reader)
        guard let path = reader.path(at: "path") else { return nil }
        self.path = path
    }
}

extension RetryPolicy {
    fileprivate init(_ reader: ConfigurationReader) {
        self.init()
        if let tries = reader.integer("attempts", in: 1...20) { attempts = tries }
        if let wait = reader.duration("wait") { firstWait = wait }
        if let longest = reader.duration("longest_wait") { ceiling = longest }
    }
}

extension ConfigurationReader {
    /// `base_url` with `path` behind it.
    fileprivate func address() -> HTTPURL? {
        let path = string("path") ?? ""
        guard let text = text("base_url") else { return nil }
        guard let base = HTTPURL(text) else {
            complain("base_url", "\(self.path("base_url")) is no address (for example \"https://api.example.org\")")
            return nil
        }
        guard base.scheme == .https || base.isLoopback else {
            complain(
                "base_url",
                "\(self.path("base_url")) would send keys in the clear (allowed: https, or a loopback address)")
            return nil
        }
        guard !path.contains(where: { "?#".contains($0) }) else {
            complain("path", "\(self.path("path")) is no path of an address (for example \"/v2/search\")")
            return nil
        }
        return base.appending(path: path)
    }

    fileprivate func timeZone(_ key: String) -> TimeZone? {
        guard let name = text(key) else { return has(key) ? nil : TimeZone.utc }
        if let zone = TimeZone(identifier: name) { return zone }
        complain(key, "\(path(key)) is a zone that this machine does not know (for example \"America/New_York\")")
        return nil
    }

    /// Header lines, from a table of name = value.
    fileprivate var headers: [HTTPHeader] {
        table.entries.compactMap { entry in
            guard let value = string(entry.key) else { return nil }
            let header = HTTPHeader(entry.key, value)
            if !header.isWellFormed { complain(entry.key, "\(path(entry.key)) makes no header line") }
            return header
        }
    }
}
