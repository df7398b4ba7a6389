extension StoreSchema {
    /// Where the budgets stand, one row a provider and key.
    static let budgets = """
        CREATE TABLE _budgets ( -- what was asked of a provider with a key, over all processes
            provider TEXT NOT NULL,
            digest TEXT NOT NULL, -- tells two keys apart and says nothing of either; empty where there is no key
            day TEXT NOT NULL, -- the provider's date that the next two are about
            used INTEGER NOT NULL, -- requests
            is_spent INTEGER NOT NULL, -- 1: the server has shown that the day is over
            former_days TEXT NOT NULL, -- [day, used, is_spent] of the dates left last, should the clock lead back to them
            minute TEXT NOT NULL, -- [id, milliseconds since 1970, is_answered] of the requests that count in it
            next_id INTEGER NOT NULL,
            paused_until TEXT, -- the end of the last pause that the server asked for
            clean_minutes INTEGER NOT NULL, -- in a row that ended in another refusal
            seen_at TEXT NOT NULL, -- the clock on the wall when the row was written
            uptime_ms INTEGER NOT NULL, -- and a clock that cannot be set, which tells whether the other was
            boot_id TEXT NOT NULL, -- and what that one counts from
            PRIMARY KEY (provider, digest)
        ) STRICT, WITHOUT ROWID;
        """
}
