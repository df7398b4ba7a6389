#!/usr/bin/env bash
# Tests the concurrent rooms under the thread sanitizer.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=.build/thread-sanitizer
rooms='CurlTransportTests|HTTPExchangeTests|HTTPServerTests|SQLiteTests|RecordsTests|SQLiteStoreTests|ArticleSyncTests|LifecycleTests|WebInterfaceTests'
swift build --build-tests --scratch-path "$folder" --sanitize thread
# The compiler that comes with Swift knows Swift's calling convention.
"$(dirname "$(readlink -f "$(command -v swift)")")/clang" -shared -fPIC -O1 -o "$folder/mutex.so" \
    scripts/thread-sanitizer.c -ldl
# Slower by an order of magnitude: pure values, and many of them, show nothing here.
LD_PRELOAD="$PWD/$folder/mutex.so" TSAN_OPTIONS=exitcode=66 ARTICLESYNC_TEST_SILENCE=1200 \
    scripts/run-tests.sh --scratch-path "$folder" --sanitize thread --filter "$rooms" --skip 'A run plan' |
    grep -vE '^(◇|✔ (Test|Suite) )|^$'
