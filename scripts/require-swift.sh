#!/usr/bin/env bash
# Says plainly what is wrong when the compiler is missing or too old.
set -euo pipefail

wanted=6.3
if ! command -v swift >/dev/null; then
    echo "articlesync is built with Swift $wanted, and there is no \`swift\` on the PATH." >&2
    echo "Install the toolchain for your system from https://www.swift.org/install/linux/ and try again." >&2
    exit 1
fi
found=$(swift --version 2>/dev/null | sed -nE 's/.*Swift version ([0-9]+\.[0-9]+).*/\1/p' | head -n 1)
if [ "$(printf '%s\n%s\n' "$wanted" "${found:-0}" | sort -V | head -n 1)" != "$wanted" ]; then
    echo "articlesync is built with Swift $wanted or newer, and \`swift\` on the PATH is ${found:-of an unknown version}." >&2
    echo "Install a newer toolchain from https://www.swift.org/install/linux/ and try again." >&2
    exit 1
fi
