#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Both commands of README.md on bare systems: for each a fresh Debian with git alone is made by debootstrap, the last commit is
# cloned into it, and sim_scripts/run.sh and test.sh are run as root, and then again, in a clone of their own, as an ordinary
# user without sudo, who is refused with one line while something is missing. A row for tests/results_page.py --table systems for
# each: versions, what was compared, tests and minutes.
#   systems.sh [--keep FOLDER] [--quick | --whole] SUITE...   SUITE: bookworm, trixie, sid
#     --keep    what was printed stays there, SUITE-USER-COMMAND.log, and the systems; one that is there is taken as it is
#     --quick   of the tests only those that TESTS names; on sid always, and as root, who differs in what may be installed and written
#     --whole   all tests as root, too
# Needs root, debootstrap and an hour a system on two cores; ends with 77 where it cannot. The mirror is the first one of this
# machine's own sources.
. "$(dirname "$0")/common.sh"

# What must work on a system whose tools are newer than any that was released as stable
TESTS='^(test_(verilator|dut|fidelity|legal_twins)|rtl_(lint|icarus|yosys)|lockstep.*|vcr_lockstep.*|cli_(confirmed|dut.*|router_dut|triage|gen_tb|gen_vcr|gen_fabric|bundle.*)|systemc.*|case_walls_(escape|init_ports))$'

keep="" quick=root
while [ $# -gt 0 ]; do
  case $1 in
    --keep) keep=$2 && shift ;;
    --quick) quick=all ;;
    --whole) quick=none ;;
    --*) fail "unknown option $1" ;;
    *) break ;;
  esac
  shift
done
[ $# -gt 0 ] || fail "which systems: bookworm, trixie, sid?"
[ "$(id -u)" -eq 0 ] || skip "only root can make a system"
for tool in debootstrap unshare git; do
  command -v "$tool" >/dev/null || skip "no $tool (apt-get install debootstrap util-linux git)"
done
# The commit that is tried, on all systems, whatever is committed meanwhile
commit=$(git -C "$FEDX_SOURCE" rev-parse --short HEAD 2>/dev/null) || skip "the last commit of $FEDX_SOURCE cannot be read"
if [ -n "$keep" ]; then
  mkdir -p "$keep"
  systems=$(realpath "$keep")
else
  systems=$scratch
fi

mirror() {
  apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 2>/dev/null | grep -m1 '/debian/*$' || true
}

# make SUITE: a bare system in $systems/SUITE
make_system() {
  local root=$systems/$1
  [ ! -e "$root/.made" ] || return 0
  rm -rf "$root"
  # shellcheck disable=SC2046 # no mirror: its own
  debootstrap --variant=minbase --include=git,ca-certificates "$1" "$root" $(mirror) >"$systems/$1-debootstrap.log" 2>&1 ||
    { tail -n 3 "$systems/$1-debootstrap.log" >&2; fail "debootstrap $1"; }
  echo 'Acquire::Check-Valid-Until "false";' >"$root/etc/apt/apt.conf.d/99systems" # of a mirror that is a snapshot
  chroot "$root" useradd --create-home user
  : >"$root/.made"
}

# inside ROOT USER COMMAND: a shell command of a user there, in whose home the clone is. Mounts and processes go with it.
inside() {
  unshare --mount --pid --fork --kill-child bash -c '
    set -eu
    mount -t proc proc "$1/proc"
    mkdir -p "$1/dev/pts" "$1/dev/shm"
    mount -t devpts -o newinstance,ptmxmode=0666 devpts "$1/dev/pts"
    mount -t tmpfs tmpfs "$1/dev/shm"
    exec chroot --userspec="$2:$2" --groups= "$1" env -i HOME="$4" USER="$2" PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
      bash -c "cd \"\$HOME/fedx\" && $3"' bash "$1" "$2" "$3" "$(home_of "$2")" </dev/null
}

home_of() {
  [ "$1" = root ] && echo /root || echo "/home/$1"
}

# clone SUITE USER
clone() {
  local home
  home=$systems/$1$(home_of "$2")
  rm -rf "$home/fedx"
  git -c safe.directory='*' clone -q --no-hardlinks "file://$FEDX_SOURCE" "$home/fedx"
  git -c safe.directory='*' -C "$home/fedx" reset -q --hard "$commit"
  chroot "$systems/$1" chown -R "$2:$2" "$(home_of "$2")/fedx"
}

# command SUITE USER NAME COMMAND: its log and minutes; fails when it fails
command_of() {
  local log=$systems/$1-$2-$3.log begin=$SECONDS
  inside "$systems/$1" "$2" "$4" >"$log" 2>&1 || { tail -n 30 "$log" >&2; fail "$1, as $2: $4 (see $log)"; }
  minutes=$(awk -v s=$((SECONDS - begin)) 'BEGIN { printf "%.1f", s / 60 }')
}

# version SUITE PACKAGE: what is installed, upstream's part of it
version() {
  # shellcheck disable=SC2016 # dpkg's own
  chroot "$systems/$1" dpkg-query -W -f='${Version}' "$2" 2>/dev/null | sed -E 's/^[0-9]+://; s/[-+~].*//' || echo -
}

# refused_to_user SUITE: while packages are missing, a user without sudo is told which, and what root is to do
refused_to_user() {
  local log=$systems/$1-user-refused.log status=0
  inside "$systems/$1" user "sim_scripts/run.sh" >"$log" 2>&1 || status=$?
  [ $status -eq 2 ] && grep -q '^missing' "$log" && grep -q 'apt-get install' "$log" && ! grep -q 'command not found' "$log" ||
    { cat "$log" >&2; fail "$1: a user without sudo is not told what is missing (status $status)"; }
}

# tests_of LOG: passed, failed, skipped
tests_of() {
  awk '/tests passed, / { failed = $(NF - 5); total = $NF } /\*\*\*Skipped/ { skipped++ }
    END { printf "%d passed, %d failed, %d skipped", total - failed - skipped, failed, skipped }' "$1"
}

system() {
  local suite=$1 user selection="" row
  make_system "$suite"
  clone "$suite" user
  [ -e "$systems/$suite/usr/bin/verilator" ] || refused_to_user "$suite"
  for user in root user; do
    selection=""
    [ "$suite" != sid ] && [ $quick != all ] && [ $quick != $user ] || selection=" -R '$TESTS'"
    [ "$user" = user ] || clone "$suite" root
    command_of "$suite" "$user" run "sim_scripts/run.sh"
    row=$minutes
    command_of "$suite" "$user" test "sim_scripts/test.sh$selection"
    rows+=("| $suite | $user | $(version "$suite" verilator) | $(version "$suite" gcc) | $(version "$suite" cmake) | $(version "$suite" iverilog) | $(
      version "$suite" yosys) | $row | $(tests_of "$systems/$suite-$user-test.log") | $minutes |")
    facts "$suite" "$user"
  done
}

# facts SUITE USER: what the first command printed that must be the same everywhere
facts() {
  local found=$scratch/facts-$1-$2
  grep -E '^(packets|compared|legal|digest)' "$systems/$1-$2-run.log" >"$found" || fail "$1: run.sh printed no result"
  grep -q ' 0 differences' "$found" || fail "$1: run.sh found differences"
  [ -e "$scratch/facts" ] || cp "$found" "$scratch/facts"
  diff "$scratch/facts" "$found" || fail "$1, as $2: run.sh printed something else than on the first system"
}

rows=()
for suite; do
  system "$suite"
done
echo "commit $commit"
cat "$scratch/facts"
echo
echo "| system | as | Verilator | gcc | CMake | Icarus | Yosys | run.sh, min | tests | test.sh, min |"
echo "|---|---|---|---|---|---|---|---|---|---|"
printf '%s\n' "${rows[@]}"
