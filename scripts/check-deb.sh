#!/usr/bin/env bash
# Installs the package into a clean Debian 12 where there is nothing of Swift, tries it, removes and purges it.
#   scripts/check-deb.sh [PACKAGE.deb]; needs root, as debootstrap and chroot do.
set -euo pipefail
cd "$(dirname "$0")/.."

package=$(realpath "${1:-$(scripts/build-deb.sh)}")
suite=bookworm
# The clean root is fetched once; delete the file to have a fresh one.
cache=.build/deb/$suite.tar
log=.build/deb/check.log
: > "$log"

work=$(mktemp -d)
root=$work/root
mkdir "$root"
leave() {
    code=$?
    umount -q "$root/proc" "$root/dev/null" "$root/dev/urandom" 2>/dev/null || true
    # Nothing of the machine's own may be below what is removed.
    mountpoint -q "$root/proc" || rm -rf "$work"
    [ "$code" -eq 0 ] || { echo "check-deb failed; the end of $log:" >&2; tail -n 20 "$log" >&2; }
}
trap leave EXIT

step() { echo "-- $1"; }
fail() {
    echo "$1" >&2
    exit 1
}
# Runs in the root, with nothing of this environment, and for two minutes at most.
inside() {
    timeout 120 env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 HOME=/root DEBIAN_FRONTEND=noninteractive \
        chroot "$root" "$@"
}

step "a clean root"
if [ ! -e "$cache" ]; then
    # Where this machine gets its packages; else Debian's own.
    # shellcheck disable=SC2016 # the $ is apt's
    mirror=$(apt-get indextargets --format '$(SITE)' "Created-By: Packages" 2>/dev/null | head -n 1)
    timeout 400 debootstrap --variant=minbase --include=ca-certificates "$suite" "$work/fresh" \
        "${mirror:-http://deb.debian.org/debian}" >> "$log" 2>&1
    tar -C "$work/fresh" -cf "$cache.new" .
    mv "$cache.new" "$cache"
    rm -rf "$work/fresh"
fi
tar -C "$root" -xf "$cache"
cp --dereference /etc/resolv.conf "$root/etc/resolv.conf"
for file in /etc/apt/apt.conf.d/*proxy*; do [ ! -e "$file" ] || cp "$file" "$root/etc/apt/apt.conf.d/"; done
mount -t proc proc "$root/proc"
for device in null urandom; do
    touch "$root/dev/$device"
    mount --bind "/dev/$device" "$root/dev/$device"
done

step "installing with its dependencies"
cp "$package" "$root/tmp/articlesync.deb"
{
    inside apt-get update -qq
    # First what the tests below need, as on a machine that runs already.
    inside apt-get install -y -qq --no-install-recommends systemd man-db bash-completion
    inside apt-get install -y -qq --no-install-recommends /tmp/articlesync.deb
} >> "$log" 2>&1
inside getent passwd articlesync >> "$log" || fail "the account articlesync was not made"
[ -z "$(find "$root" -xdev \( -iname '*libswift*' -o -name swift \) -print -quit)" ] || fail "something of Swift is there"

step "the program"
inside articlesync --version
inside articlesync check
inside articlesync demo >> "$log" 2>&1 || fail "the demo fails"
inside articlesync status >> "$log" 2>&1 || fail "status fails where nothing was synced"

step "the service"
mkdir -p "$root/var/lib/articlesync"
# It is ended by SIGTERM, politely, and exits with 0.
code=0
inside timeout --preserve-status --signal TERM 3 articlesync --config /etc/articlesync/articlesync.toml run \
    >> "$log" 2>&1 || code=$?
[ "$code" -eq 0 ] || fail "the service ends with $code"
inside systemd-analyze verify articlesync.service articlesync@example.service articlesync-sync.service \
    articlesync-sync.timer 2>&1 | tee -a "$log" | grep articlesync && fail "systemd complains about the units"
[ -e "$root/etc/systemd/system/multi-user.target.wants/articlesync.service" ] || fail "the service is not enabled"
[ ! -e "$root/etc/systemd/system/timers.target.wants/articlesync-sync.timer" ] || fail "the timer is enabled"

step "manual and completions"
# A warning of the formatter is a mistake.
[ -z "$(inside man --warnings -E UTF-8 -l -Tutf8 /usr/share/man/man1/articlesync.1.gz 2>&1 >/dev/null)" ] \
    || fail "the manual page has warnings"
inside bash -n /usr/share/bash-completion/completions/articlesync
[ -s "$root/usr/share/zsh/vendor-completions/_articlesync" ]
[ -s "$root/usr/share/fish/vendor_completions.d/articlesync.fish" ]

step "installing over itself keeps what was edited"
echo '# edited' >> "$root/etc/articlesync/articlesync.toml"
touch "$root/var/lib/articlesync/articles.db"
inside apt-get install -y -qq --reinstall --no-install-recommends /tmp/articlesync.deb >> "$log" 2>&1
grep -q '^# edited' "$root/etc/articlesync/articlesync.toml" || fail "the edited configuration is gone"

step "removing keeps data and configuration"
mkdir -p "$root/var/lib/private/articlesync-example" "$root/var/lib/articlesyncer"
inside apt-get remove -y -qq articlesync >> "$log" 2>&1
[ ! -e "$root/usr/bin/articlesync" ] || fail "the program is still there"
[ -e "$root/var/lib/articlesync/articles.db" ] || fail "the store is gone"
[ -e "$root/var/lib/private/articlesync-example" ] || fail "the store of an instance is gone"
grep -q '^# edited' "$root/etc/articlesync/articlesync.toml" || fail "the configuration is gone"

step "purging removes them"
inside apt-get purge -y -qq articlesync >> "$log" 2>&1
left=$(cd "$root" && find etc usr var -xdev -name '*articlesync*' -not -path 'var/lib/articlesyncer' \
    -not -path 'var/cache/apt/*' | sort)
[ -z "$left" ] || fail "left after purging: $left"
[ -e "$root/var/lib/articlesyncer" ] || fail "what belongs to others was removed"
echo "The package is good: $(stat --format '%s' "$package") bytes."
