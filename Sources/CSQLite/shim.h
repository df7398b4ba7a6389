#pragma once
#include <sqlite3.h>

/// `sqlite3_db_config` is variadic, which Swift cannot call: this sets one on/off flag.
static inline int csqlite_db_config_flag(sqlite3 *_Nonnull db, int option, int value) {
    return sqlite3_db_config(db, option, value, (int *)0);
}

/// `SQLITE_TRANSIENT` is a cast macro, which Swift does not import.
static inline sqlite3_destructor_type _Nonnull csqlite_transient(void) { return SQLITE_TRANSIENT; }
