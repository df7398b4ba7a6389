package import Articles
package import JSONText

/// How a result differs from a query's contents.
///
/// ## JSON
/// `{"query", "stored", "held", "added", "changed", "removed", "notices": […], "examples": […]}`; `held` is why it is not
/// put in place, or null; an example has `change` (`added`, `changed`, `removed`), `provider`, `id`, `headline` and
/// `fields` (those that differ).
package struct DifferenceReport: Report {
    package var query: String
    package var difference: ContentsDifference
    /// Whether the result was put in place; false where it was only looked at.
    package var isStored: Bool
    /// Why it is not put in place, unless a person accepts it.
    package var doubt: String?
    package var notices: [String]
    /// What can be done next, in words alone.
    package var advice: String?

    package init(
        _ query: String, _ difference: ContentsDifference, isStored: Bool, doubt: String? = nil, notices: [String] = [],
        advice: String? = nil
    ) {
        self.query = query
        self.difference = difference
        self.isStored = isStored
        self.doubt = doubt
        self.notices = notices
        self.advice = advice
    }

    private static let longestLine = 120

    package func text(on terminal: Terminal) -> String {
        var text = terminal.paint(query.harmless, .heading) + ": "
        if difference.isEmpty {
            text += isStored ? "nothing changed\n" : "nothing would change\n"
        } else {
            let verb = isStored ? "" : "would be "
            text += "\(counted(difference.added, "article")) \(verb)new, \(difference.changed) \(verb)changed, "
            text += "\(difference.removed) \(verb)gone\n"
        }
        for example in difference.examples {
            let mark =
                switch example.change {
                case .added: terminal.paint("+", .good)
                case .changed: terminal.paint("~", .warning)
                case .removed: terminal.paint("-", .bad)
                }
            let fields = example.fields.isEmpty ? "" : " (\(example.fields.joined(separator: ", ")))"
            let title = (example.headline ?? example.key.id).harmless
            let room = max((terminal.width ?? Self.longestLine) - 5 - fields.displayWidth, 16)
            text += "  \(mark) " + title.truncated(to: room) + fields + "\n"
        }
        let more = difference.added + difference.changed + difference.removed - difference.examples.count
        if more > 0, !difference.examples.isEmpty { text += "  and \(more) more\n" }
        if let doubt { text += remark("held", doubt, terminal) }
        for notice in notices { text += remark("note", notice, terminal) }
        if let advice { text += advice.harmless.wrapped(on: terminal) + "\n" }
        return text
    }

    private func remark(_ label: String, _ words: String, _ terminal: Terminal) -> String {
        hanging("  \(label):", words.harmless, indent: 8, width: terminal.width)
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("query", query)
            writer.member("stored", isStored)
            writer.member("held", doubt)
            writer.member("added", difference.added)
            writer.member("changed", difference.changed)
            writer.member("removed", difference.removed)
            writer.key("notices")
            writer.strings(notices)
            writer.key("examples")
            writer.array { writer in
                for example in difference.examples {
                    writer.object { writer in
                        writer.member("change", example.change.rawValue)
                        writer.member("provider", example.key.provider)
                        writer.member("id", example.key.id)
                        writer.member("headline", example.headline)
                        writer.key("fields")
                        writer.strings(example.fields)
                    }
                }
            }
        }
    }
}

/// Several differences, one after the other; as JSON `{"queries": […]}`.
package struct DifferencesReport: Report {
    package var reports: [DifferenceReport]

    package init(_ reports: [DifferenceReport]) { self.reports = reports }

    package func text(on terminal: Terminal) -> String {
        reports.isEmpty ? "No queries.\n" : reports.map { $0.text(on: terminal) }.joined()
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.key("queries")
            writer.array { writer in
                for report in reports { report.write(to: &writer) }
            }
        }
    }
}
