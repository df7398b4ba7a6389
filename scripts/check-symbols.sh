#!/usr/bin/env bash
# No source reads the environment's time zone or locale, or asks libc for local time: held by the symbols that the
# objects of Sources import, and by those of the release binary, where libraries bring their own few.
set -euo pipefail
cd "$(dirname "$0")/.."

# What depends on TZ, LC_* or the locale that a library might set.
forbidden=(getenv secure_getenv setlocale newlocale uselocale localeconv nl_langinfo
    localtime localtime_r gmtime gmtime_r mktime timelocal timegm strftime strftime_l strptime ctime ctime_r asctime
    asctime_r tzset tzname timezone daylight time gettimeofday strcoll strxfrm isalpha isalnum isspace isupper islower
    toupper tolower iswalpha towupper towlower mbstowcs wcstombs mbrtowc wcrtomb wcwidth strtod strtod_l atof strcasecmp
    strncasecmp)
# In the binary: Abseil's zone of the machine, which nothing asks for, and the Swift runtime's reading of numbers and of
# its own settings and of the clock.
allowed=(getenv gettimeofday gmtime_r localtime_r mktime newlocale strtod_l strcasecmp)

pattern=$(printf '%s\n' "${forbidden[@]}" | paste -sd '|')
failed=
objects=0
for folder in .build/debug/*.build; do
    room=$(basename "$folder" .build)
    # Only what stands in Sources; a test may read a variable that is meant for it.
    [ -d "Sources/$room" ] || continue
    while IFS= read -r object; do
        objects=$((objects + 1))
        found=$(nm --undefined-only --format=posix "$object" | cut -d' ' -f1 | cut -d@ -f1 | grep -xE "$pattern" | sort -u | paste -sd ' ') || true
        [ -z "$found" ] && continue
        echo "$room: $(basename "$object") imports $found" >&2
        failed=yes
    done < <(find "$folder" -name '*.o')
done
if [ "$objects" -lt 100 ]; then
    echo "Only $objects objects are there to look at: build with \`swift build --build-tests\` first." >&2
    exit 1
fi
if grep -rnE '"(TZ|LC_[A-Z]+|LANG|LANGUAGE)"' Sources; then
    echo "A source reads a variable of the time zone or the locale (above)." >&2
    failed=yes
fi

binary=$(scripts/build-release.sh --show)
unexpected=$(nm --dynamic --undefined-only --format=posix "$binary" | cut -d' ' -f1 | cut -d@ -f1 | grep -xE "$pattern" |
    grep -vxE "$(printf '%s\n' "${allowed[@]}" | paste -sd '|')" | sort -u | paste -sd ' ') || true
if [ -n "$unexpected" ]; then
    echo "The release binary imports $unexpected, which depend on the environment's zone or locale." >&2
    failed=yes
fi
[ -z "$failed" ]
