internal import Articles

extension Settings {
    /// The queries of these names, each once; all where none is named.
    func queries(named names: [String]) throws(UsageMistake) -> [ArticleQuery] {
        guard !names.isEmpty else { return queries }
        var chosen: [ArticleQuery] = []
        for name in names where !chosen.contains(where: { $0.name == name }) {
            guard let query = queries.first(where: { $0.name == name }) else {
                throw UsageMistake.unknown("query", name, among: queries.map(\.name))
            }
            chosen.append(query)
        }
        return chosen
    }
}
