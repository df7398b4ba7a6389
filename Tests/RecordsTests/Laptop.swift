import Records
import TestSupport

/// A colour by its components, each from 0 to 255.
struct Color: Hashable, Sendable {
    var red: Int
    var green: Int
    var blue: Int
    var alpha = 255
}

/// A colour as its components in an array.
struct ColorComponents: ReversibleTransformer {
    func encode(_ color: Color) throws(UnreadableValue) -> [Int] {
        let components = [color.red, color.green, color.blue, color.alpha]
        guard components.allSatisfy((0...255).contains) else {
            throw UnreadableValue("a component is not between 0 and 255")
        }
        return components
    }

    func decode(_ components: [Int]) throws(UnreadableValue) -> Color {
        guard components.count == 4, components.allSatisfy((0...255).contains) else {
            throw UnreadableValue("found \(components.count) components, expected 4 between 0 and 255")
        }
        return Color(red: components[0], green: components[1], blue: components[2], alpha: components[3])
    }
}

/// The first form that colours were stored in: one byte a component, without alpha.
struct OpaqueBytes: ReversibleTransformer {
    func encode(_ color: Color) throws(UnreadableValue) -> Blob {
        Blob([UInt8(color.red), UInt8(color.green), UInt8(color.blue)])
    }

    func decode(_ blob: Blob) throws(UnreadableValue) -> Color {
        guard blob.bytes.count == 3 else { throw UnreadableValue("found \(blob.bytes.count) bytes, expected 3") }
        return Color(red: Int(blob.bytes[0]), green: Int(blob.bytes[1]), blue: Int(blob.bytes[2]))
    }
}

let colorForms = VersionedBytes<Color>([OpaqueBytes(), ColorComponents().then(IntegerBytes())])

/// A record with a property of a type that SQLite does not know.
struct Laptop: Record {
    var id: Int64 = 0
    var model: String
    var color: Result<Color, UnreadableValue>

    static let table = Table<Laptop>(
        "laptop", key: .generated(\.id), Attribute("id", \.id), Attribute("model", \.model),
        Attribute("color", \.color, codec: colorForms.forgiving), make: Laptop.init)
}

/// The same rows, with a colour that has to be readable.
struct StrictLaptop: Record {
    var id: Int64 = 0
    var model: String
    var color: Color

    static let table = Table<StrictLaptop>(
        "laptop", key: .generated(\.id), Attribute("id", \.id), Attribute("model", \.model),
        Attribute("color", \.color, codec: colorForms), make: StrictLaptop.init)
}
