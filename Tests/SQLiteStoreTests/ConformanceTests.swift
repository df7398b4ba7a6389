internal import Articles
internal import Expectations
internal import SQLiteStore
internal import TestSupport
internal import Testing

@Suite struct ConformanceTests {
    @Test(arguments: ArticleStoreConformance.laws)
    func `the store keeps the contract of the ports`(_ law: ArticleStoreConformance.Law) async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("articles.db")
        try await law.check(SQLiteArticleWriter(path: path), SQLiteArticleReader(path: path))
    }
}
