#!/usr/bin/env bash
# Installs what tests need, builds, and passes every test.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/require-swift.sh
scripts/install-packages.sh test
swift build --build-tests
exec scripts/run-tests.sh "$@"
