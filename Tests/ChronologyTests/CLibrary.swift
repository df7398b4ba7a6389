internal import Glibc

/// What the C library says, to judge our own arithmetic by.
enum CLibrary {
    /// Year, month, day, hour, minute and second in UTC.
    static func utcParts(secondsSince1970: Int64) -> [Int] {
        var time = time_t(secondsSince1970)
        var parts = unsafe tm()
        unsafe gmtime_r(&time, &parts)
        return unsafe [
            parts.tm_year + 1_900, parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec,
        ].map(Int.init)
    }

    /// Seconds east of UTC in the zone of the environment.
    static func offset(secondsSince1970: Int64) -> Int {
        var time = time_t(secondsSince1970)
        var parts = unsafe tm()
        unsafe localtime_r(&time, &parts)
        return unsafe parts.tm_gmtoff
    }

    /// Gives the process a zone and a locale.
    static func enter(zone: String, locale: String = "C") {
        unsafe setenv("TZ", zone, 1)
        for name in ["LC_ALL", "LANG", "LC_TIME"] { unsafe setenv(name, locale, 1) }
        tzset()
        unsafe setlocale(LC_ALL, "")
    }
}
