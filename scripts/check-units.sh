#!/usr/bin/env bash
# The units are right, alike where they should be, and expose no more than they must.
set -euo pipefail
cd "$(dirname "$0")/.."

# In tenths, as systemd-analyze counts; 20 is what the project promises at most.
threshold=20
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Programs that the units name need not be installed here, but have to be there for the check.
cp systemd/*.service systemd/*.timer "$work"
touch "$work/articlesync"
chmod +x "$work/articlesync"
sed -i "s|/usr/bin/articlesync|$work/articlesync|" "$work"/*.service

failed=0
complain() {
    echo "$1" >&2
    failed=1
}

# Of a template one instance is looked at.
for unit in articlesync.service articlesync@example.service articlesync-sync.service articlesync-sync.timer; do
    # The manual page comes with the package, and the check passes where man is not installed.
    said=$(systemd-analyze verify --man=no "$work/$unit" 2>&1) || complain "systemd-analyze verify $unit fails"
    [ -z "$said" ] || complain "$unit: $said"
done

for unit in systemd/*.service; do
    report=$(systemd-analyze security --offline=true --threshold="$threshold" --no-pager "$unit" 2>&1) \
        || complain "$unit is exposed more than $threshold tenths allow: $report"
    echo "$unit: ${report##*$'\n'}"
    rules() { sed -n '/^# -- What the service may do/,/^SystemCallErrorNumber/p' "$1"; }
    [ "$(rules "$unit")" = "$(rules systemd/articlesync.service)" ] \
        || complain "$unit: what the service may do differs from articlesync.service"
done

# One comment a line: whoever reads a setting reads its reason.
for unit in systemd/*; do
    awk -v unit="$unit" '
        /^[A-Za-z]+=/ && previous !~ /^#/ { print unit ": without a comment: " $0; bad = 1 }
        { previous = $0 }
        END { exit bad }' "$unit" >&2 || failed=1
done
exit "$failed"
