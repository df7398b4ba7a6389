#!/usr/bin/env bash
# Passes the suite under five time zones and four locales.
set -euo pipefail
cd "$(dirname "$0")/.."

locales=(C th_TH.UTF-8 ar_SA.UTF-8 fa_IR.UTF-8)
scripts/install-locales.sh "${locales[@]:1}"
zones=(UTC America/New_York Asia/Kolkata Pacific/Kiritimati America/Sao_Paulo)
for index in "${!zones[@]}"; do
    locale=${locales[$((index % ${#locales[@]}))]}
    echo "TZ=${zones[$index]} LC_ALL=$locale"
    TZ=${zones[$index]} LC_ALL=$locale scripts/run-tests.sh | grep -vE '^(◇|✔ (Test|Suite) )|^$' || exit 1
done
