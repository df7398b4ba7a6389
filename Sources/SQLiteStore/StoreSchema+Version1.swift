extension StoreSchema {
    /// Instants are ISO 8601 UTC text, days `yyyy-MM-dd`, lists JSON text; what begins with `_` is private.
    ///
    /// `articles.last_seen_at` and `query_articles.last_seen_at` are written only when an article changes or leaves,
    /// since an unchanged result must write no row. While a query holds an article, it was last seen when the query was
    /// last confirmed, which is `queries.contents_at`; the views tell that.
    static let version1 = """
        CREATE TABLE articles (
            id INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice: notes and bookmarks refer to it
            provider TEXT NOT NULL,
            provider_id TEXT NOT NULL,
            url TEXT,
            headline TEXT,
            abstract TEXT,
            lead_paragraph TEXT,
            byline TEXT,
            authors TEXT NOT NULL DEFAULT '[]',
            source TEXT,
            section TEXT,
            kind TEXT,
            published_at TEXT, -- a day where the provider tells no time
            updated_at TEXT,
            word_count INTEGER,
            language TEXT,
            image_url TEXT,
            keywords TEXT NOT NULL DEFAULT '[]',
            first_seen_at TEXT NOT NULL,
            changed_at TEXT NOT NULL,
            last_seen_at TEXT NOT NULL, -- for articles that some query holds, see the view current_articles
            vanished_at TEXT, -- since when no query holds it
            UNIQUE (provider, provider_id)
        ) STRICT;
        CREATE INDEX articles_vanished ON articles (vanished_at) WHERE vanished_at IS NOT NULL;

        CREATE TABLE _digests ( -- of what providers say, to tell an unchanged article without reading it
            article_id INTEGER PRIMARY KEY REFERENCES articles (id) ON DELETE CASCADE,
            digest INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE queries (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            provider TEXT NOT NULL,
            fingerprint TEXT NOT NULL, -- of what the contents were asked with
            generation INTEGER NOT NULL DEFAULT 0, -- replacements so far
            window_from TEXT,
            window_to TEXT,
            coverage TEXT CHECK (coverage IN ('complete', 'partial', 'capped', 'unverified', 'empty')),
            contents_at TEXT -- when the contents were put in place or last found unchanged
        ) STRICT;

        CREATE TABLE query_articles (
            query_id INTEGER NOT NULL REFERENCES queries (id) ON DELETE CASCADE,
            article_id INTEGER NOT NULL REFERENCES articles (id),
            rank INTEGER NOT NULL, -- the provider's order, from 1
            last_seen_at TEXT, -- of an article that is kept although it left the window
            PRIMARY KEY (query_id, article_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX query_articles_by_rank ON query_articles (query_id, rank);
        CREATE INDEX query_articles_by_article ON query_articles (article_id);

        CREATE TABLE runs (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            query_id INTEGER NOT NULL REFERENCES queries (id) ON DELETE CASCADE,
            started_at TEXT NOT NULL,
            finished_at TEXT,
            outcome TEXT NOT NULL CHECK (outcome IN ('running', 'complete', 'partial', 'capped', 'unverified', 'held',
                'failed', 'parked', 'cancelled', 'interrupted', 'skipped')),
            window_from TEXT NOT NULL,
            window_to TEXT NOT NULL,
            announced INTEGER, -- what the provider said there is
            announced_at_least INTEGER NOT NULL DEFAULT 0, -- 1: it stopped counting there
            fetched INTEGER NOT NULL DEFAULT 0,
            unique_articles INTEGER NOT NULL DEFAULT 0,
            stored INTEGER NOT NULL DEFAULT 0,
            added INTEGER NOT NULL DEFAULT 0,
            changed INTEGER NOT NULL DEFAULT 0,
            removed INTEGER NOT NULL DEFAULT 0,
            dropped INTEGER NOT NULL DEFAULT 0,
            pages INTEGER NOT NULL DEFAULT 0,
            requests INTEGER NOT NULL DEFAULT 0,
            bytes INTEGER NOT NULL DEFAULT 0,
            reason TEXT,
            failure TEXT,
            _owner TEXT -- the process that opened the line
        ) STRICT;
        CREATE INDEX runs_by_query ON runs (query_id);

        CREATE TABLE windows (
            query_id INTEGER NOT NULL REFERENCES queries (id) ON DELETE CASCADE,
            window_from TEXT NOT NULL,
            window_to TEXT NOT NULL,
            announced INTEGER,
            announced_at_least INTEGER NOT NULL DEFAULT 0,
            fetched INTEGER NOT NULL,
            status TEXT NOT NULL CHECK (status IN ('complete', 'partial', 'capped', 'unverified', 'empty')),
            run_id INTEGER REFERENCES runs (id) ON DELETE SET NULL,
            covered_at TEXT NOT NULL,
            PRIMARY KEY (query_id, window_from, window_to)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX windows_by_run ON windows (run_id);

        CREATE TABLE revisions (
            id INTEGER PRIMARY KEY,
            article_id INTEGER NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
            run_id INTEGER REFERENCES runs (id) ON DELETE SET NULL,
            seen_at TEXT NOT NULL,
            field TEXT NOT NULL,
            old TEXT,
            new TEXT
        ) STRICT;
        CREATE INDEX revisions_by_article ON revisions (article_id);
        CREATE INDEX revisions_by_run ON revisions (run_id);

        CREATE TABLE notes (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            date TEXT NOT NULL,
            title TEXT NOT NULL DEFAULT '',
            body TEXT NOT NULL DEFAULT '',
            keywords TEXT NOT NULL DEFAULT '[]',
            article_id INTEGER REFERENCES articles (id) ON DELETE SET NULL,
            created_at TEXT NOT NULL,
            changed_at TEXT NOT NULL
        ) STRICT;
        CREATE INDEX notes_by_article ON notes (article_id);

        CREATE TABLE _aliases (
            provider TEXT NOT NULL,
            provider_id TEXT NOT NULL, -- an older id of the article
            article_id INTEGER NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
            UNIQUE (provider, provider_id)
        ) STRICT;
        CREATE INDEX _aliases_by_article ON _aliases (article_id);

        CREATE VIRTUAL TABLE articles_fts USING fts5( -- without a row of word counts an article, which only rank reads
            headline, abstract, lead_paragraph, byline, keywords,
            content = 'articles', content_rowid = 'id', columnsize = 0, tokenize = 'unicode61 remove_diacritics 2'
        );
        -- Words are gathered in 8 MiB of memory before they are written, and what was written is brought together
        -- late: a large replacement takes a third less time, and a small one uses no more memory than it has words.
        INSERT INTO articles_fts (articles_fts, rank) VALUES ('hashsize', 8388608), ('automerge', 16);
        CREATE TRIGGER articles_fts_insert AFTER INSERT ON articles BEGIN
            INSERT INTO articles_fts (rowid, headline, abstract, lead_paragraph, byline, keywords)
            VALUES (new.id, new.headline, new.abstract, new.lead_paragraph, new.byline, new.keywords);
        END;
        CREATE TRIGGER articles_fts_delete AFTER DELETE ON articles BEGIN
            INSERT INTO articles_fts (articles_fts, rowid, headline, abstract, lead_paragraph, byline, keywords)
            VALUES ('delete', old.id, old.headline, old.abstract, old.lead_paragraph, old.byline, old.keywords);
        END;
        CREATE TRIGGER articles_fts_update
        AFTER UPDATE OF id, headline, abstract, lead_paragraph, byline, keywords ON articles
        WHEN old.id IS NOT new.id OR old.headline IS NOT new.headline OR old.abstract IS NOT new.abstract
            OR old.lead_paragraph IS NOT new.lead_paragraph OR old.byline IS NOT new.byline
            OR old.keywords IS NOT new.keywords
        BEGIN
            INSERT INTO articles_fts (articles_fts, rowid, headline, abstract, lead_paragraph, byline, keywords)
            VALUES ('delete', old.id, old.headline, old.abstract, old.lead_paragraph, old.byline, old.keywords);
            INSERT INTO articles_fts (rowid, headline, abstract, lead_paragraph, byline, keywords)
            VALUES (new.id, new.headline, new.abstract, new.lead_paragraph, new.byline, new.keywords);
        END;

        CREATE VIEW current_articles AS
        SELECT queries.name AS query, members.rank, articles.id, articles.provider, articles.provider_id, articles.url,
            articles.headline, articles.abstract, articles.lead_paragraph, articles.byline, articles.authors,
            articles.source, articles.section, articles.kind, articles.published_at, articles.updated_at,
            articles.word_count, articles.language, articles.image_url, articles.keywords, articles.first_seen_at,
            articles.changed_at, coalesce(members.last_seen_at, queries.contents_at) AS last_seen_at
        FROM query_articles AS members
        JOIN queries ON queries.id = members.query_id
        JOIN articles ON articles.id = members.article_id;

        CREATE VIEW query_statuses AS
        SELECT queries.name, queries.provider, queries.generation, queries.coverage, queries.window_from,
            queries.window_to, queries.contents_at,
            (SELECT count(*) FROM query_articles WHERE query_id = queries.id) AS articles,
            runs.outcome AS last_outcome, runs.started_at AS last_started_at, runs.reason AS last_reason
        FROM queries
        LEFT JOIN runs ON runs.id = (SELECT max(id) FROM runs WHERE query_id = queries.id);
        """
}
