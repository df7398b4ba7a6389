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
LD_PRELOAD="$PWD/$folder/mutex.so" TSAN_OPTIONS=exitcode=66 \
    swift test --skip-build --scratch-path "$folder" --sanitize thread --disable-xctest --filter "$rooms" \
    --skip 'A run plan'  # pure values, and many of them
