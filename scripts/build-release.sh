#!/usr/bin/env bash
# Builds the release binary: one file with the Swift runtime in it.
#   --show prints where it is instead.
set -euo pipefail
cd "$(dirname "$0")/.."

# The linker of the toolchain packs 70,000 relocations, which else are read at every start, and puts together the
# functions that run (scripts/order-symbols.sh): two megabytes of memory less.
options=(-c release --product articlesync --static-swift-stdlib
    -Xswiftc -Xfrontend -Xswiftc -function-sections
    -Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs -Xlinker --icf=safe
    -Xlinker "--symbol-ordering-file=$PWD/scripts/symbol-order.txt" -Xlinker --no-warn-symbol-ordering)
if [ "${1:-}" = --show ]; then
    echo "$(swift build "${options[@]}" --show-bin-path)/articlesync"
else
    swift build "${options[@]}" >&2
fi
