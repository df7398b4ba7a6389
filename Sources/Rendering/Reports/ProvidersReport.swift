package import JSONText

/// The providers known.
///
/// ## JSON
/// `{"providers": […]}`; a provider has `name`, `title`, `origin`, `url`, `key`, `page_size`, `cap`,
/// `requests_per_minute`, `requests_per_day` and `queries`.
package struct ProvidersReport: Report {
    package var providers: [ProviderSummary]

    package init(_ providers: [ProviderSummary]) { self.providers = providers }

    package func text(on terminal: Terminal) -> String {
        if providers.isEmpty { return "No providers.\n" }
        var table = TextTable([
            .init("NAME"), .init("TITLE", flexibleTo: 12, isOptional: true),
            .init("ORIGIN", flexibleTo: 12, isOptional: true), .init("KEY"), .init("PAGE", .right),
            .init("CAP", .right), .init("PER MINUTE", .right), .init("PER DAY", .right), .init("QUERIES", .right),
        ])
        for provider in providers {
            table.append([
                .init(provider.name), .init(provider.title ?? ""), .init(provider.origin),
                .init(provider.key.words, provider.key == .missing ? .bad : .plain), .init("\(provider.pageSize)"),
                .init(Self.limit(provider.cap)), .init(Self.limit(provider.requestsPerMinute)),
                .init(Self.limit(provider.requestsPerDay)), .init("\(provider.queries)"),
            ])
        }
        return table.text(on: terminal)
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.key("providers")
            writer.array { writer in
                for provider in providers {
                    writer.object { provider.writeMembers(to: &$0) }
                }
            }
        }
    }

    static func limit(_ number: Int?) -> String { number.map(String.init) ?? "no limit" }
}
