/// A candidate of a field, ready to be followed.
enum FieldSource: Sendable {
    case path(JSONPath)
    case template([TemplatePart])
    case constant(String)

    enum TemplatePart: Sendable {
        case literal(String)
        case path(JSONPath)
    }

    /// - Throws: `TransformerMistake` with what cannot be read, and where.
    init(_ candidate: FieldDeclaration.Candidate) throws(TransformerMistake) {
        switch candidate {
        case .path(let path): self = .path(try Self.path(path))
        case .constant(let text): self = .constant(text)
        case .template(let text):
            var parts: [TemplatePart] = []
            do throws(BraceText.Failure) {
                for part in try BraceText.parts(of: text) {
                    switch part {
                    case .literal(let literal): parts.append(.literal(literal))
                    case .placeholder(let path, let column):
                        do throws(JSONPathError) {
                            parts.append(.path(try JSONPath(path)))
                        } catch {
                            throw BraceText.Failure(column: column + error.column, reason: error.reason)
                        }
                    }
                }
            } catch {
                throw TransformerMistake(error.described(as: text))
            }
            self = .template(parts)
        }
    }

    private static func path(_ text: String) throws(TransformerMistake) -> JSONPath {
        do throws(JSONPathError) {
            return try JSONPath(text)
        } catch {
            throw TransformerMistake(error.description)
        }
    }

    /// Whether it may begin at an element, so that the record may be an array.
    var beginsInArray: Bool {
        switch self {
        case .path(let path): path.beginsInArray
        case .template(let parts):
            parts.contains { if case .path(let path) = $0 { path.beginsInArray } else { false } }
        case .constant: false
        }
    }
}

extension JSONPath {
    /// Whether the first step is one into an array, or there is none.
    var beginsInArray: Bool {
        switch steps.first {
        case .key: false
        case .index, .all, .matching, nil: true
        }
    }
}
