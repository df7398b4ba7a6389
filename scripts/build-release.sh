#!/usr/bin/env bash
# Builds the release binary: one file with the Swift runtime in it.
#   --show prints where it is instead. Another product may be named; it is linked in the same way.
set -euo pipefail
cd "$(dirname "$0")/.."

# The linker of the toolchain packs 70,000 relocations, which else are read at every start, and puts together the
# functions that run (scripts/order-symbols.sh): two megabytes of memory less.
[ "${1:-}" = --show ] && { show=yes; shift; }
product=${1:-articlesync}
options=(-c release --product "$product" --static-swift-stdlib
    -Xswiftc -Xfrontend -Xswiftc -function-sections
    -Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs -Xlinker --icf=safe
    -Xlinker "--symbol-ordering-file=$PWD/scripts/symbol-order.txt" -Xlinker --no-warn-symbol-ordering)
if [ -n "${show:-}" ]; then
    echo "$(swift build "${options[@]}" --show-bin-path)/$product"
else
    swift build "${options[@]}" >&2
fi
