internal import Articles
internal import Configuration
internal import Mapping

/// How a provider cuts a result into pages and says how much there is.
package struct Pagination: Hashable, Sendable {
    /// The number that the provider gives its first page.
    package let first: Int
    /// Documents a page.
    package let size: Int
    /// Results that can be reached in one search; nil is all.
    package let cap: Int?
    /// Where the answer says how many results there are; the first that is there counts.
    let total: [JSONPath]
    /// From this total on the provider has stopped counting; nil where it never does.
    package let atLeast: Int?

    /// Reads the table `paging`: `first`, `size`, `cap`, `total`, `at_least`.
    init?(_ reader: ConfigurationReader) {
        for key in ["size", "total"] { reader.require(key) }
        first = reader.integer("first", in: 0...1) ?? 0
        cap = reader.integer("cap", in: 0...(.max)).flatMap { $0 == 0 ? nil : $0 }
        atLeast = reader.integer("at_least", in: 1...(.max))
        let total = reader.paths("total")
        guard let size = reader.integer("size", in: 1...10_000), let total, !total.isEmpty else { return nil }
        self.size = size
        self.total = total
    }

    /// The provider's number of a page counted from 0.
    func number(of page: Int) -> Int { page + first }

    /// The number of results as far as the provider counts.
    func total(counted: Int) -> Total {
        if let atLeast, counted >= atLeast { return .atLeast(counted) }
        return .exactly(counted)
    }
}
