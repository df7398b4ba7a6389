extension Transformer where Input == String, Output == String {
    /// Makes an absolute `http` or `https` URL of a URL or of a reference to one.
    ///
    /// - Parameter base: where relative references are resolved; without one they are refused.
    package static func absoluteURL(base: AbsoluteURL?) -> Transformer {
        Transformer("absolute_url") { text throws(TransformFailure) in
            let text = text.trimmed()
            guard let url = base.map({ $0.resolving(text) }) ?? AbsoluteURL(text) else {
                throw TransformFailure("is no http or https URL")
            }
            return url.description
        }
    }

    /// Puts another host in the place of one, as for a staging host; a URL at any other host is left.
    package static func rewritingHost(_ old: String, to new: String) -> Transformer {
        let old = old.lowercased()
        return Transformer("rewrite_host") { text in
            guard let url = AbsoluteURL(text), url.isAt(old) else { return text }
            return url.replacingHost(with: new)?.description ?? text
        }
    }
}
