extension StoreSchema {
    /// What is derived of articles so that a million of them are listed at once: headlines folded by case and diacritics
    /// with an index of their trigrams, and memberships in the order of dates and of sections.
    ///
    /// It trails: a replacement writes nothing of it, and what is missing is told by two things. Articles above `article`
    /// of `_index` are not in it yet, since ids only grow; those at or below it in `_unindexed` have changed since, came
    /// to a query or left one. Readers take these as they are and the others from here, which is exact at every state.
    static let folding = """
        CREATE TABLE _index ( -- one row: articles up to this one are indexed
            id INTEGER PRIMARY KEY CHECK (id = 1),
            article INTEGER NOT NULL
        ) STRICT;
        INSERT INTO _index VALUES (1, 0);
        CREATE TABLE _unindexed ( -- but for these
            article_id INTEGER PRIMARY KEY
        ) STRICT;

        CREATE TABLE _folded (
            article_id INTEGER PRIMARY KEY,
            headline TEXT -- folded by case and diacritics
        ) STRICT;
        CREATE VIRTUAL TABLE _trigrams USING fts5( -- of `_folded`; nothing but which articles have them
            headline, content = '', detail = none, tokenize = 'trigram case_sensitive 1'
        );
        CREATE TABLE _listed ( -- memberships, with what they are most often picked by
            article_id INTEGER NOT NULL,
            query_id INTEGER NOT NULL, -- 0: of any query
            published_at TEXT, -- in the form that sorts: always with a time, never with a Z
            section TEXT,
            kind TEXT,
            word_count INTEGER,
            PRIMARY KEY (article_id, query_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX _listed_by_date ON _listed (query_id, published_at DESC, article_id, section, kind, word_count);
        CREATE INDEX _listed_by_section ON _listed (query_id, section, published_at DESC, article_id);

        CREATE TRIGGER articles_index_insert AFTER INSERT ON articles
        WHEN new.id <= (SELECT article FROM _index)
        BEGIN
            INSERT INTO _unindexed (article_id) VALUES (new.id) ON CONFLICT DO NOTHING;
        END;
        CREATE TRIGGER articles_index_delete AFTER DELETE ON articles
        WHEN old.id <= (SELECT article FROM _index)
        BEGIN
            INSERT INTO _unindexed (article_id) VALUES (old.id) ON CONFLICT DO NOTHING;
        END;
        CREATE TRIGGER articles_index_update
        AFTER UPDATE OF id, headline, section, kind, published_at, word_count ON articles
        WHEN min(old.id, new.id) <= (SELECT article FROM _index)
            AND (old.id IS NOT new.id OR old.headline IS NOT new.headline OR old.section IS NOT new.section
                OR old.kind IS NOT new.kind OR old.published_at IS NOT new.published_at
                OR old.word_count IS NOT new.word_count)
        BEGIN
            INSERT INTO _unindexed (article_id) VALUES (old.id), (new.id) ON CONFLICT DO NOTHING;
        END;
        -- Who comes to a query is told by the replacement, as most who come are new.
        CREATE TRIGGER query_articles_index_delete AFTER DELETE ON query_articles
        WHEN old.article_id <= (SELECT article FROM _index)
        BEGIN
            INSERT INTO _unindexed (article_id) VALUES (old.article_id) ON CONFLICT DO NOTHING;
        END;
        CREATE TRIGGER query_articles_index_update AFTER UPDATE OF query_id, article_id ON query_articles
        WHEN min(old.article_id, new.article_id) <= (SELECT article FROM _index)
        BEGIN
            INSERT INTO _unindexed (article_id) VALUES (old.article_id), (new.article_id) ON CONFLICT DO NOTHING;
        END;
        """
}
