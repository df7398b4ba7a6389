/// A property of a model under the name by which data speaks of it.
///
/// ```swift
/// static let properties: [Property<ArticleDraft>] = [
///     .text("provider_id", \.providerID),       // String: required
///     .text("headline", \.headline),            // String?: optional
///     .texts("authors", \.authors),             // [String]
///     .date("published_at", \.publishedAt),     // DateValue?
/// ]
/// ```
package struct Property<Model>: Sendable {
    package typealias Path<Value> = WritableKeyPath<Model, Value> & Sendable

    /// How a value of each shape is put into the model.
    enum Setter: Sendable {
        case text(@Sendable (inout Model, String) -> Void)
        case texts(@Sendable (inout Model, [String]) -> Void)
        case integer(@Sendable (inout Model, Int) -> Void)
        case number(@Sendable (inout Model, Double) -> Void)
        case flag(@Sendable (inout Model, Bool) -> Void)
        case date(@Sendable (inout Model, DateValue) -> Void)
    }

    package let name: String
    /// Whether a model without it is none.
    package let isRequired: Bool
    let setter: Setter

    private init(_ name: String, isRequired: Bool = false, _ setter: Setter) {
        self.name = name
        self.isRequired = isRequired
        self.setter = setter
    }

    /// A text that must be there.
    package static func text(_ name: String, _ path: any Path<String>) -> Property {
        Property(name, isRequired: true, .text { $0[keyPath: path] = $1 })
    }

    package static func text(_ name: String, _ path: any Path<String?>) -> Property {
        Property(name, .text { $0[keyPath: path] = $1 })
    }

    /// A list of texts, empty where there is none.
    package static func texts(_ name: String, _ path: any Path<[String]>) -> Property {
        Property(name, .texts { $0[keyPath: path] = $1 })
    }

    package static func integer(_ name: String, _ path: any Path<Int?>) -> Property {
        Property(name, .integer { $0[keyPath: path] = $1 })
    }

    package static func number(_ name: String, _ path: any Path<Double?>) -> Property {
        Property(name, .number { $0[keyPath: path] = $1 })
    }

    package static func flag(_ name: String, _ path: any Path<Bool?>) -> Property {
        Property(name, .flag { $0[keyPath: path] = $1 })
    }

    package static func date(_ name: String, _ path: any Path<DateValue?>) -> Property {
        Property(name, .date { $0[keyPath: path] = $1 })
    }

    /// A text, put where the closure puts it.
    package static func text(
        _ name: String, isRequired: Bool = false, set: @escaping @Sendable (inout Model, String) -> Void
    ) -> Property { Property(name, isRequired: isRequired, .text(set)) }

    /// A date, put where the closure puts it.
    package static func date(
        _ name: String, isRequired: Bool = false, set: @escaping @Sendable (inout Model, DateValue) -> Void
    ) -> Property { Property(name, isRequired: isRequired, .date(set)) }
}
