#include "CRanking.h"

#include <math.h>
#include <sqlite3.h>
#include <stdint.h>
#include <string.h>

// BM25 without the length of a text: an index with `columnsize = 0` has no lengths, and what bm25() does then is to
// read and take apart every text that was found. Frequencies of the columns are weighted and summed before they are
// saturated (BM25F), so that a word that stands in headline, abstract and lead paragraph counts as one that is frequent,
// and not three times over.
static const double k1 = 1.2;

// Hits of a phrase are counted up to this number, then estimated by how far in the table they reach: only the logarithm
// of the number matters, and counting all of a frequent word takes as long as ranking them.
enum { counted_hits = 4000 };

typedef struct {
    int phrases;
    double rarity[];
} Rarities;

typedef struct {
    int64_t hits;
    int64_t last;
} Count;

static int count_hit(const Fts5ExtensionApi *api, Fts5Context *context, void *user) {
    Count *count = user;
    count->hits += 1;
    count->last = api->xRowid(context);
    return count->hits < counted_hits ? SQLITE_OK : SQLITE_DONE;
}

/// How many rows hold a phrase, about; the phrase alone, wherever in the search it stands.
static int count_hits(const Fts5ExtensionApi *api, Fts5Context *context, int phrase, double rows, double *hits) {
    Count count = {0, 0};
    int code = api->xQueryPhrase(context, phrase, &count, count_hit);
    if (code != SQLITE_OK && code != SQLITE_DONE) return code;
    *hits = (double)count.hits;
    // Rows are read in the order of their ids, which count from 1 with few gaps.
    if (count.hits >= counted_hits && count.last > 0 && (double)count.last < rows) {
        *hits = fmin((double)count.hits * rows / (double)count.last, rows);
    }
    return SQLITE_OK;
}

/// Allocates what `sqlite3_free` frees.
static int make_rarities(const Fts5ExtensionApi *api, Fts5Context *context, Rarities **made) {
    int phrases = api->xPhraseCount(context);
    size_t size = sizeof(Rarities) + (size_t)phrases * sizeof(double);
    Rarities *rarities = sqlite3_malloc64(size);
    if (!rarities) return SQLITE_NOMEM;
    rarities->phrases = phrases;
    sqlite3_int64 rows = 0;
    int code = api->xRowCount(context, &rows);
    // One phrase has nothing to be weighed against, and the beginning of a word takes long to count.
    if (phrases == 1) rarities->rarity[0] = 1;
    for (int i = 0; phrases > 1 && code == SQLITE_OK && i < phrases; i++) {
        double hits = 0;
        code = count_hits(api, context, i, (double)rows, &hits);
        // Above 0 for any number of hits, so that the most frequent word still counts for something.
        rarities->rarity[i] = log1p(fmax((double)rows - hits + 0.5, 0) / (hits + 0.5));
    }
    if (code != SQLITE_OK) {
        sqlite3_free(rarities);
        return code;
    }
    *made = rarities;
    return SQLITE_OK;
}

static void rarities_of_table(const Fts5ExtensionApi *api, Fts5Context *context, sqlite3_context *result, int count,
                              sqlite3_value **arguments) {
    (void)count, (void)arguments;
    Rarities *rarities = NULL;
    int code = make_rarities(api, context, &rarities);
    if (code != SQLITE_OK) {
        sqlite3_result_error_code(result, code);
        return;
    }
    sqlite3_result_blob64(result, rarities->rarity, (sqlite3_uint64)rarities->phrases * sizeof(double), SQLITE_TRANSIENT);
    sqlite3_free(rarities);
}

/// What is worked out once a search; it belongs to the search, which frees it.
static int rarities_of_search(const Fts5ExtensionApi *api, Fts5Context *context, sqlite3_value *given, Rarities **found) {
    *found = api->xGetAuxdata(context, 0);
    if (*found) return SQLITE_OK;
    Rarities *rarities = NULL;
    int phrases = api->xPhraseCount(context);
    size_t bytes = (size_t)phrases * sizeof(double);
    if (given && sqlite3_value_type(given) == SQLITE_BLOB && (size_t)sqlite3_value_bytes(given) == bytes) {
        rarities = sqlite3_malloc64(sizeof(Rarities) + bytes);
        if (!rarities) return SQLITE_NOMEM;
        rarities->phrases = phrases;
        if (bytes > 0) memcpy(rarities->rarity, sqlite3_value_blob(given), bytes);
    } else {
        int code = make_rarities(api, context, &rarities);
        if (code != SQLITE_OK) return code;
    }
    // Frees them itself where it fails.
    int code = api->xSetAuxdata(context, rarities, sqlite3_free);
    if (code == SQLITE_OK) *found = rarities;
    return code;
}

static void relevance(const Fts5ExtensionApi *api, Fts5Context *context, sqlite3_context *result, int count,
                      sqlite3_value **arguments) {
    Rarities *rarities = NULL;
    int code = rarities_of_search(api, context, count > 0 ? arguments[0] : NULL, &rarities);
    double sum = 0;
    for (int i = 0; code == SQLITE_OK && i < rarities->phrases; i++) {
        Fts5PhraseIter place;
        int column = -1, offset = 0;
        double frequency = 0;
        code = api->xPhraseFirst(context, i, &place, &column, &offset);
        for (; code == SQLITE_OK && column >= 0; api->xPhraseNext(context, &place, &column, &offset)) {
            frequency += column + 1 < count ? sqlite3_value_double(arguments[column + 1]) : 1;
        }
        if (frequency > 0) sum += rarities->rarity[i] * frequency * (k1 + 1) / (frequency + k1);
    }
    if (code == SQLITE_OK) {
        sqlite3_result_double(result, sum);
    } else {
        sqlite3_result_error_code(result, code);
    }
}

/// FTS5 hands its functions out by a pointer that is bound to a statement.
static fts5_api *fts5_of(sqlite3 *db) {
    fts5_api *api = NULL;
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(db, "SELECT fts5(?1)", -1, &statement, NULL) == SQLITE_OK) {
        sqlite3_bind_pointer(statement, 1, &api, "fts5_api_ptr", NULL);
        sqlite3_step(statement);
    }
    sqlite3_finalize(statement);
    return api;
}

int cranking_register(sqlite3 *db) {
    fts5_api *api = fts5_of(db);
    if (!api || api->iVersion < 2) return SQLITE_ERROR;
    int code = api->xCreateFunction(api, "rarities", NULL, rarities_of_table, NULL);
    if (code != SQLITE_OK) return code;
    return api->xCreateFunction(api, "relevance", NULL, relevance, NULL);
}
