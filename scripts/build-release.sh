#!/usr/bin/env bash
# Builds the release binary: one file with the Swift runtime in it.
#   --show prints where it is instead.
set -euo pipefail
cd "$(dirname "$0")/.."

# The linker of the toolchain packs 70,000 relocations, which else are read at every start: a megabyte of memory less.
options=(-c release --product articlesync --static-swift-stdlib
    -Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs -Xlinker --icf=safe)
if [ "${1:-}" = --show ]; then
    echo "$(swift build "${options[@]}" --show-bin-path)/articlesync"
else
    swift build "${options[@]}" >&2
fi
