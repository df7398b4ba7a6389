#!/usr/bin/env bash
# The release binary runs and links neither Foundation nor a Swift runtime from outside.
set -euo pipefail
cd "$(dirname "$0")/.."

binary=$(scripts/build-release.sh --show)
"$binary" --version
if ldd "$binary" | grep -E 'Foundation|libswift|libicu'; then
    echo "The release binary links what it should not (above)." >&2
    exit 1
fi
