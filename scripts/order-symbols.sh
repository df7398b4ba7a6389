#!/usr/bin/env bash
# Writes scripts/symbol-order.txt: the functions that run in the usual commands, for the linker to put together.
#
# Memory is counted in pages, and the kernel maps sixteen for each that is touched: functions that run, spread among those
# that do not, cost four times their size. Names that are gone are ignored, and new ones stand apart until this is run
# again, which is worth it once in a while. Needs valgrind.
set -euo pipefail
cd "$(dirname "$0")/.."
command -v valgrind > /dev/null || { echo "valgrind is needed (apt-get install valgrind)" >&2; exit 1; }

scripts/build-release.sh
program=$(scripts/build-release.sh --show)
folder=$(mktemp -d)
trap 'kill $(jobs -p) 2> /dev/null || true; rm -rf "$folder"' EXIT
# Debug information of Swift is more than valgrind reads.
strip -g -o "$folder/articlesync" "$program"

trace() { exec valgrind -q --tool=callgrind --demangle=no --callgrind-out-file="$folder/trace.%p" "$folder/articlesync" "$@"; }

"$program" sandbox --port 0 --articles 1000 > "$folder/sandbox" &
while ! grep -q '^http' "$folder/sandbox"; do sleep 0.1; done
cat > "$folder/articlesync.toml" << EOT
[store]
path = "articles.db"
[server]
listen = "127.0.0.1:0"
[providers.nyt]
base_url = "$(grep '^http' "$folder/sandbox")"
api_key_env = "SANDBOX_KEY"
requests_per_minute = 0
requests_per_day = 0
[queries.july]
text = "sandbox"
from = 2015-07-01
to = 2015-07-31
schedule = "every 2s"
EOT
export SANDBOX_KEY=any ARTICLESYNC_CONFIG="$folder/articlesync.toml"
(trace sync) > /dev/null
(trace sync) > /dev/null
(trace status) > /dev/null
(trace articles --limit 20) > /dev/null
trace run 2> /dev/null & service=$!
sleep 15
kill -TERM "$service"
wait "$service"

# The names of the functions of the program, whatever else was called.
awk '
    match($0, /^c?ob=\([0-9]+\)/) {
        key = substr($0, RSTART, RLENGTH); sub(/^c?ob=/, "", key)
        if (length($0) > RLENGTH) object[FILENAME key] = substr($0, RSTART + RLENGTH + 1)
        if ($0 ~ /^ob=/) here = object[FILENAME key] ~ /\/articlesync$/
        next
    }
    match($0, /^c?fn=\([0-9]+\)/) {
        key = substr($0, RSTART, RLENGTH); sub(/^c?fn=/, "", key)
        if (length($0) > RLENGTH) name[FILENAME key] = substr($0, RSTART + RLENGTH + 1)
        if ($0 ~ /^fn=/ && here) { symbol = name[FILENAME key]; sub(/\x27[0-9]+$/, "", symbol); print symbol }
    }
' "$folder"/trace.* | LC_ALL=C sort -u > scripts/symbol-order.txt
echo "$(wc -l < scripts/symbol-order.txt) functions are in scripts/symbol-order.txt"
