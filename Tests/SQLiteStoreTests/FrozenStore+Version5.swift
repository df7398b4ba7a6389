extension FrozenStore {
    /// Version 5, made out of version 4 by the step that leads there, with its index made anew as a service of that
    /// release makes it.
    // swift-format-ignore
    static let version5 =
        version4 + #"""

            BEGIN;
            -- What the index says of an article is what it said before.
            CREATE TEMP TABLE folded_before AS SELECT * FROM _folded;
            CREATE TEMP TABLE listed_before AS SELECT * FROM _listed;
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
            INSERT INTO _imported_notes (mark) VALUES ('4/3/4/2026-11-30T16:07:41.328Z');
            INSERT INTO _folded SELECT * FROM folded_before;
            UPDATE _folded SET headline = 'bakeries return to quillmere' WHERE article_id = 9;
            INSERT INTO _trigrams (rowid, headline)
            SELECT article_id, headline || char(65533, 65533) FROM _folded ORDER BY article_id;
            INSERT INTO _listed SELECT * FROM listed_before;
            -- Article 12 came after the index was written, and article 9 changed.
            UPDATE _index SET article = 11;
            UPDATE articles SET headline = 'Bakeries return to Quillmere again' WHERE id = 9;
            PRAGMA user_version = 5;
            COMMIT;
            DROP TABLE temp.folded_before;
            DROP TABLE temp.listed_before;
            """#
}
