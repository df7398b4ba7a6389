#!/usr/bin/env bash
# The thorough rest, run before a change is called done: the gate, every kill, position and round of the proofs that the
# gate samples, the concurrent rooms under the thread sanitizer, and five time zones with four locales.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/step.sh

closing=$(mktemp)
whole() {
    ARTICLESYNC_THOROUGH=1 ARTICLESYNC_TEST_SILENCE=1200 scripts/run-tests.sh | tee /dev/stderr | tail -n 1 >"$closing"
}

step "the gate" scripts/check.sh
step "every kill, position and round" whole
step "time zones and locales" scripts/check-places.sh
step "thread sanitizer on the concurrent rooms" scripts/check-threads.sh
