/// The path and the query of a request target, decoded strictly.
///
/// Refused are a target that does not begin with `/`, a `%` without two hexadecimal digits, bytes that are not UTF-8
/// once decoded, a NUL, and characters that a target must encode. A `+` in the query is a space, as forms write it.
package struct RequestTarget: Hashable, Sendable {
    package let path: String
    package let query: [ServerRequest.Field]

    package init?(_ target: String) {
        let bytes = target.utf8
        guard bytes.first == UInt8(ascii: "/"), bytes.allSatisfy({ (0x21...0x7e).contains($0) }) else { return nil }
        let mark = bytes.firstIndex(of: UInt8(ascii: "?"))
        guard let path = Self.decoded(bytes[..<(mark ?? bytes.endIndex)], plusIsSpace: false) else { return nil }
        var query: [ServerRequest.Field] = []
        if let mark {
            for item in bytes[bytes.index(after: mark)...].split(separator: UInt8(ascii: "&")) {
                let equals = item.firstIndex(of: UInt8(ascii: "="))
                let rest = equals.map { item[item.index(after: $0)...] }
                guard let name = Self.decoded(item[..<(equals ?? item.endIndex)], plusIsSpace: true),
                    let value = rest.map({ Self.decoded($0, plusIsSpace: true) }) ?? ""
                else { return nil }
                query.append(ServerRequest.Field(name, value))
            }
        }
        self.path = path
        self.query = query
    }

    private static func decoded(_ text: Substring.UTF8View, plusIsSpace: Bool) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var rest = text.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.next().flatMap(hexadecimal), let low = rest.next().flatMap(hexadecimal),
                    high != 0 || low != 0
                else { return nil }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
