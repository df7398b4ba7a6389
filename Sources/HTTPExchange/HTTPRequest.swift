package import Telemetry

/// One GET or POST: where to, what to ask or say, and the key that is added at the last moment and never shown.
package struct HTTPRequest: Hashable, Sendable, CustomStringConvertible {
    package var url: HTTPURL
    /// Sent in this order.
    package var query: [QueryItem]
    package var headers: [HTTPHeader]
    package var credential: Credential?
    package var method = Method.get
    /// What a POST says; a GET says nothing.
    package var body: [UInt8] = []
    /// For the budget; nothing of it is sent.
    package var priority = RequestPriority.fresh

    package init(url: HTTPURL, query: [QueryItem] = [], headers: [HTTPHeader] = [], credential: Credential? = nil) {
        self.url = url
        self.query = query
        self.headers = headers
        self.credential = credential
    }

    package enum Method: String, Hashable, Sendable {
        case get = "GET"
        case post = "POST"
    }

    /// A key and where it travels.
    package struct Credential: Hashable, Sendable {
        package enum Place: Hashable, Sendable {
            /// A query parameter of this name.
            case query(String)
            /// A header of this name, the key after a prefix such as `Bearer `.
            case header(String, prefix: String)
            /// The end of the URL, path and query as they are: of an address that is itself the secret.
            case target
        }

        package let place: Place
        package let key: Secret

        package init(place: Place, key: Secret) {
            self.place = place
            self.key = key
        }
    }

    /// The URL as it may be shown: a key in the query is `•••`.
    package var description: String { target { _ in Secret.mask } }

    /// Hands the URL with the key in it to `body`; for a transport alone.
    package func withRevealedURL<Result, Failure: Error>(
        _ body: (String) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(target { key in key.reveal { credential?.place == .target ? $0 : QueryItem.encode($0) } })
    }

    /// Hands the header lines, the key's among them, to `body`; for a transport alone.
    package func withRevealedHeaders<Result: ~Copyable, Failure: Error>(
        _ body: ([HTTPHeader]) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let credential, case .header(let name, let prefix) = credential.place else { return try body(headers) }
        return try body(credential.key.reveal { headers + [HTTPHeader(name, prefix + $0)] })
    }

    private func secretTarget(_ show: (Secret) -> String) -> String {
        guard let credential, credential.place == .target else { return "" }
        return show(credential.key)
    }

    private func target(_ show: (Secret) -> String) -> String {
        var items = query.map(\.encoded)
        if let credential, case .query(let name) = credential.place {
            items.append(QueryItem.encode(name) + "=" + show(credential.key))
        }
        return url.description + secretTarget(show) + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
    }
}

/// One parameter of a query string; without a value it is sent as a bare name.
package struct QueryItem: Hashable, Sendable {
    package let name: String
    package let value: String?

    package init(_ name: String, _ value: String?) {
        self.name = name
        self.value = value
    }

    /// Percent-encoded: all but letters, digits and `-._~`.
    package var encoded: String { Self.encode(name) + (value.map { "=" + Self.encode($0) } ?? "") }

    static func encode(_ text: String, digits: String = "0123456789ABCDEF") -> String {
        var encoded = ""
        encoded.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                encoded.unicodeScalars.append(UnicodeScalar(byte))
            default: encoded += escape(byte, digits)
            }
        }
        return encoded
    }

    static func escape(_ byte: UInt8, _ digits: String = "0123456789ABCDEF") -> String {
        let digits = Array(digits.unicodeScalars)
        return "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
    }
}

/// One header line; names are compared without regard to case.
package struct HTTPHeader: Hashable, Sendable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// Whether it is one line with a name: a token, and a value without control characters.
    package var isWellFormed: Bool {
        !name.isEmpty && name.utf8.allSatisfy { (0x21...0x7e).contains($0) && !"()<>@,;:\\\"/[]?={}".utf8.contains($0) }
            && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 }
    }
}
