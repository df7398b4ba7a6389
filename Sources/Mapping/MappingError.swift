/// Why a record does not fit its mapping: bad data, told so that it is found.
///
/// `ArticleDraft.publishedAt at response.docs[3].pub_date: "soon" is no date (iso8601, yyyy-MM-dd)`
package struct MappingError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Reason: Hashable, Sendable {
        /// Nothing is there: absent, null or empty.
        case missing
        /// A value of a kind that cannot be read here.
        case wrongKind(expected: String, found: JSONNode.Kind)
        /// A value that was refused; the text reads after the value: "is no date (iso8601)".
        case refused(String)
    }

    /// The name of the model.
    package let model: String
    /// The property, or nil where it is about the record as a whole.
    package let property: String?
    /// The place in the body, indexes included; empty for the root.
    package let path: String
    package let reason: Reason
    /// The JSON text of the offending value, no longer than 80 characters; nil where nothing is there.
    package let value: String?

    package var description: String {
        let subject = property.map { "\(model).\($0)" } ?? model
        let place = path.isEmpty ? "at the root" : "at \(path)"
        let shown = value ?? "the value"
        switch reason {
        case .missing: return "\(subject) \(place): nothing is there, and it is required"
        case .wrongKind(let expected, let found):
            return "\(subject) \(place): \(expected) belongs here, not \(found.rawValue)\(value.map { " \($0)" } ?? "")"
        case .refused(let reason): return "\(subject) \(place): \(shown) \(reason)"
        }
    }
}
