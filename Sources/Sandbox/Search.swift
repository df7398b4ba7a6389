internal import Chronology
internal import HTTPServer

/// What a request asks of the corpus, whatever the page.
struct Search: Hashable, Sendable {
    enum Order: Sendable { case newest, oldest, relevance }

    var text: String?
    var filter: FilterExpression?
    var from: CalendarDay?
    var to: CalendarDay?
    var order = Order.relevance
}

/// One page of a search.
struct PageRequest: Hashable, Sendable {
    static let size = 10

    var search: Search
    /// From 0.
    var page: Int

    /// Reads the parameters as the API does; unknown ones are ignored.
    ///
    /// - Throws: `BadParameters` with all that is wrong.
    init(_ query: [ServerRequest.Field], era: SandboxEra, cap: Int) throws(BadParameters) {
        var errors: [String] = []
        func value(_ name: String) -> String? {
            query.first { $0.name == name && !$0.value.isEmpty }?.value
        }
        func day(_ name: String) -> CalendarDay? {
            guard let text = value(name) else { return nil }
            let day = DayFormat.compact.day(from: text)
            if day == nil { errors.append("\(name) must be a day written as YYYYMMDD") }
            return day
        }
        var search = Search(text: value("q"), from: day("begin_date"), to: day("end_date"))
        switch value("sort") {
        case nil, "relevance": break
        case "newest": search.order = .newest
        case "oldest": search.order = .oldest
        case "best" where era == .year2025: break
        default: errors.append("sort must be newest, oldest or relevance")
        }
        if let filter = value("fq") {
            search.filter = FilterExpression(filter)
            if search.filter == nil { errors.append("fq cannot be parsed") }
        }
        let page = value("page").map { Int($0) ?? -1 } ?? 0
        let pages = (cap + Self.size - 1) / Self.size
        if page < 0 || page >= pages { errors.append("page must be from 0 to \(pages - 1)") }
        guard errors.isEmpty else { throw BadParameters(errors: errors) }
        self.search = search
        self.page = page
    }
}

/// What is wrong with a request; the API answers with it.
struct BadParameters: Error { let errors: [String] }
