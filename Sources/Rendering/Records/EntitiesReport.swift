package import JSONText

/// What a store holds, entity by entity: columns, their types, and which may be set.
///
/// ## JSON
/// `{"entities": […]}`; an entity has `name`, `summary`, `writable`, `read_only_because` (null where it is writable) and
/// `columns`: each with `name`, `type` (`text`, `integer`, `real`, `bool`, `instant`, `list`), `nullable` and `settable`.
package struct EntitiesReport: Report {
    package var entities: [EntityDetails]

    package init(_ entities: [EntityDetails]) { self.entities = entities }

    package func text(on terminal: Terminal) -> String {
        entities.map { $0.text(on: terminal) }.joined(separator: "\n")
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.key("entities")
            writer.array { writer in
                for entity in entities { entity.write(to: &writer) }
            }
        }
    }
}

/// One entity.
package struct EntityDetails: Hashable, Sendable {
    package var name: String
    package var summary: String
    /// What changes it instead of a person; nil where rows may be written.
    package var readOnlyBecause: String?
    package var columns: [Column]

    package struct Column: Hashable, Sendable {
        package var name: String
        /// As the documents name it: `integer`.
        package var type: String
        package var isNullable: Bool
        package var isSettable: Bool

        package init(_ name: String, _ type: String, isNullable: Bool, isSettable: Bool) {
            self.name = name
            self.type = type
            self.isNullable = isNullable
            self.isSettable = isSettable
        }
    }

    package init(_ name: String, _ summary: String, readOnlyBecause: String?, columns: [Column]) {
        self.name = name
        self.summary = summary
        self.readOnlyBecause = readOnlyBecause
        self.columns = columns
    }

    fileprivate func text(on terminal: Terminal) -> String {
        func line(_ label: String, _ words: String) -> String {
            hanging("  \(label)", words, indent: 14, width: terminal.width)
        }
        var text = terminal.paint(name, .heading) + "\n" + line("a row is", summary)
        text += line("columns", columns.map { "\($0.name) (\($0.type))" }.joined(separator: ", "))
        if let readOnlyBecause {
            text += line("read only", readOnlyBecause)
        } else {
            text += line("can be set", columns.filter(\.isSettable).map(\.name).joined(separator: ", "))
        }
        return text
    }

    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("name", name)
            writer.member("summary", summary)
            writer.member("writable", readOnlyBecause == nil)
            writer.member("read_only_because", readOnlyBecause)
            writer.key("columns")
            writer.array { writer in
                for column in columns {
                    writer.object { writer in
                        writer.member("name", column.name)
                        writer.member("type", column.type)
                        writer.member("nullable", column.isNullable)
                        writer.member("settable", column.isSettable)
                    }
                }
            }
        }
    }
}
