#!/usr/bin/env bash
# Builds for release and prints the figures that the project promises. Names choose some: sync, year, decode, keep, replace,
# service, windows.
# Where PyPI can be reached, pynytimes and sqlite-utils are run beside; where not, their lines are left out.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/require-swift.sh
scripts/install-packages.sh build
scripts/build-release.sh
scripts/build-release.sh Benchmarks
peers=.build/peers
if [ ! -x "$peers/bin/python" ] && command -v python3 >/dev/null; then
    if ! { python3 -m venv "$peers" && "$peers/bin/pip" -q install pynytimes sqlite-utils; } >&2; then
        echo "pynytimes and sqlite-utils could not be installed; their lines are left out." >&2
        rm -rf "$peers"
    fi
fi
exec "$(scripts/build-release.sh --show Benchmarks)" "$@"
