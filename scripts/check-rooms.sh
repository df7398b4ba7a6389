#!/usr/bin/env bash
# What the compiler does not check: one importer for each C library, `unsafe` and escapes only where they belong.
set -euo pipefail
cd "$(dirname "$0")/.."

failed=0
complain() {
    echo "$1" >&2
    failed=1
}

# A C target and the one room that may import it.
while read -r library room; do
    strangers=$(grep -rlE "^[a-z ]*import $library\b" Sources --include='*.swift' | grep -v "^Sources/$room/" || true)
    [ -z "$strangers" ] || complain "$library is imported outside $room: $strangers"
done <<'END'
CSQLite SQLite
CCurl CurlTransport
CMicroHTTPD HTTPServer
CArguments Lifecycle
CMalloc Lifecycle
CHMAC Signing
CZstd Compression
CSimdjson Mapping
CTOML Configuration
CTimeZone Chronology
CRegularExpression Records
CRanking SQLite
END

# `#Predicate` lives there; no room of the program uses the one that reads it (decision 0011).
strangers=$(grep -rlE '^[a-z ]*import Foundation' Sources Tests --include='*.swift' \
    | grep -vE '^(Sources/PredicateMacro|Tests/PredicateMacroTests)/' || true)
[ -z "$strangers" ] || complain "Foundation is imported: $strangers"

forced=$(grep -rnE '\btry!|\bas!|fatalError\(' Sources --include='*.swift' || true)
[ -z "$forced" ] || complain "forced or fatal: $forced"

# The lock that makes it safe is named within the five lines above.
while IFS=: read -r file line _; do
    sed -n "$((line > 5 ? line - 5 : 1)),${line}p" "$file" | grep -qE '//.*([Ll]ock|[Mm]utex|thread|queue)' \
        || complain "$file:$line: @unchecked Sendable without the lock named above it"
done < <(grep -rn '@unchecked Sendable' Sources --include='*.swift' || true)

exit "$failed"
