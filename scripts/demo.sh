#!/usr/bin/env bash
# From a clean checkout to articles on the screen.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/require-swift.sh
scripts/install-packages.sh build
scripts/build-release.sh
exec "$(scripts/build-release.sh --show)" demo
