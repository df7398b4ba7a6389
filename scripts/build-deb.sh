#!/usr/bin/env bash
# Builds the Debian package from the release binary, the same bytes each time for a commit; prints where it is.
#   DEB_BUILD_FOLDER: where it is put; .build/deb where that is not set.
set -euo pipefail
cd "$(dirname "$0")/.."
umask 022
export LC_ALL=C TZ=UTC

source=packaging/debian
target=${DEB_BUILD_FOLDER:-.build/deb}
version=$(sed -nE 's/.*current = "([^"]+)".*/\1/p' Sources/Commands/Version.swift)
revision=$(dpkg-parsechangelog --file "$source/changelog" --show-field Version)
if [ "${revision%-*}" != "$version" ]; then
    echo "$source/changelog is of $revision, the program is $version: an entry is missing." >&2
    exit 1
fi
# All files bear the time of the last commit; outside of a repository, that of the changelog.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null \
    || dpkg-parsechangelog --file "$source/changelog" --show-field Timestamp)}
export SOURCE_DATE_EPOCH

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root
put() { install -D -m 0644 "$1" "$root/$2"; }
compressed() { # FILE < bytes
    mkdir -p "$(dirname "$root/$1")"
    gzip -9n > "$root/$1"
}

# The binary, and beside the package, not in it, what a debugger needs.
binary=$root/usr/bin/articlesync
install -D -m 0755 "$(scripts/build-release.sh --show)" "$binary"
mkdir -p "$target"
objcopy --only-keep-debug "$binary" "$target/articlesync.debug"
# The linker's path to libraries beside the binary: there are none, and /usr/bin is no place for them.
chrpath --delete "$binary" >/dev/null
strip --strip-unneeded --remove-section=.comment --remove-section=.note "$binary"

for unit in systemd/*; do put "$unit" "lib/systemd/system/$(basename "$unit")"; done
put "$source/articlesync.sysusers" usr/lib/sysusers.d/articlesync.conf
put "$source/README.Debian" usr/share/doc/articlesync/README.Debian
put "$source/readers.conf" usr/share/doc/articlesync/examples/readers.conf
for file in config/examples/*.toml; do put "$file" "usr/share/doc/articlesync/examples/$(basename "$file")"; done
compressed usr/share/doc/articlesync/changelog.gz < CHANGELOG.md
compressed usr/share/doc/articlesync/changelog.Debian.gz < "$source/changelog"
awk 'NR == FNR { if (FNR > 4) license = license (NF ? " " $0 : " .") "\n"; next }
    /^@LICENSE@/ { printf "License: Expat\n%s", license; next } { print }' LICENSE "$source/copyright" \
    > "$work/copyright"
put "$work/copyright" usr/share/doc/articlesync/copyright

# What the program says of itself.
day=$(date --date="@$SOURCE_DATE_EPOCH" +%F)
"$binary" manual --date "$day" | compressed usr/share/man/man1/articlesync.1.gz
for shell in bash zsh fish; do "$binary" completions "$shell" > "$work/$shell"; done
put "$work/bash" usr/share/bash-completion/completions/articlesync
put "$work/zsh" usr/share/zsh/vendor-completions/_articlesync
put "$work/fish" usr/share/fish/vendor_completions.d/articlesync.fish

# The documented configuration, with the service's store and credential, and no query that runs.
awk '
    /^# path = "articles.db"/ { sub(/^# path = "articles.db" {27}/, "path = \"/var/lib/articlesync/articles.db\"  "); store = 1 }
    /^api_key_file = / { sub(/^/, "# "); key = 1 }
    /^# api_key_credential = "nyt"/ { sub(/^# /, ""); credential = 1 }
    /^\[queries/ { inQueries = 1; queries = 1 }
    inQueries && /^[^# ]/ { sub(/^/, "# ") }
    { print }
    END { exit !(store && key && credential && queries) }' config/articlesync.toml > "$work/articlesync.toml" || {
    echo "config/articlesync.toml has no longer the lines that the package changes." >&2
    exit 1
}
put "$work/articlesync.toml" etc/articlesync/articlesync.toml
mkdir -p "$root/etc/articlesync/articlesync.d"
"$binary" --config "$root/etc/articlesync/articlesync.toml" check >&2

# What the package is.
mkdir -p "$root/DEBIAN" "$work/debian"
printf 'Source: articlesync\n' > "$work/debian/control"
shlibs=$(cd "$work" && dpkg-shlibdeps -O "$binary" | sed -n 's/^shlibs:Depends=//p')
architecture=$(dpkg --print-architecture)
size=$(du --apparent-size -k -s "$root" | cut -f 1)
sed -e "s|@VERSION@|$revision|; s|@ARCHITECTURE@|$architecture|; s|@SHLIBS@|$shlibs|; s|@INSTALLED_SIZE@|$size|" \
    "$source/control.in" > "$root/DEBIAN/control"
(cd "$root" && find etc -type f -printf '/%p\n' | sort) > "$root/DEBIAN/conffiles"
for script in postinst prerm postrm; do install -m 0755 "$source/$script" "$root/DEBIAN/$script"; done
(cd "$root" && find usr lib -type f -print0 | sort -z | xargs -0 md5sum) > "$root/DEBIAN/md5sums"

package=$target/articlesync_${revision}_$architecture.deb
dpkg-deb --root-owner-group -Zxz --build "$root" "$package" >&2
echo "$package"
