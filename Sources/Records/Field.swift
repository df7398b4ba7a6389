/// The name of a column as a filter or a sort term speaks of it.
///
/// A room that declares columns names them once: `extension Field { static let headline: Field = "headline" }`.
package struct Field: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    package let name: String

    package init(_ name: String) { self.name = name }

    package init(stringLiteral name: String) { self.name = name }

    package var description: String { name }
}
