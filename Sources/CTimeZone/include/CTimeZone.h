#pragma once
#include <stdbool.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

/// A rule set of the system's time zone database; it lives as long as the process.
typedef struct CTimeZoneRules CTimeZoneRules;

/// The rules of an IANA name, or null where the database does not know it.
const CTimeZoneRules *_Nullable ctz_find(const char *_Nonnull name);

/// Seconds east of UTC in force at an instant (seconds since 1970).
int64_t ctz_offset_at(const CTimeZoneRules *_Nonnull rules, int64_t seconds);

/// The instant at which the offset in force at an instant ends; INT64_MAX where the database knows no end.
int64_t ctz_offset_end(const CTimeZoneRules *_Nonnull rules, int64_t seconds);

/// The instant of a local wall-clock time (seconds since 1970 as if it were UTC).
/// A doubled time gives its first instant; a skipped one the instant of the jump.
int64_t ctz_instant_of_local(const CTimeZoneRules *_Nonnull rules, int64_t localSeconds);

#ifdef __cplusplus
}
#endif
