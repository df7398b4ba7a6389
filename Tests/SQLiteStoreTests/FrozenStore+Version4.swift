extension FrozenStore {
    /// Version 4, made out of version 3 by the step that leads there, with a row or more of everything that the step
    /// brought, as a service of that release wrote them.
    // swift-format-ignore
    static let version4 =
        version3 + #"""

            BEGIN;
            ALTER TABLE notes ADD COLUMN _version INTEGER NOT NULL DEFAULT 1; -- one more with each change
            CREATE TRIGGER notes_version AFTER UPDATE OF title, body, keywords ON notes
            WHEN NEW._version = OLD._version
            BEGIN
                UPDATE notes SET _version = OLD._version + 1 WHERE id = NEW.id;
            END;
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
            DROP TABLE articles_fts;
            CREATE VIRTUAL TABLE articles_fts USING fts5(
                headline, abstract, lead_paragraph, byline, keywords,
                content="articles", content_rowid="id", columnsize=0, tokenize="unicode61 remove_diacritics 2"
            );
            INSERT INTO articles_fts (articles_fts, rank) VALUES ('hashsize', 3145728), ('automerge', 16);
            INSERT INTO articles_fts (articles_fts) VALUES ('rebuild');
            INSERT INTO notes (id, date, title, body, keywords, article_id, created_at, changed_at)
            VALUES (4, '2026-11-30T16:07:41.307Z', 'Ask the ferry', 'x', '["sea","Ñ"]', 9, '2026-11-30T16:07:41.307Z',
                '2026-11-30T16:07:41.307Z');
            UPDATE notes SET body = 'free, and changed once', changed_at = '2026-11-30T16:07:41.328Z', _version = 2 WHERE id = 2;
            -- Article 12 came after the index was written, and article 9 changed.
            UPDATE _index SET article = 11;
            INSERT INTO _folded (article_id, headline)
            VALUES
                (1, 'is cartography good for saltpan flats? union of harbour pilots says so naive cafe'),
                (2, 'cartography returns to 砂浜市, and nobody minds ¿y ahora?'),
                (3, 'bakeries returns to quillmere, and nobody minds'),
                (4, 'a season of knitting ends in quillmere 🏖️ 👩‍🔬'),
                (5, 'quillmere votes on libraries; the ferry waits “quoted”'),
                (6, 'nuvara votes on libraries; the ferry waits back\slash'),
                (7, 'is cartography good for saltpan flats? union of harbour pilots says so naive cafe'),
                (8, 'cartography returns to 砂浜市, and nobody minds ¿y ahora?'),
                (9, 'bakeries returns to quillmere, and nobody minds'),
                (10, 'a season of knitting ends in quillmere 🏖️ 👩‍🔬'),
                (11, 'quillmere votes on libraries; the ferry waits “quoted”');
            INSERT INTO _trigrams (rowid, headline) SELECT article_id, headline FROM _folded ORDER BY article_id;
            INSERT INTO _listed (article_id, query_id, published_at, section, kind, word_count)
            VALUES
                (7, 0, '2015-07-04T16:07:50', 'World', 'Brief', 1966),
                (7, 1, '2015-07-04T16:07:50', 'World', 'Brief', 1966),
                (7, 2, '2015-07-04T16:07:50', 'World', 'Brief', 1966),
                (8, 0, '2015-07-13T15:40:39', 'World', 'News', 1228),
                (8, 1, '2015-07-13T15:40:39', 'World', 'News', 1228),
                (8, 2, '2015-07-13T15:40:39', 'World', 'News', 1228),
                (9, 0, '2015-07-15T18:11:25', 'Food', 'Review', 501),
                (9, 1, '2015-07-15T18:11:25', 'Food', 'Review', 501),
                (9, 2, '2015-07-15T18:11:25', 'Food', 'Review', 501),
                (10, 0, '2015-07-22T00:02:26', 'Travel', 'Op-Ed', 1263),
                (10, 1, '2015-07-22T00:02:26', 'Travel', 'Op-Ed', 1263),
                (11, 0, '2015-07-24T00:00:00', 'Arts', 'Review', 1577),
                (11, 1, '2015-07-24T00:00:00', 'Arts', 'Review', 1577);
            UPDATE articles SET headline = 'Bakeries Return to Quillmere' WHERE id = 9;
            PRAGMA user_version = 4;
            COMMIT;
            """#
}
