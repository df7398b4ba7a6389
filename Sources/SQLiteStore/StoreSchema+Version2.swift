extension StoreSchema {
    /// Windows with an identity of their own, candidates with the answers they were read from, and what was before.
    ///
    /// A row of `windows` that is superseded goes to `_readings`, with the generations that it stood for; so does what a
    /// held candidate was read as. A member of a query belongs to the window that it came with, and its rank counts
    /// within that window, so that a window is replaced without touching the others.
    static let version2 = """
        CREATE TABLE generations ( -- every replacement of a query's contents
            query_id INTEGER NOT NULL REFERENCES queries (id) ON DELETE CASCADE,
            generation INTEGER NOT NULL,
            run_id INTEGER REFERENCES runs (id) ON DELETE SET NULL,
            stored_at TEXT NOT NULL,
            fingerprint TEXT NOT NULL,
            window_from TEXT,
            window_to TEXT,
            coverage TEXT CHECK (coverage IN ('complete', 'partial', 'capped', 'unverified', 'empty')),
            articles INTEGER NOT NULL,
            PRIMARY KEY (query_id, generation)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX generations_by_run ON generations (run_id);

        CREATE TABLE candidates ( -- results on their way into a query's contents, and those that are there
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            query_id INTEGER NOT NULL REFERENCES queries (id) ON DELETE CASCADE,
            state TEXT NOT NULL CHECK (state IN ('gathering', 'held', 'stored', 'dropped')),
            fingerprint TEXT NOT NULL, -- of what was asked
            window_from TEXT NOT NULL,
            window_to TEXT NOT NULL,
            started_at TEXT NOT NULL,
            updated_at TEXT NOT NULL, -- when the last answer came
            announced INTEGER,
            announced_at_least INTEGER NOT NULL DEFAULT 0,
            articles INTEGER NOT NULL DEFAULT 0,
            coverage TEXT CHECK (coverage IN ('complete', 'partial', 'capped', 'unverified', 'empty')),
            reason TEXT, -- why it is held
            agreements INTEGER NOT NULL DEFAULT 0, -- later runs that came to the same
            generation INTEGER, -- that it became
            run_id INTEGER REFERENCES runs (id) ON DELETE SET NULL
        ) STRICT;
        CREATE INDEX candidates_by_query ON candidates (query_id, state);
        CREATE INDEX candidates_by_run ON candidates (run_id);

        CREATE TABLE _answers ( -- good answers as they came, compressed
            id INTEGER PRIMARY KEY,
            candidate_id INTEGER NOT NULL REFERENCES candidates (id) ON DELETE CASCADE,
            window_from TEXT NOT NULL, -- the window that the answer is for
            window_to TEXT NOT NULL,
            asked_from TEXT NOT NULL, -- the days that were asked
            asked_to TEXT NOT NULL,
            reversed INTEGER NOT NULL, -- 1: paged from the other end
            pass INTEGER NOT NULL,
            page INTEGER NOT NULL,
            kept_at TEXT NOT NULL,
            size INTEGER NOT NULL, -- in bytes, before compression
            base_id INTEGER, -- the answer of the candidate that this one was compressed against
            body BLOB NOT NULL, -- a frame of Zstandard
            UNIQUE (candidate_id, window_from, window_to, asked_from, asked_to, reversed, pass, page)
        ) STRICT;

        CREATE TABLE _odd_answers ( -- the newest answers that were not understood
            id INTEGER PRIMARY KEY,
            query_id INTEGER NOT NULL REFERENCES queries (id) ON DELETE CASCADE,
            run_id INTEGER REFERENCES runs (id) ON DELETE CASCADE,
            kept_at TEXT NOT NULL,
            reason TEXT NOT NULL,
            size INTEGER NOT NULL,
            body BLOB NOT NULL
        ) STRICT;
        CREATE INDEX _odd_answers_by_query ON _odd_answers (query_id);
        CREATE INDEX _odd_answers_by_run ON _odd_answers (run_id);

        CREATE TABLE _shapes ( -- what a provider's answers have looked like so far
            provider TEXT PRIMARY KEY,
            shape TEXT NOT NULL,
            changed_at TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE _readings ( -- of held candidates, and of windows that were superseded
            id INTEGER PRIMARY KEY,
            query_id INTEGER NOT NULL REFERENCES queries (id) ON DELETE CASCADE,
            candidate_id INTEGER REFERENCES candidates (id) ON DELETE CASCADE, -- whose answers it was read from
            window_from TEXT NOT NULL,
            window_to TEXT NOT NULL,
            rank INTEGER NOT NULL DEFAULT 0,
            announced INTEGER,
            announced_at_least INTEGER NOT NULL DEFAULT 0,
            fetched INTEGER NOT NULL,
            unique_articles INTEGER NOT NULL,
            dropped INTEGER NOT NULL DEFAULT 0,
            stored INTEGER NOT NULL,
            pages INTEGER NOT NULL,
            cap INTEGER,
            status TEXT NOT NULL CHECK (status IN ('complete', 'partial', 'capped', 'unverified', 'empty')),
            holes TEXT NOT NULL DEFAULT '[]',
            reason TEXT,
            run_id INTEGER REFERENCES runs (id) ON DELETE SET NULL,
            covered_at TEXT NOT NULL,
            pass INTEGER NOT NULL DEFAULT 0,
            since_generation INTEGER, -- null for one of a held candidate
            until_generation INTEGER -- the first generation that had it no more
        ) STRICT;
        CREATE INDEX _readings_by_query ON _readings (query_id);
        CREATE INDEX _readings_by_candidate ON _readings (candidate_id);
        CREATE INDEX _readings_by_run ON _readings (run_id);

        -- Aside and back, as renaming a table reads the whole schema again, of each new store too.
        CREATE TEMP TABLE _windows_of_version1 AS SELECT * FROM windows;
        DROP TABLE windows;
        CREATE TABLE windows ( -- what the present contents were read as: the ledger of coverage
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            query_id INTEGER NOT NULL REFERENCES queries (id) ON DELETE CASCADE,
            window_from TEXT NOT NULL,
            window_to TEXT NOT NULL,
            rank INTEGER NOT NULL DEFAULT 0, -- windows of a query are listed by it
            announced INTEGER, -- what the provider said there is
            announced_at_least INTEGER NOT NULL DEFAULT 0, -- 1: it stopped counting there
            fetched INTEGER NOT NULL, -- documents, those that came twice included
            unique_articles INTEGER NOT NULL DEFAULT 0,
            dropped INTEGER NOT NULL DEFAULT 0, -- documents that could not be read
            stored INTEGER NOT NULL DEFAULT 0, -- members of the query that came with this window
            pages INTEGER NOT NULL DEFAULT 0,
            cap INTEGER, -- the provider's, when it was read
            status TEXT NOT NULL CHECK (status IN ('complete', 'partial', 'capped', 'unverified', 'empty')),
            holes TEXT NOT NULL DEFAULT '[]', -- what could not be had: days, how many at most, why
            reason TEXT, -- why it is not complete
            run_id INTEGER REFERENCES runs (id) ON DELETE SET NULL,
            covered_at TEXT NOT NULL, -- when it was read
            _kept INTEGER NOT NULL DEFAULT 0, -- of those stored, the ones that are kept although they left
            _candidate_id INTEGER REFERENCES candidates (id) ON DELETE SET NULL, -- whose answers it was read from
            _pass INTEGER NOT NULL DEFAULT 0,
            _since_generation INTEGER NOT NULL DEFAULT 0,
            UNIQUE (query_id, window_from, window_to)
        ) STRICT;
        INSERT INTO windows (query_id, window_from, window_to, announced, announced_at_least, fetched, unique_articles,
            status, run_id, covered_at, _since_generation)
        SELECT query_id, window_from, window_to, announced, announced_at_least, fetched, fetched, status, run_id,
            covered_at, (SELECT generation FROM queries WHERE queries.id = query_id)
        FROM _windows_of_version1 AS w -- the newest of a query, as windows must not overlap
        WHERE (window_from, window_to) = (SELECT window_from, window_to FROM _windows_of_version1 AS other
            WHERE other.query_id = w.query_id ORDER BY covered_at DESC, window_to DESC LIMIT 1);
        INSERT INTO _readings (query_id, window_from, window_to, announced, announced_at_least, fetched, unique_articles,
            stored, pages, status, run_id, covered_at, since_generation, until_generation)
        SELECT query_id, window_from, window_to, announced, announced_at_least, fetched, fetched, 0, 0, status, run_id,
            covered_at, 0, (SELECT generation FROM queries WHERE queries.id = query_id)
        FROM _windows_of_version1 AS w
        WHERE NOT EXISTS (SELECT 1 FROM windows AS new WHERE new.query_id = w.query_id
            AND (new.window_from, new.window_to) = (w.window_from, w.window_to));
        INSERT INTO windows (query_id, window_from, window_to, fetched, status, covered_at, _since_generation)
        SELECT id, coalesce(window_from, '1970-01-01'), coalesce(window_to, '1970-01-01'), 0, 'unverified',
            coalesce(contents_at, ''), generation
        FROM queries -- whose window another program took away
        WHERE id IN (SELECT query_id FROM query_articles) AND id NOT IN (SELECT query_id FROM windows);
        DROP TABLE _windows_of_version1;
        CREATE INDEX windows_by_run ON windows (run_id);
        CREATE INDEX windows_by_candidate ON windows (_candidate_id);

        DROP VIEW current_articles;
        DROP VIEW query_statuses;
        CREATE TEMP TABLE _members_of_version1 AS SELECT * FROM query_articles;
        DROP TABLE query_articles;
        CREATE TABLE query_articles ( -- which articles a query holds now
            query_id INTEGER NOT NULL REFERENCES queries (id) ON DELETE CASCADE,
            article_id INTEGER NOT NULL REFERENCES articles (id),
            window_id INTEGER NOT NULL REFERENCES windows (id), -- that it came with
            rank INTEGER NOT NULL, -- the provider's order within the window, from 1
            last_seen_at TEXT, -- of an article that is kept although it left the window
            _since_generation INTEGER NOT NULL DEFAULT 0, -- when it joined
            PRIMARY KEY (query_id, article_id)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO query_articles (query_id, article_id, window_id, rank, last_seen_at, _since_generation)
        SELECT query_id, article_id, (SELECT max(id) FROM windows WHERE windows.query_id = m.query_id), rank, last_seen_at,
            (SELECT generation FROM queries WHERE queries.id = m.query_id)
        FROM _members_of_version1 AS m;
        DROP TABLE _members_of_version1;
        CREATE INDEX query_articles_by_window ON query_articles (window_id, rank);
        CREATE INDEX query_articles_by_article ON query_articles (article_id);
        UPDATE windows SET stored = (SELECT count(*) FROM query_articles WHERE window_id = windows.id),
            _kept = (SELECT count(last_seen_at) FROM query_articles WHERE window_id = windows.id);

        CREATE TABLE _former_members ( -- memberships that ended
            query_id INTEGER NOT NULL REFERENCES queries (id) ON DELETE CASCADE,
            article_id INTEGER NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
            since_generation INTEGER NOT NULL,
            until_generation INTEGER NOT NULL, -- the first that had it no more
            PRIMARY KEY (query_id, article_id, since_generation)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX _former_members_by_article ON _former_members (article_id);

        INSERT INTO generations (query_id, generation, stored_at, fingerprint, window_from, window_to, coverage, articles)
        SELECT id, generation, coalesce(contents_at, ''), fingerprint, window_from, window_to, coverage,
            (SELECT count(*) FROM query_articles WHERE query_id = queries.id)
        FROM queries WHERE generation > 0;

        ALTER TABLE runs ADD COLUMN candidate_id INTEGER; -- whose answers it fetched
        ALTER TABLE runs ADD COLUMN notices TEXT NOT NULL DEFAULT '[]'; -- what was unusual and is no failure

        CREATE VIEW current_articles AS
        SELECT queries.name AS query, windows.rank AS window_rank, members.rank, articles.id, articles.provider,
            articles.provider_id, articles.url, articles.headline, articles.abstract, articles.lead_paragraph,
            articles.byline, articles.authors, articles.source, articles.section, articles.kind, articles.published_at,
            articles.updated_at, articles.word_count, articles.language, articles.image_url, articles.keywords,
            articles.first_seen_at, articles.changed_at,
            coalesce(members.last_seen_at, windows.covered_at) AS last_seen_at
        FROM query_articles AS members
        JOIN queries ON queries.id = members.query_id
        JOIN windows ON windows.id = members.window_id
        JOIN articles ON articles.id = members.article_id;

        CREATE VIEW query_statuses AS
        SELECT queries.name, queries.provider, queries.generation, queries.coverage, queries.window_from,
            queries.window_to, queries.contents_at,
            (SELECT count(*) FROM query_articles WHERE query_id = queries.id) AS articles,
            runs.outcome AS last_outcome, runs.started_at AS last_started_at, runs.reason AS last_reason
        FROM queries
        LEFT JOIN runs ON runs.id = (SELECT max(id) FROM runs WHERE query_id = queries.id);

        CREATE VIEW coverage AS -- of what queries hold now: what the provider announced and what came
        SELECT queries.name AS query, windows.window_from, windows.window_to, windows.status, windows.announced,
            windows.announced_at_least, windows.stored,
            iif(windows.announced_at_least, NULL, max(windows.announced - windows.unique_articles - windows.dropped, 0))
                AS missing,
            windows.dropped, windows.reason, windows.covered_at
        FROM windows
        JOIN queries ON queries.id = windows.query_id;

        -- Words are gathered in 3 MiB before they are written; a large replacement takes 8 MiB for its time.
        INSERT INTO articles_fts (articles_fts, rank) VALUES ('hashsize', 3145728);
        """ + budgets
}
