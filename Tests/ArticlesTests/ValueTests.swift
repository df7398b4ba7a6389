internal import Articles
internal import Chronology
internal import Testing

@Suite struct ValueTests {
    @Test func `an article is known by its provider and the provider's id`() {
        #expect(ArticleKey(provider: "a", id: "1") != ArticleKey(provider: "b", id: "1"))
        #expect(ArticleKey(provider: "nyt", id: "nyt://article/1").description == "nyt:nyt://article/1")
    }

    @Test func `a page counts what it could not read`() {
        let article = Article(key: ArticleKey(provider: "a", id: "1"))
        let page = ArticlePage(
            number: 0, total: .atLeast(10_000), articles: [article],
            dropped: [DroppedDocument(path: "docs[1]", reason: "no id"), DroppedDocument(path: "docs[2]", reason: "x")])
        #expect(page.documents == 3)
        #expect(page.total.count == 10_000)
        #expect(page.total.description == "at least 10000")
        #expect(Total.exactly(3).description == "3")
        #expect(page.dropped[0].description == "docs[1]: no id")
    }

    @Test func `failures say what was tried, why, and what to do next`() {
        let source = SourceFailure(.badKey, asked: "nyt page 0", reason: "401", hint: "check the key")
        #expect(source.description == "nyt page 0: 401; check the key")
        #expect(SourceFailure(.drift, asked: "a", reason: "b").description == "a: b")
        let store = StoreFailure(.busy, tried: "replace the contents", reason: "locked", hint: "try again")
        #expect(store.description == "replace the contents: locked; try again")
        #expect(StoreFailure(.other, tried: "a", reason: "b").description == "a: b")
    }
}
