internal import Configuration
internal import Mapping

extension ConfigurationReader {
    /// A text, or a list of texts of one or more.
    func oneOrMore(_ key: String) -> [String]? {
        guard let value = value(key) else { return nil }
        if case .array = value.kind { return strings(key) }
        return text(key).map { [$0] }
    }

    /// A path into an answer.
    func path(at key: String) -> JSONPath? { text(key).flatMap { parsePath($0, at: key) } }

    /// A path into an answer, or several to be tried in order.
    func paths(_ key: String) -> [JSONPath]? {
        guard let texts = oneOrMore(key) else { return nil }
        let paths = texts.compactMap { parsePath($0, at: key) }
        return paths.count == texts.count ? paths : nil
    }

    private func parsePath(_ text: String, at key: String) -> JSONPath? {
        do throws(JSONPathError) {
            return try JSONPath(text)
        } catch {
            complain(key, "\(path(key)): \(error) (for example response.docs[0].name)")
            return nil
        }
    }
}
