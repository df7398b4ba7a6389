import Articles
import Chronology
import Configuration
import HTTPExchange
import Providers
import Telemetry
import TestSupport
import Testing

/// Definitions as the tests read them.
enum Definitions {
    /// What a configuration text makes of the catalog, and what there is to complain about it.
    static func catalog(_ text: String = "") -> (catalog: ProviderCatalog, complaints: [String]) {
        let diagnostics = Diagnostics()
        let table =
            TOMLDocument.parse(text, file: "F", diagnostics: diagnostics)
            ?? ConfigurationTable(location: SourceLocation(file: "F", line: 1, column: 1))
        let root = ConfigurationReader(table, diagnostics: diagnostics)
        let catalog = ProviderCatalog(reading: root)
        root.finish()
        return (catalog, diagnostics.sorted.map(\.description))
    }

    static func named(_ name: String, _ text: String = "") throws -> ProviderDefinition {
        let (catalog, complaints) = catalog(text)
        return try #require(catalog[name], "\(complaints)").definition
    }

    static let nyt = Result { try named("nyt") }
}

extension ProviderDefinition {
    /// What an answer of this definition's API reads as.
    func read(_ body: [UInt8], status: Int = 200, page: Int = 0, headers: [HTTPHeader] = []) throws -> ArticlePage {
        let response = HTTPResponse(status: status, headers: headers, body: body)
        let now = Instant(secondsSince1970: 1_435_708_800)
        return try AnswerReader(self).read(response, page: page, asked: "page \(page)", now: now).page
    }

    func read(_ body: String, status: Int = 200, page: Int = 0) throws -> ArticlePage {
        try read(Array(body.utf8), status: status, page: page)
    }

    /// Why an answer is no page.
    func failure(_ body: String, status: Int = 200, page: Int = 0) throws -> SourceFailure {
        try #require(throws: SourceFailure.self) { try read(body, status: status, page: page) }
    }
}
