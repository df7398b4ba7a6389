#!/usr/bin/env bash
# The gate, the same here and in CI. It ends with the test runner's own closing line.
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '\n== %s\n' "$1"; }

scripts/require-swift.sh
scripts/install-packages.sh check

step "shell scripts"
shellcheck scripts/*.sh .ci/run

step "format"
scripts/format.sh --check

step "rooms"
scripts/check-rooms.sh

step "units"
scripts/check-units.sh

step "build: warnings and undeclared imports are errors"
swift build --build-tests --explicit-target-dependency-import-check error

step "release binary"
scripts/build-release.sh
scripts/check-release.sh

step "thread sanitizer on the concurrent rooms"
scripts/check-threads.sh

step "other time zones and locales"
scripts/check-places.sh

step "tests"
swift test --skip-build --disable-xctest
