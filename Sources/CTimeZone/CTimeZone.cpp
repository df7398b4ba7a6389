#include "CTimeZone.h"

#include <absl/time/civil_time.h>
#include <absl/time/time.h>

#include <cstring>
#include <map>
#include <mutex>
#include <string>

namespace {
const absl::TimeZone &zone(const CTimeZoneRules *rules) { return *reinterpret_cast<const absl::TimeZone *>(rules); }

absl::Time instant(int64_t seconds) { return absl::FromUnixSeconds(seconds); }

bool begins(const char *name, const char *prefix) { return std::strncmp(name, prefix, std::strlen(prefix)) == 0; }

/// Whether a name is one of the database: the library also takes paths and prefixes of its own, and the folders
/// `posix` and `right` hold every zone once more, the latter with leap seconds.
bool isDatabaseName(const char *name) {
    if (begins(name, "posix/") || begins(name, "right/") || begins(name, "Fixed/")) return false;
    const char *letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+-/";
    return *name != '\0' && *name != '/' && std::strspn(name, letters) == std::strlen(name);
}
}  // namespace

const CTimeZoneRules *ctz_find(const char *name) {
    try {
        if (!isDatabaseName(name)) return nullptr;
        static std::mutex lock;
        static std::map<std::string, absl::TimeZone> known;  // Its nodes stay where they are.
        std::lock_guard<std::mutex> guard(lock);
        auto found = known.find(name);
        if (found == known.end()) {
            absl::TimeZone loaded;
            if (!absl::LoadTimeZone(name, &loaded)) return nullptr;
            found = known.emplace(name, loaded).first;
        }
        return reinterpret_cast<const CTimeZoneRules *>(&found->second);
    } catch (...) {
        return nullptr;
    }
}

int64_t ctz_offset_at(const CTimeZoneRules *rules, int64_t seconds) {
    try {
        return zone(rules).At(instant(seconds)).offset;
    } catch (...) {
        return 0;
    }
}

int64_t ctz_offset_end(const CTimeZoneRules *rules, int64_t seconds) {
    try {
        absl::TimeZone::CivilTransition change;
        if (!zone(rules).NextTransition(instant(seconds), &change)) return INT64_MAX;
        // The clock leaps from one reading to the other: one of the two is skipped or comes twice, and knows when.
        if (change.from < change.to) return absl::ToUnixSeconds(zone(rules).At(change.from).trans);
        if (change.to < change.from) return absl::ToUnixSeconds(zone(rules).At(change.to).trans);
        return absl::ToUnixSeconds(zone(rules).At(change.from).pre);
    } catch (...) {
        return INT64_MAX;
    }
}

int64_t ctz_instant_of_local(const CTimeZoneRules *rules, int64_t localSeconds) {
    try {
        const auto found = zone(rules).At(absl::CivilSecond(1970, 1, 1) + localSeconds);
        return absl::ToUnixSeconds(
            found.kind == absl::TimeZone::TimeInfo::SKIPPED ? found.trans : found.pre);
    } catch (...) {
        return localSeconds;
    }
}
