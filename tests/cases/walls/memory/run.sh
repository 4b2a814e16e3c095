#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# With whatever memory (ulimit -v) a command does its work, or says that memory is short, with exit status 2. What is less than the system
# and the loader need for the program itself is not ours: the first size at which fedx --version runs is where this begins.
#   run.sh [--long]   --long: every 50 KB; else every 300 KB
. "$(dirname "$0")/../../case.sh"
unset CXX # what tests share of a compiler is not made with too little memory
step=300
[ -z "$long" ] || step=50
# limited SIZE COMMAND...: with so many KB of memory
limited() (
  ulimit -v "$1"
  shift
  "$@" >out 2>err </dev/null
)
first=4000
until limited $first "$FEDX" --version; do
  [ $first -lt 100000 ] || fail "fedx --version does not run with 100 MB"
  first=$((first + 50))
done 2>/dev/null
count=0 short=0 good=0
# one SIZE STATUS COMMAND...: STATUS with enough memory
one() {
  local status=0 size=$1 want=$2
  shift 2
  rm -rf new.yaml
  limited "$size" "$@" 2>/dev/null || status=$?
  count=$((count + 1))
  if [ $status -eq "$want" ] && ! grep -q 'out of memory' err; then
    good=$((good + 1))
  elif [ $status -eq 2 ] && grep -q '^fedx [a-z]*: .*out of memory' err; then
    short=$((short + 1))
  else
    cat err
    fail "with $size KB exit status $status: $*"
  fi
  nothing_left
}
sweep() { # MOST STATUS COMMAND...: from the first size to a most one
  local most=$1 size
  shift
  for ((size = first; size <= most; size += step)); do one $size "$@"; done
}
module m >m.v
description m m.v >m.yaml
sed 's/max_flits: 1/max_flits: -1/' m.yaml >wrong.yaml
sweep 16000 0 "$FEDX" run --rows 2 --cols 2 --cycles 300 --quiet
sweep 16000 2 "${verify[@]}" wrong.yaml
sweep 30000 0 "${verify[@]}" new.yaml --init m.v
# A build takes seconds: some sizes, up to where the compiler runs.
for size in 20000 40000 80000 120000 200000; do one $size 0 "${verify[@]}" m.yaml --cycles 1000; done
[ $short -gt 20 ] && [ $good -gt 20 ] || fail "the sizes show nothing: $short short, $good good"
echo "$count sizes from $first KB on, $short of them too small"
