#pragma once
#include <zstd.h>

/// Casts of negative numbers, which Swift does not import.
static inline unsigned long long czstd_size_unknown(void) { return ZSTD_CONTENTSIZE_UNKNOWN; }
static inline unsigned long long czstd_size_error(void) { return ZSTD_CONTENTSIZE_ERROR; }
