#include "CTimeZone.h"

#define USE_OS_TZDB 1
#define HAS_REMOTE_API 0
#include <date/tz.h>

using namespace std::chrono;

const CTimeZoneRules *ctz_find(const char *name) {
    try {
        const date::time_zone *found = date::locate_zone(name);
        found->get_info(date::sys_seconds{});  // Reads the file now, so that a damaged one is not found out later.
        return reinterpret_cast<const CTimeZoneRules *>(found);
    } catch (...) {
        return nullptr;
    }
}

static const date::time_zone *zone(const CTimeZoneRules *rules) {
    return reinterpret_cast<const date::time_zone *>(rules);
}

int64_t ctz_offset_at(const CTimeZoneRules *rules, int64_t seconds) {
    try {
        return zone(rules)->get_info(date::sys_seconds{std::chrono::seconds{seconds}}).offset.count();
    } catch (...) {
        return 0;  // Out of the range the library can represent: UTC is the only answer left.
    }
}

int64_t ctz_offset_end(const CTimeZoneRules *rules, int64_t seconds) {
    try {
        const date::sys_seconds end = zone(rules)->get_info(date::sys_seconds{std::chrono::seconds{seconds}}).end;
        // The library ends what has no end with the last year it can represent.
        return end >= date::sys_days{date::year{9999} / 12 / 31} ? INT64_MAX : end.time_since_epoch().count();
    } catch (...) {
        return INT64_MAX;
    }
}

int64_t ctz_instant_of_local(const CTimeZoneRules *rules, int64_t localSeconds) {
    try {
        return zone(rules)
            ->to_sys(date::local_seconds{std::chrono::seconds{localSeconds}}, date::choose::earliest)
            .time_since_epoch()
            .count();
    } catch (...) {
        return localSeconds;
    }
}
