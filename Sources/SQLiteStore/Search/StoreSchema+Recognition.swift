extension StoreSchema {
    /// The full-text index as Datasette and sqlite-utils recognise one: they look for `content="articles"` in its text, in
    /// these quotes and without a space.
    ///
    /// It is made anew from the articles, as SQLite lets nobody change the text alone: some 30 µs an article, once.
    static let recognition = """
        DROP TABLE articles_fts;
        CREATE VIRTUAL TABLE articles_fts USING fts5(
            headline, abstract, lead_paragraph, byline, keywords,
            content="articles", content_rowid="id", columnsize=0, tokenize="unicode61 remove_diacritics 2"
        );
        INSERT INTO articles_fts (articles_fts, rank) VALUES ('hashsize', 3145728), ('automerge', 16);
        INSERT INTO articles_fts (articles_fts) VALUES ('rebuild');

        """
}
