/// An `http` or `https` URL that names a host, and the base of relative ones.
package struct AbsoluteURL: Hashable, Sendable, CustomStringConvertible {
    /// The whole URL, scheme in lower case.
    package let description: String
    /// Where in the bytes of `description` host, with user and port, and what follows begin.
    private let authorityStart: Int
    private let restStart: Int

    /// The URL of a text, or nil where the text is none, or has white space or control characters in it.
    package init?(_ text: String) {
        guard Self.isClean(text) else { return nil }
        self.init(clean: text)
    }

    private init?(clean text: String) {
        if text.hasASCIIPrefix("https://") {
            self.init(scheme: "https://", behindSlashes: text, from: 8)
        } else if text.hasASCIIPrefix("http://") {
            self.init(scheme: "http://", behindSlashes: text, from: 7)
        } else {
            return nil
        }
    }

    private init?(scheme: String, behindSlashes text: String, from start: Int) {
        description = text.hasPrefixBytes(scheme) ? text : scheme + text.dropBytes(start)
        authorityStart = scheme.utf8.count
        let bytes = description.utf8.span
        var end = authorityStart
        while end < bytes.count, !Self.endsAuthority(bytes[end]) { end += 1 }
        restStart = end
        let host = Self.hostRange(in: bytes, authorityStart..<restStart)
        guard !host.isEmpty, !Self.hasEmptyLabel(bytes, host) else { return nil }
    }

    /// The host without user and port, lower case.
    package var host: String {
        let bytes = description.utf8.span
        let range = Self.hostRange(in: bytes, authorityStart..<restStart)
        var host: [UInt8] = []
        for position in range {
            let byte = bytes[position]
            host.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
        }
        return String(decoding: host, as: UTF8.self)
    }

    /// Whether this is the host, given in lower case.
    func isAt(_ host: String) -> Bool {
        let bytes = description.utf8.span
        let range = Self.hostRange(in: bytes, authorityStart..<restStart)
        let wanted = host.utf8.span
        guard range.count == wanted.count else { return false }
        for (offset, position) in range.enumerated() {
            let byte = bytes[position]
            guard ((0x41...0x5A).contains(byte) ? byte | 0x20 : byte) == wanted[offset] else { return false }
        }
        return true
    }

    /// This URL at another host; user, port and all else stay.
    func replacingHost(with host: String) -> AbsoluteURL? {
        let range = Self.hostRange(in: description.utf8.span, authorityStart..<restStart)
        return AbsoluteURL(description.prefixBytes(range.lowerBound) + host + description.dropBytes(range.upperBound))
    }

    /// The URL of a reference as it stands on the page of this one: absolute, `//host/…`, `/…`, `…`, `?…`, `#…`.
    ///
    /// Nil where the reference is empty, is of another scheme, or has white space or control characters in it.
    func resolving(_ reference: String) -> AbsoluteURL? {
        guard let first = reference.utf8.first, Self.isClean(reference) else { return nil }
        let scheme = description.hasASCIIPrefix("https:") ? "https://" : "http://"
        if reference.hasASCIIPrefix("//") { return AbsoluteURL(scheme: scheme, behindSlashes: reference, from: 2) }
        if Self.hasScheme(reference) { return AbsoluteURL(clean: reference) }
        let bytes = description.utf8.span
        let resolved =
            switch first {
            case UInt8(ascii: "/"): description.prefixBytes(restStart) + Self.removingDots(reference)
            case UInt8(ascii: "?"): description.prefixBytes(Self.end(of: "?#", in: bytes, from: restStart)) + reference
            case UInt8(ascii: "#"): description.prefixBytes(Self.end(of: "#", in: bytes, from: restStart)) + reference
            default: description.prefixBytes(restStart) + Self.removingDots(directory + reference)
            }
        return AbsoluteURL(clean: resolved)
    }

    /// The path up to its last slash.
    private var directory: String {
        let bytes = description.utf8.span
        let end = Self.end(of: "?#", in: bytes, from: restStart)
        for position in (restStart..<end).reversed() where bytes[position] == UInt8(ascii: "/") {
            return String(description.dropBytes(restStart).utf8.prefix(position + 1 - restStart)) ?? "/"
        }
        return "/"
    }

    /// Where the first of these characters stands, or the end.
    private static func end(of marks: String, in bytes: borrowing Span<UInt8>, from start: Int) -> Int {
        var position = start
        while position < bytes.count, !marks.utf8.contains(bytes[position]) { position += 1 }
        return position
    }

    /// Whether a host begins with a dot or has two in a row.
    private static func hasEmptyLabel(_ bytes: borrowing Span<UInt8>, _ host: Range<Int>) -> Bool {
        var afterDot = true
        for position in host {
            let isDot = bytes[position] == UInt8(ascii: ".")
            if isDot, afterDot { return true }
            afterDot = isDot
        }
        return false
    }

    private static func endsAuthority(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    private static func hostRange(in bytes: borrowing Span<UInt8>, _ authority: Range<Int>) -> Range<Int> {
        var start = authority.lowerBound
        for position in authority where bytes[position] == UInt8(ascii: "@") { start = position + 1 }
        var end = start
        let isBracketed = start < authority.upperBound && bytes[start] == UInt8(ascii: "[")
        let closing = UInt8(ascii: isBracketed ? "]" : ":")
        while end < authority.upperBound, bytes[end] != closing { end += 1 }
        return start..<(isBracketed ? min(end + 1, authority.upperBound) : end)
    }

    private static func isClean(_ text: String) -> Bool { !TextTraits(of: text).contains(.beyondURL) }

    private static func hasScheme(_ reference: String) -> Bool {
        let bytes = reference.utf8.span
        var end = 0
        while end < bytes.count, isOfScheme(bytes[end]) { end += 1 }
        return end > 0 && end < bytes.count && bytes[end] == UInt8(ascii: ":")
            && (0x61...0x7A).contains(bytes[0] | 0x20)
    }

    private static func isOfScheme(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || "+-.".utf8.contains(byte)
    }

    /// Whether a segment may be one of dots.
    private static func hasDots(_ reference: String) -> Bool {
        let bytes = reference.utf8.span
        for position in 1..<max(bytes.count, 1)
        where bytes[position] == UInt8(ascii: ".") && bytes[position - 1] == UInt8(ascii: "/") { return true }
        return false
    }

    private static func removingDots(_ reference: String) -> String {
        guard hasDots(reference) else { return reference }
        let end = reference.firstIndex { $0 == "?" || $0 == "#" } ?? reference.endIndex
        var kept: [Substring] = []
        let segments = reference[..<end].split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        for (offset, segment) in segments.enumerated() {
            let isLast = offset == segments.count - 1
            switch segment {
            case ".": if isLast { kept.append("") }
            case "..":
                _ = kept.popLast()
                if isLast { kept.append("") }
            default: kept.append(segment)
            }
        }
        return "/" + kept.joined(separator: "/") + reference[end...]
    }
}

extension String {
    /// Whether the text begins so, ASCII letters of either case alike; `prefix` is lower case.
    fileprivate func hasASCIIPrefix(_ prefix: String) -> Bool {
        let bytes = utf8.span
        guard bytes.count >= prefix.utf8.count else { return false }
        var position = 0
        for scalar in prefix.utf8 {
            let byte = bytes[position]
            if byte != scalar, !((0x41...0x5A).contains(byte) && byte | 0x20 == scalar) { return false }
            position += 1
        }
        return true
    }

    /// Whether the text begins exactly so, byte by byte.
    fileprivate func hasPrefixBytes(_ prefix: String) -> Bool {
        let bytes = utf8.span
        let wanted = prefix.utf8.span
        guard bytes.count >= wanted.count else { return false }
        for position in wanted.indices where bytes[position] != wanted[position] { return false }
        return true
    }

    /// The text without so many bytes at its beginning, all ASCII or cut where a scalar begins.
    fileprivate func dropBytes(_ count: Int) -> String { String(Substring(utf8.dropFirst(count))) }

    fileprivate func prefixBytes(_ count: Int) -> String { String(Substring(utf8.prefix(count))) }
}
