package import Articles
package import Chronology
package import Mapping

/// What one request asks for: the words of a search and which page of its result.
///
/// Its properties have their own names; which parameters they become is the definition's. The key is no part of it.
package struct ArticleSearchRequest: Hashable, Sendable {
    /// Absent is not sent; null is sent as a bare name.
    package var text: Presence<String> = .absent
    package var filter: Presence<String> = .absent
    /// The first day, included.
    package var from: CalendarDay?
    /// The last day, included.
    package var to: CalendarDay?
    package var sort: Presence<String> = .absent
    /// As the provider counts pages.
    package var page: Int?
    /// Documents a page.
    package var size: Int?

    package init() {}

    /// - Parameter page: counted from 0.
    package init(_ search: ArticleSearch, page: Int, of definition: ProviderDefinition) {
        text = search.text.map { .value($0) } ?? .absent
        filter = search.filter.map { .value($0) } ?? .absent
        from = search.days.from
        to = search.days.to
        let order = search.order == .reversed ? definition.reverseSort ?? definition.sort : definition.sort
        sort = order.map { .value($0) } ?? .absent
        self.page = definition.pagination.number(of: page)
        size = definition.pagination.size
    }

    /// What templates of parameters may speak of.
    static let placeholders = ["text", "filter", "from", "to", "sort", "page", "size"]

    /// The values that are there, by their placeholders.
    ///
    /// - Parameter zone: where days are cut, for forms that have a time; nil leaves days days.
    func values(asInstantsIn zone: TimeZone?) -> [String: ParameterValue] {
        var values: [String: ParameterValue] = [:]
        values["text"] = text.value.map { .text($0) }
        values["filter"] = filter.value.map { .text($0) }
        values["sort"] = sort.value.map { .text($0) }
        values["page"] = page.map { .integer($0) }
        values["size"] = size.map { .integer($0) }
        values["from"] = from.map { day in zone.map { .instant($0.startOfDay(day)) } ?? .day(day) }
        values["to"] = to.map { day in
            zone.map { .instant($0.startOfDay(day.adding(days: 1)).adding(.seconds(-1))) } ?? .day(day)
        }
        return values
    }
}
