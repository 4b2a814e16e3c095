#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Fabrics of virtual-channel routers from the command line: every build on its topologies, the same digest whatever nodes are made
# of and however many threads there are, a run that goes on from a checkpoint, and what cannot be had.
. "$(dirname "$0")/../common.sh"
cd "$scratch"

runs=0
# digest OPTION...: of a short run
digest() {
  expect 0 "$FEDX" run --load 0.4 --workload single --cycles 1500 --digest "$@"
  grep '^digest ' "$scratch/out" || fail "no digest with $*"
  runs=$((runs + 1))
}

digest --router vcr --topology mesh --rows 4 --cols 4 >model
digest --router vcr --topology mesh --rows 4 --cols 4 --threads 2 | diff model - || fail "two threads give another digest"
if [ -e "$FEDX_BUILD/libvcr_noc.so" ]; then
  digest --router vcr --topology mesh --rows 4 --cols 4 --rtl 0-7 | diff model - || fail "RTL nodes give another digest"
  digest --router vcr --topology mesh --rows 4 --cols 4 --lockstep all | diff model - || fail "nodes in lockstep give another digest"
  grep -qE 'compared +[1-9][0-9]* switch-cycles, .*: 0 differences' out || fail "nothing compared"
fi
digest --router vcr --topology torus --rows 4 --cols 8 >/dev/null
digest --router vcr-mesh --topology torus --rows 3 --cols 5 --selection random >/dev/null
digest --router vcr-mesh --topology mesh --rows 4 --cols 4 --routing deterministic >/dev/null
digest --router vcr-tree --topology tree --arity 4 --levels 2 >/dev/null
digest --router vcr-wormhole --topology torus --rows 4 --cols 4 >/dev/null

# The event engine of cut-through routers has the same events, and takes them up again from a checkpoint.
check() {
  expect 0 "$FEDX" run --load 0.4 --workload single --cycles 1500 --check-engine "$@"
  grep -qE '[1-9][0-9]* events.*: 0 differences' out || fail "nothing compared with $*"
  runs=$((runs + 1))
}
check --router vcr-mesh --topology torus --rows 4 --cols 4
check --router vcr-tree --topology tree --arity 4 --levels 2

# It goes on from where it was interrupted.
long=(--router vcr --topology mesh --rows 4 --cols 4 --load 0.3 --workload single --cycles 200000 --digest)
expect 0 "$FEDX" run "${long[@]}"
grep '^digest ' out >whole
expect 3 timeout --preserve-status -s INT 0.3 "$FEDX" run "${long[@]}" --checkpoint run.ckpt
expect 0 "$FEDX" run --resume run.ckpt
grep '^digest ' out | diff whole - || fail "a run that goes on gives another digest"

refused=0
# refuses WORDS OPTION...: one sentence with these words
refuses() {
  local words=$1
  shift
  expect 2 "$FEDX" run --cycles 100 "$@"
  grep -qF -- "$words" err || { cat err; fail "with $* no word of: $words"; }
  [ "$(wc -l <err)" -eq 1 ] || fail "more than one line with $*"
  refused=$((refused + 1))
}
refuses "has 5 ports" --router vcr
refuses "no escape channels for" --router vcr-mesh
refuses "no route table" --router vcr --topology mesh --rows 3 --cols 4
refuses "one channel a port" --router vcr-tree --topology torus --rows 4 --cols 4
refuses "event engine only for channels of whole packets" --router vcr --topology mesh --engine event
refuses "event engine only for channels of whole packets" --router vcr-wormhole --topology mesh --check-engine
refuses "cannot be had" --router vcr --topology mesh --faults bit:10
refuses "cannot be had" --router vcr --topology mesh --coverage c.json
refuses "of Fed-X switches" --router vcr --topology mesh --buffers 20
refuses "of Fed-X switches" --router vcr --topology mesh --backpressure none
refuses "must be one of fedx, vcr" --router nonsense
echo "$runs fabrics of virtual-channel routers, $refused settings refused"
