#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A regular expression of RE2. It does not change once it is there: any number of threads may match with it.
typedef struct CRegularExpression CRegularExpression;

/// Reads a pattern in UTF-8. Null where there is no memory; otherwise look at `cregex_failure` before matching.
///
/// `maximumMemory` bounds, in bytes, what the compiled pattern and the states found while matching may take.
CRegularExpression *_Nullable cregex_create(
    const uint8_t *_Nonnull pattern, size_t count, bool ignoresCase, size_t maximumMemory);
void cregex_destroy(CRegularExpression *_Nonnull expression);

/// RE2's words for what is wrong with the pattern, null where nothing is. They live as long as the expression.
const char *_Nullable cregex_failure(const CRegularExpression *_Nonnull expression);

/// Whether the whole of a text in UTF-8 is of the pattern.
bool cregex_matches(const CRegularExpression *_Nonnull expression, const uint8_t *_Nonnull text, size_t count);

#ifdef __cplusplus
}
#endif
