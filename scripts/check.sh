#!/usr/bin/env bash
# The gate, the same here and in CI: what every change passes in ten minutes. `make check-all` is the thorough rest.
# It ends with a table of its steps and the test runner's own closing line.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/step.sh

closing=$(mktemp)
# Once, where days begin first and digits are others; what reads the clock or prints dates a second time under UTC.
tests() {
    TZ=Pacific/Kiritimati LC_ALL=fa_IR.UTF-8 scripts/run-tests.sh | tee /dev/stderr | tail -n 1 >"$closing"
}
tests_of_time() {
    TZ=UTC LC_ALL=C.UTF-8 scripts/run-tests.sh --filter '^(ChronologyTests|RenderingTests)\.|Schedule' | tail -n 1
}
build() { swift build --build-tests --explicit-target-dependency-import-check error; }
release() { scripts/build-release.sh && scripts/check-release.sh; }

step "tools and packages" eval 'scripts/require-swift.sh && scripts/install-packages.sh check && scripts/install-locales.sh fa_IR.UTF-8'
step "shell scripts" shellcheck -x scripts/*.sh .ci/run
step "format" scripts/format.sh --check
step "rooms" scripts/check-rooms.sh
step "units" scripts/check-units.sh
step "build: warnings, undeclared imports" build
step "release binary" release
step "symbols: no zone or locale of the machine" scripts/check-symbols.sh
step "dates, rendering, schedules under UTC" tests_of_time
step "every test, Pacific/Kiritimati and fa_IR" tests
