internal import Articles

@testable internal import SQLiteStore

/// The digest, which is the store's own affair.
enum ArticleDigests {
    static func digest(of article: Article) -> Int64 { ContentDigest.of(article) }
}
