internal import Articles

extension Settings {
    /// The queries of these names, each once; all where none is named.
    func queries(named names: [String]) throws -> [ArticleQuery] {
        guard !names.isEmpty else { return queries }
        var chosen: [ArticleQuery] = []
        for name in names where !chosen.contains(where: { $0.name == name }) {
            guard let query = queries.first(where: { $0.name == name }) else { throw notReadable(query: name) }
            chosen.append(query)
        }
        return chosen
    }

    /// Why no query of this name can be used.
    func notReadable(query name: String) -> any Error {
        guard mistakes.isEmpty else {
            return CommandFailure(
                .configuration,
                "\(file): query \(name) cannot be read, as it or its provider has mistakes (run `articlesync check`)")
        }
        return UsageMistake.unknown("query", name, among: queries.map(\.name))
    }
}
