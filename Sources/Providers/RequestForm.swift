internal import Chronology
package import HTTPExchange
internal import Mapping

/// Which parameters a request becomes, in which order, and back again.
///
/// A parameter that is one placeholder and nothing else is a field of a `Mapping` and goes both ways; one of several
/// parts, or of text alone, is written only.
package struct RequestForm: Sendable {
    private let parameters: [ParameterDeclaration]
    private let mapping: Mapping<ArticleSearchRequest>
    /// The names of the parameters that are fields.
    private let fields: Set<String>
    /// Where days are cut, for dates that are written with a time.
    let zone: TimeZone

    init(_ parameters: [ParameterDeclaration], zone: TimeZone) {
        self.parameters = parameters
        self.zone = zone
        let fields = Fields(parameters)
        self.fields = Set(fields.parameters.values)
        mapping = Mapping(
            ArticleSearchRequest(), name: "request", Field(\.text, fields["text"]), Field(\.filter, fields["filter"]),
            Field(\.from, fields["from"], Transformer.day(fields.format(of: "from"))),
            Field(\.to, fields["to"], Transformer.day(fields.format(of: "to"))), Field(\.sort, fields["sort"]),
            Field(\.page, fields["page"]), Field(\.size, fields["size"]))
    }

    /// The parameters in the definition's order; one without a value for each of its placeholders is left out.
    /// - Throws: what says why a value cannot be written.
    package func queryItems(of request: ArticleSearchRequest) throws -> [QueryItem] {
        let mapped = try mapping.parameters(of: request)
        return try parameters.compactMap { parameter in
            let written =
                fields.contains(parameter.name)
                ? mapped.first { $0.name == parameter.name } : try composed(parameter, of: request)
            return written.map { QueryItem($0.name, $0.value) }
        }
    }

    /// The request that parameters stand for, as far as they are fields.
    package func request(of items: [QueryItem]) throws -> ArticleSearchRequest {
        try mapping.decode(
            parameters: items.filter { fields.contains($0.name) }.map { QueryParameter($0.name, $0.value) })
    }

    /// Days stay days where the form of a date is one of days; else they become instants.
    private func composed(
        _ parameter: ParameterDeclaration, of request: ArticleSearchRequest
    ) throws(TransformFailure) -> QueryParameter? {
        do throws(TransformFailure) {
            return try parameter.parameter(with: request.values(asInstantsIn: nil))
        } catch {
            return try parameter.parameter(with: request.values(asInstantsIn: zone))
        }
    }
}

/// Which placeholders are alone in a parameter, and what that is called.
private struct Fields {
    /// By placeholder.
    private(set) var parameters: [String: String] = [:]
    private var formats: [String: DayFormat] = [:]

    init(_ declarations: [ParameterDeclaration]) {
        for declaration in declarations {
            guard declaration.parts.count == 1, let template = declaration.parts.first?.description,
                template.hasPrefix("{"), template.hasSuffix("}")
            else { continue }
            let words = template.dropFirst().dropLast().split(separator: ":", maxSplits: 1)
            guard let name = words.first.map(String.init), ArticleSearchRequest.placeholders.contains(name),
                parameters[name] == nil
            else { continue }
            if name == "from" || name == "to" {
                guard let format = words.count == 1 ? .iso : DayFormat(String(words[1])) else { continue }
                formats[name] = format
            } else if words.count > 1 {
                continue
            }
            parameters[name] = declaration.name
        }
    }

    /// The parameter of a placeholder as a path; one that no parameter has where there is none.
    subscript(placeholder: String) -> String {
        let name = parameters[placeholder] ?? "{\(placeholder)}"
        return "'" + name.replacing("'", with: "''") + "'"
    }

    func format(of placeholder: String) -> DayFormat { formats[placeholder] ?? .iso }
}
