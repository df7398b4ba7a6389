internal import Configuration
package import HTTPExchange
internal import Telemetry

/// How a provider wants to be shown its key.
package struct Authentication: Hashable, Sendable {
    /// Where the key travels; nil where the provider takes none.
    package let place: HTTPRequest.Credential.Place?
    /// Whether nothing works without a key.
    package let isRequired: Bool

    /// No key at all.
    package static let none = Authentication(place: nil, isRequired: false)

    private enum Kind: String, CaseIterable { case query, header, none }

    private init(place: HTTPRequest.Credential.Place?, isRequired: Bool) {
        self.place = place
        self.isRequired = isRequired
    }

    /// Reads the table `auth`: `in`, `name`, `prefix`, `required`.
    init?(_ reader: ConfigurationReader) {
        let kind = reader.choice("in", of: Kind.self)
        let name = reader.text("name")
        let prefix = reader.string("prefix")
        let isRequired = reader.bool("required") ?? true
        switch kind {
        case .query, .header:
            reader.require("name")
            guard let name else { return nil }
            if kind == .query, let prefix, !prefix.isEmpty {
                reader.complain(
                    "prefix", "\(reader.path("prefix")) has a meaning for in = \"header\" only (leave it out)")
            }
            if !HTTPHeader(name, prefix ?? "").isWellFormed {
                reader.complain("name", "\(reader.path("name")) and its prefix make no header or parameter name")
                return nil
            }
            self.init(
                place: kind == .query ? .query(name) : .header(name, prefix: prefix ?? ""), isRequired: isRequired)
        case Kind.none?: self = .none
        case nil:
            reader.require("in")
            return nil
        }
    }

    /// The key as a request carries it; nil where there is none or none is wanted.
    func credential(_ key: Secret?) -> HTTPRequest.Credential? {
        guard let place, let key else { return nil }
        return HTTPRequest.Credential(place: place, key: key)
    }
}
