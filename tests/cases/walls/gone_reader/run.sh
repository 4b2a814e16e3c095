#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Whoever reads the output is gone before it is written: SIGPIPE ends the program, and nothing is left behind.
. "$(dirname "$0")/../common.sh"
module m >m.v
description m m.v >m.yaml
status=0
# The reader ends at once, and the words come when the router is built.
{ "$FEDX" verify --router-dut m.yaml --cycles 20000 --quiet || echo $? >status; } 2>err | true || status=$?
[ "$(cat status)" -eq 141 ] || [ "$(cat status)" -eq 2 ] || fail "exit status $(cat status)"
nothing_left
# ... or while a build is going on, by a signal that the terminal has a key for.
printf '#!/bin/sh\necho $$ >%s/pid\nexec sleep 1000\n' "$scratch" >slow
chmod +x slow
CXX=$PWD/slow env --default-signal=QUIT "$FEDX" verify --router-dut m.yaml &
run=$!
for _ in $(seq 600); do [ ! -s pid ] || break; sleep 0.1; done
[ -n "$(ls -A "$TMPDIR")" ] || fail "the test shows nothing: there is no folder"
kill -QUIT $run
wait $run || status=$?
[ $status -eq 131 ] || fail "exit status $status"
nothing_left
! kill -0 "$(cat pid)" 2>/dev/null || fail "the compiler runs on"
