#!/usr/bin/env bash
# Installs the Debian packages of a step, and only those that are missing.
#   scripts/install-packages.sh build|test|check|deb|check-deb
set -euo pipefail

build=(g++ libc6-dev pkg-config libcurl4-openssl-dev libsqlite3-dev libsimdjson-dev libtomlplusplus-dev
    libmicrohttpd-dev libabsl-dev libre2-dev libzstd-dev libssl-dev tzdata)
test=("${build[@]}" sqlite3 curl openssl nghttp2-server locales prometheus)
deb=("${build[@]}" git dpkg-dev binutils chrpath xz-utils)
check=("${test[@]}" shellcheck systemd)
check_deb=("${deb[@]}" debootstrap lintian)

case "${1:-}" in
    build) wanted=("${build[@]}") ;;
    test) wanted=("${test[@]}") ;;
    check) wanted=("${check[@]}") ;;
    deb) wanted=("${deb[@]}") ;;
    check-deb) wanted=("${check_deb[@]}") ;;
    *)
        echo "usage: $0 build|test|check|deb|check-deb" >&2
        exit 64
        ;;
esac

missing=()
for package in "${wanted[@]}"; do
    state=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$state" = installed ] || missing+=("$package")
done
[ "${#missing[@]}" -eq 0 ] && exit 0

if ! command -v apt-get >/dev/null; then
    echo "These packages are missing and there is no apt-get to install them with: ${missing[*]}" >&2
    exit 1
fi
root=()
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
        echo "These packages are missing; install them as root: apt-get install ${missing[*]}" >&2
        exit 1
    fi
    root=(sudo)
fi
echo "Installing: ${missing[*]}" >&2
"${root[@]}" apt-get update -qq
DEBIAN_FRONTEND=noninteractive "${root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null

# The tests start a Prometheus of their own; the service that comes with the package is not wanted.
if [[ " ${missing[*]} " == *" prometheus "* ]] && [ -d /run/systemd/system ]; then
    "${root[@]}" systemctl disable --now --quiet prometheus
fi
