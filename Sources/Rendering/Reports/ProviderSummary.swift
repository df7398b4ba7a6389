internal import JSONText

/// A provider in one line.
package struct ProviderSummary: Hashable, Sendable {
    package var name: String
    /// For people: "New York Times, Article Search v2".
    package var title: String?
    /// Where its definition stands: "built in", or the path of a file.
    package var origin: String
    /// What is asked, without parameters.
    package var url: String
    package var key: Key
    /// Documents a page.
    package var pageSize: Int
    /// Results that one search can reach; nil is all of them.
    package var cap: Int?
    /// Nil is no limit.
    package var requestsPerMinute: Int?
    package var requestsPerDay: Int?
    /// How many configured queries ask it.
    package var queries: Int

    /// Whether there is a key; never the key itself.
    package enum Key: String, Sendable, CaseIterable {
        case present, missing
        case notNeeded = "not_needed"

        var words: String { self == .notNeeded ? "not needed" : rawValue }
    }

    package init(
        name: String, title: String? = nil, origin: String, url: String, key: Key, pageSize: Int, cap: Int? = nil,
        requestsPerMinute: Int? = nil, requestsPerDay: Int? = nil, queries: Int = 0
    ) {
        self.name = name
        self.title = title
        self.origin = origin
        self.url = url
        self.key = key
        self.pageSize = pageSize
        self.cap = cap
        self.requestsPerMinute = requestsPerMinute
        self.requestsPerDay = requestsPerDay
        self.queries = queries
    }

    func writeMembers(to writer: inout JSONWriter) {
        writer.member("name", name)
        writer.member("title", title)
        writer.member("origin", origin)
        writer.member("url", url)
        writer.member("key", key.rawValue)
        writer.member("page_size", pageSize)
        writer.member("cap", cap)
        writer.member("requests_per_minute", requestsPerMinute)
        writer.member("requests_per_day", requestsPerDay)
        writer.member("queries", queries)
    }
}
