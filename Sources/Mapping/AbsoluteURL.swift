/// An `http` or `https` URL that names a host, and the base of relative ones.
package struct AbsoluteURL: Hashable, Sendable, CustomStringConvertible {
    /// `https`, lower case.
    let scheme: String
    /// Host, with port and user where there are any.
    let authority: String
    /// Path, query and fragment; empty, or begins with one of `/ ? #`.
    let rest: String

    /// The URL of a text, or nil where the text is none, or has white space or control characters in it.
    package init?(_ text: String) {
        guard Self.isClean(text), let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let scheme = text[..<colon].lowercased()
        let behind = text[text.utf8.index(after: colon)...]
        guard scheme == "http" || scheme == "https", behind.utf8.starts(with: "//".utf8) else { return nil }
        self.init(scheme: scheme, behindSlashes: behind.dropFirst(2))
    }

    private init?(scheme: String, behindSlashes text: Substring) {
        let end = text.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? text.endIndex
        let authority = String(text[..<end])
        let host = Self.host(of: authority)
        guard !host.isEmpty, !host.hasPrefix("."), !host.contains("..") else { return nil }
        self.init(scheme: scheme, authority: authority, rest: String(text[end...]))
    }

    private init(scheme: String, authority: String, rest: String) {
        self.scheme = scheme
        self.authority = authority
        self.rest = rest
    }

    package var description: String { "\(scheme)://\(authority)\(rest)" }

    /// The host without user and port, lower case.
    package var host: String { Self.host(of: authority) }

    /// This URL at another host; user and port stay.
    func replacingHost(with host: String) -> AbsoluteURL {
        let user = authority.lastIndex(of: "@").map { authority[...$0] } ?? ""
        let port = authority[user.endIndex...].dropFirst(self.host.count)
        return AbsoluteURL(scheme: scheme, authority: user + host + port, rest: rest)
    }

    /// The URL of a reference as it stands on the page of this one: absolute, `//host/…`, `/…`, `…`, `?…`, `#…`.
    ///
    /// Nil where the reference is empty, is of another scheme, or has white space or control characters in it.
    func resolving(_ reference: String) -> AbsoluteURL? {
        guard !reference.isEmpty, Self.isClean(reference) else { return nil }
        if reference.hasPrefix("//") { return AbsoluteURL(scheme: scheme, behindSlashes: reference.dropFirst(2)) }
        if Self.hasScheme(reference) { return AbsoluteURL(reference) }
        let path = rest.prefix { $0 != "?" && $0 != "#" }
        let resolved =
            switch reference.first {
            case "/": Self.removingDots(reference)
            case "?": String(path) + reference
            case "#": String(rest.prefix { $0 != "#" }) + reference
            default: Self.removingDots((path.lastIndex(of: "/").map { path[...$0] } ?? "/") + reference)
            }
        return AbsoluteURL(scheme: scheme, authority: authority, rest: resolved)
    }

    private static func host(of authority: String) -> String {
        let behindUser = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority[...]
        if behindUser.hasPrefix("["), let end = behindUser.firstIndex(of: "]") { return String(behindUser[...end]) }
        return behindUser.prefix { $0 != ":" }.lowercased()
    }

    private static func isClean(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "\"") }
    }

    private static func hasScheme(_ reference: String) -> Bool {
        guard
            let end = reference.firstIndex(where: { !$0.isASCII || !($0.isLetter || $0.isNumber || "+-.".contains($0)) }
            )
        else { return false }
        return reference[end] == ":" && reference.first.map { $0.isLetter && $0.isASCII } == true
    }

    private static func removingDots(_ reference: some StringProtocol) -> String {
        let end = reference.firstIndex { $0 == "?" || $0 == "#" } ?? reference.endIndex
        var kept: [Substring] = []
        let segments = String(reference[..<end]).split(separator: "/", omittingEmptySubsequences: false).dropFirst()
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
