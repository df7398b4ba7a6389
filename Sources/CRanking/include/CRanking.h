#pragma once

struct sqlite3;

/// Gives a connection two functions that SQL may call where it reads an FTS5 table, here called `t`.
///
/// `rarities(t)` is a blob that tells how rare each phrase of the search is, for `relevance` alone.
///
/// `relevance(t, rarities, weight, …)` is how well the present row answers the search; more is better, never below 0.
/// The rarities are those of the table where they are NULL. The weights are those of the columns from the first on; a
/// column that none is given for has 1.
///
/// Returns an SQLite result code.
int cranking_register(struct sqlite3 *_Nonnull db);
