# SPDX-License-Identifier: Apache-2.0
# Sourced by the test scripts. FEDX_SOURCE, FEDX_BUILD, FEDX and FEDX_CODEGEN come from ctest.
set -eu
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
FEDX_SOURCE=${FEDX_SOURCE:-$(dirname "$here")}
FEDX_BUILD=${FEDX_BUILD:-$FEDX_SOURCE/build}
FEDX=${FEDX:-$FEDX_BUILD/fedx}
FEDX_CODEGEN=${FEDX_CODEGEN:-$FEDX_BUILD/fedx-codegen}

fail() {
  echo "FAIL: $*" >&2
  exit 1
}

# plain PATH: prints a name of it without blanks, which makefiles, Verilator and Yosys cannot take: a link, if need be. It stays,
# for what tests keep in the build has that name. Programs of ours look for what is theirs in their true folder all the same.
plain() {
  local link
  case $1 in
    *[!A-Za-z0-9_./+-]*)
      link=/tmp/fedx-$(id -u)-$(printf '%s' "$1" | cksum | tr ' ' -)
      [ -L "$link" ] || ln -s "$1" "$link" 2>/dev/null || true # another test may be as fast
      [ "$(readlink "$link")" = "$1" ] || fail "$link is not a link to $1"
      echo "$link"
      ;;
    *) echo "$1" ;;
  esac
}
here=$(plain "$here")
FEDX_SOURCE=$(plain "$FEDX_SOURCE")
FEDX_BUILD=$(plain "$FEDX_BUILD")
export FEDX_BUILD OBJCACHE=$here/objcache.sh # testbenches in Verilator
scratch=$(mktemp -d)
trap 'chmod -R u+w "$scratch" 2>/dev/null || true; rm -rf "$scratch"' EXIT

# cp as ever, but what it copies of sources that are read-only can be written
cp() {
  command cp "$@" && chmod -R u+w "${!#}"
}

# skip REASON: what ctest counts as skipped
skip() {
  echo "SKIPPED: $*"
  exit 77
}

# expect STATUS COMMAND...: run it, keep its output in $scratch/out and $scratch/err.
expect() {
  local want=$1 got=0
  shift
  "$@" >"$scratch/out" 2>"$scratch/err" </dev/null || got=$?
  if [ "$got" -ne "$want" ]; then
    cat "$scratch/out" "$scratch/err" >&2
    fail "exit status $got, not $want: $*"
  fi
}

# refused_first WORDS COMMAND...: bad input: exit status 2, nothing on stdout, and WORDS in the first line of stderr, behind which
# there is what a tool said. $refused is how many.
refused=0
refused_first() {
  local words=$1 line=
  shift
  expect 2 "$@"
  [ ! -s "$scratch/out" ] || fail "prints on stdout: $*"
  read -r line <"$scratch/err" || true
  [[ $line == *"$words"* ]] || { cat "$scratch/err" >&2; fail "does not say '$words': $*"; }
  refused=$((refused + 1))
}

# refused WORDS COMMAND...: the same, with one line on stderr
refused() {
  refused_first "$@"
  [ "$(wc -l <"$scratch/err")" -eq 1 ] || { cat "$scratch/err" >&2; fail "not one line: ${*:2}"; }
}

# refused_exactly LINE COMMAND...: the same, with that line on stderr and nothing else
refused_exactly() {
  refused "$@"
  echo "$1" | diff - "$scratch/err" || fail "not the expected error: ${*:2}"
}

# unwritten FILE COMMAND...: it has done its work, and then cannot write FILE: exit status 2, and that is the one line on stderr
unwritten() {
  expect 2 "${@:2}"
  [ "$(wc -l <"$scratch/err")" -eq 1 ] && grep -qF -- "cannot write $1" "$scratch/err" ||
    { cat "$scratch/err" >&2; fail "does not say that $1 cannot be written: ${*:2}"; }
}

# in_parallel COMMAND ITEM...: COMMAND ITEM for each item, as many at once as there are processors; $failures is how many
# failed. Not in a condition: that would switch off set -e in COMMAND.
in_parallel() {
  local command=$1 running=0 item
  shift
  failures=0
  for item; do
    if [ "$running" -ge "$(nproc)" ]; then
      wait -n || failures=$((failures + 1))
      running=$((running - 1))
    fi
    "$command" "$item" &
    running=$((running + 1))
  done
  while [ "$running" -gt 0 ]; do
    wait -n || failures=$((failures + 1))
    running=$((running - 1))
  done
}

# with_quick_clang FOLDER: from now on switches of a user's own for which no compiler is named are built by quick_clang.sh, with
# a link to it in FOLDER in front of g++, and one to the build, for where the environment does not say it.
with_quick_clang() {
  mkdir "$1"
  ln -s "$here/quick_clang.sh" "$1/g++"
  ln -s "$FEDX_BUILD" "$1/build"
  export PATH=$1:$PATH
}
