#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Whoever reads the output is gone before it is written, or a signal comes while a router is built or a bundle is written: the program
# ends by that signal, and leaves no folder, no part of a bundle and no program.
. "$(dirname "$0")/../../case.sh"
module m >m.v
description m m.v >m.yaml
module w 'reg [3:0] n = 0; always @(posedge clk) n <= n + 1;' | sed 's/out_data = in_data/out_data = in_data ^ {15'"'"'d0, \&n}/' >w.v
description w w.v >w.yaml
status=0
# The reader ends at once, and the words come when the router is built.
{ "$FEDX" blackbox m.yaml --cycles 20000 --quiet || echo $? >status; } 2>err | true || status=$?
[ "$(cat status)" -eq 141 ] || [ "$(cat status)" -eq 2 ] || fail "exit status $(cat status)"
nothing_left
mkdir slow
printf '#!/bin/sh\necho $$ >%s/pid\nexec sleep 1000\n' "$scratch" >slow/make
cp slow/make slow/compiler
chmod +x slow/*
count=0
interrupted() { # SIGNAL COMMAND...: it is sent when what is slow has begun
  local signal=$1 process status=0
  shift
  rm -f pid
  env --default-signal="$signal" "$@" >out 2>err &
  process=$!
  for _ in $(seq 1200); do [ ! -s pid ] || break; sleep 0.1; done
  [ -s pid ] || { cat out err; fail "the test shows nothing: $*"; }
  [ -n "$(ls -A "$TMPDIR")" ] || fail "the test shows nothing: there is no folder"
  kill -"$signal" $process
  wait $process || status=$?
  [ $status -eq $((128 + $(kill -l "$signal"))) ] || fail "exit status $status by SIG$signal"
  nothing_left
  ! kill -0 "$(cat pid)" 2>/dev/null || fail "the program that was started runs on"
  [ ! -e found ] || fail "half a bundle has the name of a bundle"
  count=$((count + 1))
}
signals=(INT QUIT)
[ -z "$long" ] || signals=(INT TERM HUP QUIT)
for signal in "${signals[@]}"; do
  CXX=$PWD/slow/compiler interrupted "$signal" "${verify[@]}" m.yaml
  PATH=$PWD/slow:$PATH interrupted "$signal" "${verify[@]}" w.yaml --cycles 3000 --bundle found
done
echo "$count signals"
