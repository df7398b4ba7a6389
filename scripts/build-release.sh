#!/usr/bin/env bash
# Builds the release binary: one file with the Swift runtime in it.
#   --show prints where it is instead.
set -euo pipefail
cd "$(dirname "$0")/.."

options=(-c release --product articlesync --static-swift-stdlib)
if [ "${1:-}" = --show ]; then
    echo "$(swift build "${options[@]}" --show-bin-path)/articlesync"
else
    swift build "${options[@]}" >&2
fi
