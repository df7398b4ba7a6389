internal import Articles
package import Chronology
internal import HTTPExchange

/// What one request asks for: the words of a search and which page of its result.
///
/// Its properties have their own names; which parameters they become is the definition's. The key is no part of it.
package struct ArticleSearchRequest: Hashable, Sendable {
    package var text: String?
    package var filter: String?
    /// The first day, included.
    package var from: CalendarDay?
    /// The last day, included.
    package var to: CalendarDay?
    package var sort: String?
    /// As the provider counts pages.
    package var page: Int?
    package var size: Int?

    package init() {}

    /// - Parameter page: counted from 0.
    init(_ search: ArticleSearch, page: Int, of definition: ProviderDefinition) {
        text = search.text
        filter = search.filter
        from = search.days.from
        to = search.days.to
        sort = definition.sort
        self.page = definition.pagination.number(of: page)
        size = definition.pagination.size
    }

    /// The parameters in the definition's order; one without a value for each of its placeholders is left out.
    func queryItems(_ parameters: [ParameterTemplate]) -> [QueryItem] {
        parameters.compactMap { parameter in
            var value = ""
            for part in parameter.parts {
                guard let text = text(of: part) else { return nil }
                value += text
            }
            return QueryItem(parameter.name, value)
        }
    }

    private func text(of part: ParameterTemplate.Part) -> String? {
        switch part {
        case .literal(let text): text
        case .text: text
        case .filter: filter
        case .sort: sort
        case .page: page.map(String.init)
        case .size: size.map(String.init)
        case .from(let format): from.map(format.string)
        case .to(let format): to.map(format.string)
        }
    }
}
