#!/usr/bin/env bash
# Formats every Swift file; with --check it changes nothing and fails where something would change.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ "${1:-}" = --check ]; then
    swift format lint --strict --recursive --parallel Package.swift Sources Tests Benchmarks
else
    swift format --in-place --recursive --parallel Package.swift Sources Tests Benchmarks
fi
