// The room ArticleSync.
