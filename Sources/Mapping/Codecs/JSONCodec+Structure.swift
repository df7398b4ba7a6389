/// What becomes of an array when one of its elements does not fit.
package enum BadElements: Hashable, Sendable {
    /// The array is refused.
    case fail
    /// The element is left out and told in the report, as is a null one.
    case drop
}

extension JSONCodec {
    /// A model by its own mapping.
    package static func model(_ mapping: Mapping<Value>) -> JSONCodec where Value: Sendable {
        JSONCodec(
            mistakes: mapping.mistakes,
            read: { (node, _, report) throws(MappingError) in try mapping.read(node, report: &report) },
            write: { (value) throws(TransformFailure) in try mapping.write(value) })
    }

    /// What another codec reads at a path from here; written back there.
    package static func at(_ path: String, _ codec: JSONCodec) -> JSONCodec {
        let way: JSONPath
        do throws(JSONPathError) {
            way = try JSONPath(path)
        } catch {
            return .mistaken(error.description, codec)
        }
        return JSONCodec(
            mistakes: codec.mistakes,
            read: { (node, place, report) throws(MappingError) in
                guard let found = way.first(in: node), codec.takesNull || !found.isNull else {
                    throw place.missing(way, in: node)
                }
                return try codec.read(found, for: place, report: &report)
            },
            write: { (value) throws(TransformFailure) in
                guard let keys = way.keys else { throw TransformFailure("cannot be written at \(way)") }
                var object = JSONValue.object([])
                object.set(try codec.write(value), at: keys[...])
                return object
            })
    }

    /// An array, element by element.
    ///
    /// - Parameters:
    ///   - badElements: what an element that is null or does not fit does to the array.
    ///   - takesSingle: whether a value that is no array is read as an array of one.
    package static func array<Element>(
        of codec: JSONCodec<Element>, badElements: BadElements = .fail, takesSingle: Bool = false
    ) -> JSONCodec where Value == [Element] {
        JSONCodec(
            mistakes: codec.mistakes,
            read: { (node, place, report) throws(MappingError) in
                guard node.kind == .array else {
                    guard takesSingle else { throw place.wrongKind("an array", node) }
                    return [try codec.read(node, for: place, report: &report)]
                }
                var elements: [Element] = []
                for element in node.elements {
                    let value =
                        switch badElements {
                        case .fail: try codec.read(element, for: place, report: &report)
                        case .drop: codec.readGoodElement(element, for: place, report: &report)
                        }
                    if let value { elements.append(value) }
                }
                return elements
            },
            write: { (values) throws(TransformFailure) in
                var elements: [JSONValue] = []
                for value in values { elements.append(try codec.write(value)) }
                return .array(elements)
            })
    }

    /// Models in an array.
    package static func array<Element: Sendable>(
        of mapping: Mapping<Element>, badElements: BadElements = .fail, takesSingle: Bool = false
    ) -> JSONCodec where Value == [Element] {
        .array(of: .model(mapping), badElements: badElements, takesSingle: takesSingle)
    }

    /// The value of an element; nil where it is null or does not fit, which the report then tells.
    func readGoodElement(_ element: JSONNode, for place: FieldPlace, report: inout MappingReport) -> Value? {
        if !takesNull, element.isNull {
            report.countNull(place.wrongKind("an element", element))
            return nil
        }
        do throws(MappingError) {
            let value = try read(element, for: place, report: &report)
            report.countDecoded()
            return value
        } catch {
            report.countBad(error)
            return nil
        }
    }
}
