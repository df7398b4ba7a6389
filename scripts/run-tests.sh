#!/usr/bin/env bash
# Runs the built tests with a time limit: if there is no output for five minutes, it names the tests that are still
# running, stops the run, and fails. Other arguments go to `swift test`.
set -uo pipefail
cd "$(dirname "$0")/.." || exit

limit=${ARTICLESYNC_TEST_SILENCE:-300}
exec 3< <(exec setsid swift test --skip-build --disable-xctest "$@" 2>&1)
runner=$!
# A run that is interrupted leaves nothing behind.
trap 'kill -TERM -- "-$runner" 2>/dev/null; exit 130' INT TERM

declare -A running=()
while :; do
    if IFS= read -r -t "$limit" line <&3; then
        printf '%s\n' "$line"
        case "$line" in
            *" Test "*" started.") name=${line#* Test }; running["${name% started.}"]=1 ;;
            *" Test "*" passed after "* | *" Test "*" failed after "*)
                name=${line#* Test }
                name=${name% passed after *}
                name=${name% failed after *}
                # A test of several cases names their number.
                unset "running[${name% with *test case*}]" ;;
        esac
        continue
    fi
    # The end of the output says nothing of its own; silence is more than 128.
    [ $? -gt 128 ] || break
    for name in "${!running[@]}"; do printf 'The test %s has not ended, and nothing has for %s s.\n' "$name" "$limit" >&2; done
    kill -KILL -- "-$runner" 2>/dev/null
    exit 1
done
wait "$runner"
