#!/usr/bin/env bash
# Passes the suite under five time zones and four locales.
set -euo pipefail
cd "$(dirname "$0")/.."

locales=(C th_TH.UTF-8 ar_SA.UTF-8 fa_IR.UTF-8)
for locale in "${locales[@]:1}"; do
    name=${locale%.UTF-8}
    locale -a | grep -qi "^$name\.utf-\?8$" || localedef -i "$name" -f UTF-8 "$locale"
done
zones=(UTC America/New_York Asia/Kolkata Pacific/Kiritimati America/Sao_Paulo)
for index in "${!zones[@]}"; do
    locale=${locales[$((index % ${#locales[@]}))]}
    echo "TZ=${zones[$index]} LC_ALL=$locale"
    # Crashes, faults and whole days are the same everywhere, and take longest.
    TZ=${zones[$index]} LC_ALL=$locale swift test --skip-build --disable-xctest --quiet \
        --skip 'CrashTests|FaultPositionTests|dies|on one page|that is disturbed|A day of a service'
done
