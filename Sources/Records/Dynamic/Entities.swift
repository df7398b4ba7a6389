/// The entities of a store, by name.
package struct Entities: Sendable {
    package let all: [Entity]

    package init(_ all: [Entity]) { self.all = all }

    /// The entity of a name, or of the name in snake_case: `QueryArticles` is `query_articles`.
    package subscript(_ name: String) -> Entity? {
        let plain = Columns.snakeCase(name)
        return all.first { $0.name == name } ?? all.first { $0.name == plain }
    }

    /// The entity of a name.
    ///
    /// - Throws: `unknownEntity`, with the nearest name.
    package func entity(_ name: String) throws(DynamicError) -> Entity {
        if let entity = self[name] { return entity }
        let known = all.map(\.name)
        throw .unknownEntity(
            name, nearest: Columns.nearest(to: Columns.snakeCase(name), among: known), known: known)
    }

    /// An entity whose rows may be written, and how.
    ///
    /// - Throws: `unknownEntity`, or `readOnly` with what does change it.
    package func writable(_ name: String) throws(DynamicError) -> (Entity, Entity.Writing) {
        let entity = try entity(name)
        switch entity.access {
        case .writable(let writing): return (entity, writing)
        case .readOnly(let instead): throw .readOnly(entity: entity.name, instead: instead)
        }
    }
}

/// The rule by which keys name columns.
extension Columns {
    /// The column that a key means: the one of its name, else the one of the name in snake_case, so that `firstName`,
    /// `FirstName` and `first_name` are one key.
    package func column(forKey key: String) -> Column? { self[key] ?? self[Self.snakeCase(key)] }

    /// `firstName` as `first_name`, `imageURL` as `image_url`; a name that is so already stays.
    static func snakeCase(_ name: String) -> String {
        let scalars = Array(name.unicodeScalars)
        var result = ""
        for (index, scalar) in scalars.enumerated() {
            if index > 0, scalar.properties.isUppercase {
                let before = scalars[index - 1].properties
                let endsCapitals =
                    before.isUppercase && index + 1 < scalars.count && scalars[index + 1].properties.isLowercase
                if before.isLowercase || before.numericType != nil || endsCapitals { result += "_" }
            }
            result += scalar.properties.lowercaseMapping
        }
        return result
    }
}
