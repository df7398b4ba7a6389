extension StoreSchema {
    /// Trigrams of headlines in their order, so that the index alone says whether a headline holds a text; and what a
    /// replica took of its source's notes.
    ///
    /// The index of articles is made anew, as for new articles.
    static let version5 = """
        DROP TABLE _trigrams;
        CREATE VIRTUAL TABLE _trigrams USING fts5( -- of `_folded`; nothing but which articles have them, and where
            headline, content = '', tokenize = 'trigram case_sensitive 1'
        );
        UPDATE _index SET article = 0;
        DELETE FROM _unindexed;
        DELETE FROM _folded;
        DELETE FROM _listed;

        CREATE TABLE _imported_notes ( -- a row: what the notes of a file of changes that was taken had come to
            id INTEGER PRIMARY KEY,
            mark TEXT NOT NULL
        ) STRICT;
        """
}
