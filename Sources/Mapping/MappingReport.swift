/// What a decoding let go, with counts of everything and the first few reasons.
package struct MappingReport: Hashable, Sendable {
    /// One thing that was let go.
    package struct Omission: Hashable, Sendable, CustomStringConvertible {
        package enum Subject: Hashable, Sendable {
            /// A whole element of an array.
            case element
            /// One optional value, or one item of a list.
            case value
        }

        package let subject: Subject
        package let error: MappingError

        package var description: String {
            switch subject {
            case .element: "dropped: \(error)"
            case .value: "left out: \(error)"
            }
        }
    }

    /// Elements seen, null and bad ones included.
    package private(set) var elements = 0
    /// Elements that became models.
    package private(set) var decoded = 0
    /// Elements dropped because they did not fit, null ones not included.
    package private(set) var bad = 0
    /// Elements dropped because they were null.
    package private(set) var nulls = 0
    /// Optional values that were there but could not be read.
    package private(set) var omittedValues = 0
    /// The first omissions, no more than `limit`.
    package private(set) var omissions: [Omission] = []
    /// How many omissions are kept.
    package let limit: Int

    package init(keeping limit: Int = 50) { self.limit = limit }

    /// Elements dropped for whatever reason.
    package var dropped: Int { bad + nulls }

    /// Whether nothing was let go.
    package var isClean: Bool { dropped == 0 && omittedValues == 0 }

    mutating func countDecoded() {
        elements += 1
        decoded += 1
    }

    mutating func countNull(_ error: @autoclosure () -> MappingError) {
        elements += 1
        nulls += 1
        keep(.element, error)
    }

    mutating func countBad(_ error: MappingError) {
        elements += 1
        bad += 1
        keep(.element) { error }
    }

    mutating func omit(_ error: MappingError) {
        omittedValues += 1
        keep(.value) { error }
    }

    private mutating func keep(_ subject: Omission.Subject, _ error: () -> MappingError) {
        if omissions.count < limit { omissions.append(Omission(subject: subject, error: error())) }
    }
}
