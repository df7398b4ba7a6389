internal import CTOML

/// Reads TOML 1.0 text over toml++.
package enum TOMLDocument {
    /// The root table of a text; nil where it is not TOML, with the mistake in `diagnostics`.
    ///
    /// - Parameter file: the name that locations carry.
    package static func parse(_ text: String, file: String, diagnostics: Diagnostics) -> ConfigurationTable? {
        guard let tree = TOMLTree(parsing: text) else {
            diagnostics.add(SourceLocation(file: file, line: 1, column: 1), "no memory left to read it")
            return nil
        }
        if let mistake = tree.mistake {
            let location = SourceLocation(file: file, line: mistake.line, column: mistake.column)
            diagnostics.add(location, TOMLMistake.message(mistake.text))
            return nil
        }
        var builder = TableBuilder(tree: tree, file: file)
        return builder.table()
    }

    /// The root table of a file's bytes, which must be UTF-8; a byte order mark before them is skipped.
    package static func parse(bytes: [UInt8], file: String, diagnostics: Diagnostics) -> ConfigurationTable? {
        do {
            let text = try UTF8Span(validating: bytes.span)
            return parse(String(copying: text), file: file, diagnostics: diagnostics)
        } catch {
            let before = bytes[..<error.byteOffsets.lowerBound]
            let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
            let location = SourceLocation(
                file: file, line: 1 + before.count { $0 == UInt8(ascii: "\n") },
                column: 1 + String(decoding: before[lineStart...], as: UTF8.self).unicodeScalars.count)
            let isUTF16 = bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff])
            diagnostics.add(
                location, "not UTF-8 text" + (isUTF16 ? " but UTF-16" : "") + " (save the file in the encoding UTF-8)")
            return nil
        }
    }
}

/// Raises the tables that the library hands over laid flat.
private struct TableBuilder: ~Copyable {
    private let tree: TOMLTree
    private let file: String
    private var next = 0

    init(tree: consuming TOMLTree, file: String) {
        self.tree = tree
        self.file = file
    }

    /// The table that is next in line.
    mutating func table() -> ConfigurationTable {
        let node = tree.node(next)
        next += 1
        var entries: [ConfigurationTable.Entry] = []
        entries.reserveCapacity(node.children)
        for _ in 0..<node.children {
            let member = tree.node(next)
            entries.append(
                ConfigurationTable.Entry(key: member.key, location: location(member.keyPlace), value: value()))
        }
        return ConfigurationTable(entries: entries, location: location(node.place))
    }

    private mutating func value() -> ConfigurationValue {
        let node = tree.node(next)
        let place = location(node.place)
        switch node.kind {
        case CTOML_TABLE: return ConfigurationValue(.table(table()), at: place)
        case CTOML_ARRAY:
            next += 1
            var values: [ConfigurationValue] = []
            for _ in 0..<node.children { values.append(value()) }
            return ConfigurationValue(.array(values), at: place)
        default:
            next += 1
            return ConfigurationValue(scalar(node), at: place)
        }
    }

    private func scalar(_ node: TOMLTree.Node) -> ConfigurationValue.Kind {
        switch node.kind {
        case CTOML_INTEGER: return .integer(Int(node.integer))
        case CTOML_FLOAT: return .double(node.number)
        case CTOML_BOOLEAN: return .bool(node.integer != 0)
        case CTOML_STRING: return .string(node.text)
        case CTOML_LOCAL_TIME: return .local(node.clock)
        default: break
        }
        // TOML can write the year 0, which the calendar does not have; a reader that wants a day will complain.
        guard let day = node.day else { return .local("0000") }
        switch node.kind {
        case CTOML_LOCAL_DATE: return .day(day)
        case CTOML_LOCAL_DATE_TIME: return .local("\(day)T\(node.clock)")
        default: return .instant(node.instant(on: day))
        }
    }

    private func location(_ place: CTOMLPlace) -> SourceLocation {
        SourceLocation(file: file, line: max(Int(place.line), 1), column: max(Int(place.column), 1))
    }
}
