#!/usr/bin/env bash
# The first hour of somebody who has never seen the Judge: a bare Debian with python3, make and git and nothing else
# (no compiler, no browser, no mail server), a new user with an empty home, a fresh clone of what is committed here.
# In it, as the README says them: `make demo`, `make test`, the five minutes, and then the walk-through of the guide,
# each pasted as written.
#
#     sudo tools/newcomer.sh [--suite bookworm] [--room DIR] [--keep] [STEP …]
#
# Steps: demo test tour guide; all unless named. The room is made with debootstrap when it is not there; its user and
# home are new in every run. Needs root, debootstrap and Debian's and Python's package registries.
set -euo pipefail
top=$(cd "$(dirname "$0")/.." && pwd)
suite=bookworm room="" keep=""
while [ $# -gt 0 ]; do
  case $1 in
    --suite) suite=$2; shift 2 ;;
    --room) room=$2; shift 2 ;;
    --keep) keep=yes; shift ;;
    -*) sed -n '2,12s/^# \{0,1\}//p' "$0"; exit 2 ;;
    *) break ;;
  esac
done
steps=${*:-demo test tour guide}
room=${room:-/var/tmp/judge-newcomer-$suite}

if [ ! -x "$room/usr/bin/git" ]; then
  # The same place that this machine takes its packages from.
  mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null |
    sed -nE 's/^(URIs:|deb) *(\[[^]]*\] *)?([a-z]+:[^ ]*\/debian\/?)( .*)?$/\3/p' | head -1)
  debootstrap --variant=minbase --include=python3,python3-venv,make,git,ca-certificates "$suite" "$room" ${mirror:+"$mirror"}
fi
# How this machine reaches the package registry: its certificates and its settings for pip.
cp /etc/ssl/certs/ca-certificates.crt "$room/etc/ssl/certs/"
[ -f /etc/pip.conf ] && cp /etc/pip.conf "$room/etc/"
cp /etc/resolv.conf "$room/etc/resolv.conf"

chroot "$room" userdel --remove newcomer 2>/dev/null || true
chroot "$room" useradd --create-home --shell /bin/bash newcomer
git clone --quiet --no-hardlinks "$top" "$room/home/newcomer/the-judge"
chroot "$room" chown -R newcomer:newcomer /home/newcomer

cat > "$room/home/newcomer/.first-hour" <<'END'
set -u
cd ~/the-judge
for step in $STEPS; do
  began=$(date +%s)
  echo "=== $step"
  case $step in
    demo) make demo ;;
    test) make test ;;
    tour) python3 tools/paste.py README.md ;;
    guide) . .venv/bin/activate && python3 tools/paste.py docs/gm-guide.md ;;
    *) echo "no such step"; false ;;
  esac
  status=$?
  echo "=== $step: status $status after $(($(date +%s) - began)) s"
  [ $status = 0 ] || failed="${failed:-} $step"
done
git status --short | head
[ -z "${failed:-}" ] || { echo "failed:$failed"; exit 1; }
echo "all as written"
END
status=0
ROOM=$room STEPS=$steps unshare --mount --pid --fork bash -c '
  mount -t proc proc "$ROOM/proc"
  mount -t tmpfs -o mode=1777 shm "$ROOM/dev/shm"
  mount -t tmpfs -o mode=1777 tmp "$ROOM/tmp"
  exec chroot "$ROOM" /usr/bin/env -i TERM=dumb LANG=C.UTF-8 STEPS="$STEPS" \
    su --whitelist-environment=STEPS,LANG --login newcomer --command "bash .first-hour" </dev/null
' || status=$?
[ -n "$keep" ] || chroot "$room" userdel --remove newcomer 2>/dev/null || true
exit $status
