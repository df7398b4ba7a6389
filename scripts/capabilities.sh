#!/usr/bin/env bash
# Prints what the program is able to do, and the tests that show it: a table of every line of Tests/capabilities.tsv with the
# tests that carry its number in their names and have just passed. A number without one, or with one that failed, fails.
# With a file, the results are read from there: what `swift test --disable-xctest --xunit-output FILE` wrote of a whole run.
set -euo pipefail
cd "$(dirname "$0")/.."

results=${1:-}
if [ -z "$results" ]; then
    scripts/require-swift.sh
    scripts/install-packages.sh test
    swift build --build-tests >&2
    results=.build/capabilities.xml
    rm -f "$results"
    # What fails is told by the table; what the run says goes by on standard error.
    swift test --skip-build --disable-xctest --filter '00[0-4]-[0-9][0-9]' --xunit-output "$results" >&2 || true
fi
if [ ! -s "$results" ]; then
    echo "no results of tests in $results: the tests did not run" >&2
    exit 1
fi

# Names are bytes here, whatever the locale.
LC_ALL=C exec awk -F '\t' -f scripts/capabilities.awk "$results" Tests/capabilities.tsv
