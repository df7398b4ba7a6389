#!/usr/bin/env bash
# Makes the locales that tests run under, where the machine lacks them.
set -euo pipefail

for locale in "$@"; do
    name=${locale%.UTF-8}
    locale -a | grep -qi "^$name\.utf-\?8$" || localedef -i "$name" -f UTF-8 "$locale"
done
