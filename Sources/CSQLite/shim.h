#pragma once
// Debian's library has the session extension; its header declares it only where it is asked for.
#ifndef SQLITE_ENABLE_SESSION
#define SQLITE_ENABLE_SESSION 1
#endif
#ifndef SQLITE_ENABLE_PREUPDATE_HOOK
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#endif
#include <sqlite3.h>

/// `sqlite3_db_config` is variadic, which Swift cannot call: this sets one on/off flag.
static inline int csqlite_db_config_flag(sqlite3 *_Nonnull db, int option, int value) {
    return sqlite3_db_config(db, option, value, (int *)0);
}

/// `SQLITE_TRANSIENT` is a cast macro, which Swift does not import.
static inline sqlite3_destructor_type _Nonnull csqlite_transient(void) { return SQLITE_TRANSIENT; }

/// `sqlite3_config` is variadic: this stops the counting of memory in use, which takes a lock of the whole process at
/// every allocation. It has no effect once a connection was opened.
static inline int csqlite_forgo_memory_statistics(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
