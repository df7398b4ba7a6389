package import JSONText

/// One provider in full.
///
/// ## JSON
/// The members of a provider in `ProvidersReport`, and `sections`: an object of objects, by title and by name.
package struct ProviderDetails: Report {
    package var summary: ProviderSummary
    package var sections: [Section]

    /// Some lines under a title, such as where each field comes from.
    package struct Section: Hashable, Sendable {
        /// snake_case: `fields`, `parameters`, `errors`.
        package var title: String
        package var lines: [Line]

        package struct Line: Hashable, Sendable {
            package var name: String
            package var value: String

            package init(_ name: String, _ value: String) {
                self.name = name
                self.value = value
            }
        }

        package init(_ title: String, _ lines: [Line]) {
            self.title = title
            self.lines = lines
        }
    }

    package init(_ summary: ProviderSummary, sections: [Section] = []) {
        self.summary = summary
        self.sections = sections
    }

    package func text(on terminal: Terminal) -> String {
        let head = Section(
            "",
            [
                .init("title", summary.title ?? ""), .init("origin", summary.origin), .init("url", summary.url),
                .init("key", summary.key.words), .init("page size", "\(summary.pageSize)"),
                .init("cap", ProvidersReport.limit(summary.cap)),
                .init("per minute", ProvidersReport.limit(summary.requestsPerMinute)),
                .init("per day", ProvidersReport.limit(summary.requestsPerDay)),
                .init("queries", "\(summary.queries)"),
            ])
        var text = terminal.paint(summary.name.harmless, .heading) + "\n" + lines(head, terminal)
        for section in sections {
            text += "\n" + terminal.paint(section.title.harmless, .heading) + "\n" + lines(section, terminal)
        }
        return text
    }

    private func lines(_ section: Section, _ terminal: Terminal) -> String {
        let indent = 4 + (section.lines.map(\.name.displayWidth).max() ?? 0)
        return section.lines.filter { !$0.value.isEmpty }.map {
            hanging("  " + $0.name.harmless, $0.value.harmless, indent: min(indent, 30), width: terminal.width)
        }.joined()
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            summary.writeMembers(to: &writer)
            writer.key("sections")
            writer.object { writer in
                for section in sections {
                    writer.key(section.title)
                    writer.object { writer in
                        for line in section.lines { writer.member(line.name, line.value) }
                    }
                }
            }
        }
    }
}
