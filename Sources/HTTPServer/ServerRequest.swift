/// What a client asked: always GET or HEAD, and without a body.
package struct ServerRequest: Sendable {
    /// A name with its value: of a header, or of the query.
    package struct Field: Hashable, Sendable {
        package let name: String
        package let value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// `GET` or `HEAD`; a handler may answer both alike, as the body of an answer to HEAD is left out.
    package let method: String
    /// The target as it came, `/a%20b?c=d`.
    package let target: String
    /// The path, decoded.
    package let path: String
    /// The items of the query, decoded, in their order; a name may occur more than once.
    package let query: [Field]
    /// As they came, in their order.
    package let headers: [Field]
    /// The address of the other side, without its port.
    package let remoteAddress: String

    package init(
        method: String = "GET", target: String, path: String, query: [Field] = [], headers: [Field] = [],
        remoteAddress: String = "127.0.0.1"
    ) {
        self.method = method
        self.target = target
        self.path = path
        self.query = query
        self.headers = headers
        self.remoteAddress = remoteAddress
    }

    /// The first value of a name in the query; empty where the name stands without a value.
    package func value(_ name: String) -> String? { query.first { $0.name == name }?.value }

    /// The first value of a header, whatever the case of its name.
    package func header(_ name: String) -> String? {
        let wanted = name.lowercased()
        return headers.first { $0.name.utf8.count == wanted.utf8.count && $0.name.lowercased() == wanted }?.value
    }
}
