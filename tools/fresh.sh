#!/bin/sh
# Try README's commands on a machine that has nothing: a Debian made by debootstrap, in a chroot.
#
#   sh tools/fresh.sh SUITE [OPTION ...] [COMMAND]     as root; needs debootstrap and a network
#
#   SUITE            bookworm, trixie, testing ...: Python 3.11, 3.13 and newer
#   COMMAND          run in a clone of this commit; else "make play HEADLESS=1"
#   --user           by a user who is not root: what only root can install is installed before
#   --file FILE      put into the home folder beside the clone: a wheel, say
#   --bind PATH      have a folder or file of this machine there, too: certificates, pip.conf
#   --without-pts    leave /dev/pts out; --without-shm  a /dev/shm that cannot be written
#   --keep FOLDER    copy the clone's play.png and *.log there afterwards
#
# The plain Debian is kept in $FRESH (~/.cache/go64-fresh) as SUITE.tar and used again.
set -eu
fail() { echo "fresh: $*" >&2; exit 2; }

suite=${1:?"usage: sh tools/fresh.sh SUITE [OPTION ...] [COMMAND]"}
shift
user= files= binds= pts=yes shm=yes keep=
while [ $# -gt 0 ]; do
    case $1 in
    --user) user=player; shift ;;
    --file) files="$files $(realpath "$2")"; shift 2 ;;
    --bind) binds="$binds $2"; shift 2 ;;
    --without-pts) pts=; shift ;;
    --without-shm) shm=; shift ;;
    --keep) keep=$(realpath "$2"); shift 2 ;;
    --*) fail "$1: see the head of tools/fresh.sh" ;;
    *) break ;;
    esac
done
command=${*:-make play HEADLESS=1}
[ "$(id -u)" = 0 ] || fail "chroot needs root"
command -v debootstrap >/dev/null || fail "debootstrap is missing: apt-get install debootstrap"
source=$(git rev-parse --show-toplevel)
store=${FRESH:-$HOME/.cache/go64-fresh}
mkdir -p "$store"

# What README says is there: git, make, a compiler, Python with pip and venv.
if [ ! -f "$store/$suite.tar" ]; then
    echo "fresh: debootstrap $suite (minutes)"
    rm -rf "$store/$suite.new"
    debootstrap --variant=minbase \
        --include=ca-certificates,git,make,gcc,python3,python3-pip,python3-venv \
        "$suite" "$store/$suite.new" >"$store/$suite.log" 2>&1 || fail "debootstrap failed: $store/$suite.log"
    tar -C "$store/$suite.new" -cf "$store/$suite.part" .
    mv "$store/$suite.part" "$store/$suite.tar"
    rm -rf "$store/$suite.new"
fi

place=$(mktemp -d "$store/run.XXXXXX")
trap 'rm -rf --one-file-system "$place"' EXIT INT TERM
tar -C "$place" -xpf "$store/$suite.tar"
[ -z "$user" ] || chroot "$place" useradd -m "$user"
inside=$(chroot "$place" sh -c "echo ~${user:-root}")
home=$place$inside
git clone -q "$source" "$home/go64"
for file in $files; do cp "$file" "$home"; done
if [ -n "$user" ]; then
    chroot "$place" chown -R "$user:$user" "$inside"
fi
cp /etc/resolv.conf "$place/etc/resolv.conf" 2>/dev/null || true

# In a mount namespace of its own: whatever happens, nothing stays mounted.
export place binds pts shm user inside command
unshare --mount --propagation private sh -eu <<'INSIDE' || status=$?
mount -t proc proc "$place/proc"
mount --rbind /sys "$place/sys" 2>/dev/null || true
for name in null zero full random urandom tty; do
    touch "$place/dev/$name"
    mount --bind "/dev/$name" "$place/dev/$name"
done
mkdir -p "$place/dev/pts" "$place/dev/shm"
[ -z "$pts" ] || { mount -t devpts -o newinstance,ptmxmode=0666 devpts "$place/dev/pts"; ln -sf pts/ptmx "$place/dev/ptmx"; }
if [ -n "$shm" ]; then mount -t tmpfs tmpfs "$place/dev/shm"; else mount -t tmpfs -o ro tmpfs "$place/dev/shm"; fi
for path in $binds; do
    if [ -d "$path" ]; then mkdir -p "$place$path"; else mkdir -p "$(dirname "$place$path")"; touch "$place$path"; fi
    mount --bind "$path" "$place$path"
done
if [ -n "$user" ]; then
    # Lists as debootstrap left them do first: a mirror's Release may be past its date.
    chroot "$place" sh -c 'get="apt-get install -y -qq cc65 python3-dev libc6-dev"
        $get >/dev/null 2>&1 || { apt-get update -qq && $get >/dev/null; }'
    exec chroot "$place" su - "$user" -c "cd go64 && $command"
fi
exec chroot "$place" sh -c "cd $inside/go64 && HOME=$inside $command"
INSIDE
status=${status:-0}
[ -z "$keep" ] || { mkdir -p "$keep"; cp "$home"/go64/play.png "$home"/go64/*.log "$keep" 2>/dev/null || true; }
echo "fresh: $suite: '$command' ended with status $status"
exit "$status"
