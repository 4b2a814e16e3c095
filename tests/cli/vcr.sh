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
digest --router vcr --topology mesh --rows 4 --cols 4 --packet-flits 9 >nine
diff -q model nine >/dev/null && fail "packets of 9 flits give the digest of those of 16"
if [ -e "$FEDX_BUILD/libvcr_noc.so" ]; then
  digest --router vcr --topology mesh --rows 4 --cols 4 --packet-flits 9 --lockstep all | diff nine - || fail "packets of 9 flits differ in lockstep"
fi
late=(--router vcr --topology mesh --rows 4 --cols 4 --router-latency 4 --credit-latency 3)
digest "${late[@]}" >late
digest "${late[@]}" --credit-latency 0 >early
! diff -q model early >/dev/null && ! diff -q early late >/dev/null || fail "routers and credits that take longer give the digest of others"
digest "${late[@]}" --threads 2 | diff late - || fail "routers that take longer: two threads give another digest"
if [ -e "$FEDX_BUILD/libvcr_noc.so" ]; then
  digest "${late[@]}" --rtl 0-7 | diff late - || fail "routers that take longer: RTL nodes give another digest"
  digest "${late[@]}" --lockstep all --sat ring --lockstep-terminals >/dev/null
  grep -qE 'compared +[1-9][0-9]* switch-cycles, .*: 0 differences' out || fail "routers that take longer: nothing compared"
fi
digest --router vcr --topology torus --rows 4 --cols 8 >/dev/null
digest --router vcr-mesh --topology torus --rows 3 --cols 5 --selection random >/dev/null
digest --router vcr-mesh --topology mesh --rows 4 --cols 4 --routing deterministic >/dev/null
digest --router vcr-tree --topology tree --arity 4 --levels 2 >/dev/null
digest --router vcr-wormhole --topology torus --rows 4 --cols 4 >/dev/null
digest --router vcr-mesh --rows 4 --cols 4 >/dev/null
digest --router vcr-mesh --topology mesh --rows 4 --cols 4 --dead-links 5:0,9:2 >/dev/null

# The event engine of cut-through routers has the same events, and takes them up again from a checkpoint.
check() {
  expect 0 "$FEDX" run --load 0.4 --workload single --cycles 1500 --check-engine "$@"
  grep -qE '[1-9][0-9]* events.*: 0 differences' out || fail "nothing compared with $*"
  runs=$((runs + 1))
}
check --router vcr-mesh --topology torus --rows 4 --cols 4
check --router vcr-tree --topology tree --arity 4 --levels 2
check --router vcr-tree --topology tree --arity 4 --levels 2 --packet-flits 7 --latency 3
check --router vcr-deep --topology mesh --rows 4 --cols 4 --packet-flits 64
check --router vcr-mesh --topology torus --rows 4 --cols 4 --latency 1 --router-latency 3 --credit-latency 7
check --router vcr-tree --topology tree --arity 2 --levels 3 --router-latency 8 --packet-flits 9 --sat ring --sat-l 3 --sat-k 4
check --router vcr-tree --topology tree --arity 2 --levels 3 --source bernoulli --sat ring --sat-l 3 --sat-k 4
check --router vcr-mesh --topology mesh --rows 4 --cols 4 --sat tree --sat-l 1 --sat-k 2
check --router vcr-mesh --topology torus --rows 4 --cols 4 --source bernoulli --terminal-queue

# Loads are of packets as long as they are: as much of the time is asked of links with packets of any length.
for flits in 4 16 64; do
  expect 0 "$FEDX" run --load 0.3 --load-unit link --workload single --cycles 40000 --router vcr-deep --topology mesh --rows 4 --cols 4 \
    --packet-flits $flits --json load.json
  python3 -c '
import json
load = json.load(open("load.json"))
busy = load["link_busy"]["mean"]
assert abs(busy - 0.3) < 0.02, busy' || fail "links are not busy for 0.3 of the time with packets of $flits flits"
done

# What both measure is the same to the last digit, but for the bytes, which one of them does not move.
measure() {
  for engine in cycle event; do
    expect 0 "$FEDX" run --load 0.9 --workload single --cycles 1500 --engine $engine "$@" --json $engine.json
    sed -i '/"bytes_checked"/d' $engine.json
  done
  diff cycle.json event.json || fail "the event engine measures something else with $*"
}
measure --router vcr-mesh --topology torus --rows 4 --cols 4 --deflections 2
grep -qE '"deflected": [1-9]' event.json || fail "no hop is deflected"
measure --router vcr-tree --topology tree --arity 2 --levels 3 --source bernoulli --sat ring
grep -qE '"visits": [1-9]' event.json || fail "no token comes"

# A token that nobody keeps comes as often as its way has registers: 2 x 31 wires and 16 terminals in a 4 x 4 mesh, H(n) + N in a tree.
# Of a token that is lost or doubled a run says so, where and when: it goes by node 3 every 36 cycles, and by node 2 five before.
tokens=(--router vcr-tree --topology tree --arity 2 --levels 3 --workload single --source bernoulli --load 0.5 --sat-l 4 --sat-k 4 --cycles 3000)
# token STATUS WORDS FAULT OPTION...: with this fault on the wire on which it comes to node 3
token() {
  local status=$1 words=$2
  echo "faults: [{node: 3, port: pe, wire: sat, $3}]" >token.yaml
  expect "$status" "$FEDX" run "${tokens[@]}" --faults token.yaml --json token.json "${@:4}"
  grep -qF -- "$words" out && grep -q '"token": {' token.json || { cat out; fail "no word of: $words"; }
}
token 1 "TOKEN LOST: there is none any more; it came last to node 2, in cycle 1031" "kind: stuck_0, cycle: 1000, length: 100" --sat ring
token 1 "TOKEN LOST: there is none any more; it came last to node" "kind: stuck_0, cycle: 1000, length: 100" --sat tree
token 1 "TOKEN LATE: " "kind: stuck_0, cycle: 1000, length: 100" --sat ring --sat-timeout 1000 --stall 5000
grep -qE "TOKEN LATE: [1-9][0-9]* time-outs at nodes, after 1000 cycles without it" out || fail "no time-outs are counted"
token 0 "TOKEN DOUBLED: one came to node 3, which had one, in cycle 1622" "kind: flip, cycle: 1010" --sat ring
token 0 "TOKEN DOUBLED: one came to node 3, which had one, in cycle 1011" "kind: flip, cycle: 1010" --sat tree
token 0 "TOKEN DOUBLED: there are 2" "kind: flip, cycle: 1010" --sat ring --cycles 1300
expect 0 "$FEDX" run "${tokens[@]}" --sat ring --sat-timeout 1000 --json token.json
! grep -q "TOKEN" out && ! grep -q '"token"' token.json || { cat out; fail "a token that is there is said to be lost"; }

# sat INTERVAL OPTION...
sat() {
  local interval=$1
  shift
  expect 0 "$FEDX" run --load 0.4 --workload single --cycles 1500 --sat-l 0 "$@"
  grep -q "^SAT .*every $interval.0 cycles ($interval to $interval)\$" out || { grep ^SAT out; fail "the token does not come every $interval cycles with $*"; }
  runs=$((runs + 1))
}
sat 78 --router vcr --topology mesh --rows 4 --cols 4 --sat ring
sat 7 --router vcr-tree --topology tree --arity 2 --levels 3 --sat tree
if [ -e "$FEDX_BUILD/libvcr_noc.so" ]; then
  sat 78 --router vcr --topology mesh --rows 4 --cols 4 --sat ring --rtl all --lockstep-terminals
  sat 36 --router vcr-tree --topology tree --arity 2 --levels 3 --sat ring --lockstep-terminals
  grep -qE 'terminals +[1-9][0-9]* terminal-cycles, .*: 0 differences' out || fail "no terminals compared"
fi

# It goes on from where it was interrupted.
long=("${late[@]}" --load 0.3 --workload single --cycles 200000 --digest --sat ring --source bernoulli)
expect 0 "$FEDX" run "${long[@]}"
grep '^digest ' out >whole
expect 3 timeout --preserve-status -s INT 0.3 "$FEDX" run "${long[@]}" --checkpoint run.ckpt
expect 0 "$FEDX" run --resume run.ckpt
grep '^digest ' out | diff whole - || fail "a run that goes on gives another digest"

# bad WORDS OPTION...: one sentence with these words
bad() { refused "$1" "$FEDX" run --cycles 100 "${@:2}"; }
bad "has 5 ports, and 8 x 8 xmesh needs port 5 of router 0: use --topology mesh, or another router" --router vcr
bad "no route table" --router vcr-wormhole
bad "no route table" --router vcr-wormhole --topology torus --dead-links 5:0
bad "no route table" --router vcr --topology mesh --rows 3 --cols 4
bad "for router 0 port 0 channel 0, then 1 port 0" --router vcr-tree --topology torus --rows 4 --cols 4
bad "event engine only for channels of whole packets" --router vcr --topology mesh --engine event
bad "event engine only for channels of whole packets" --router vcr-wormhole --topology mesh --check-engine
bad "packets with more flits than any cable has stages" --router vcr-mesh --topology mesh --packet-flits 5 --latency 5 --engine event
bad "packets with more flits than any cable has stages" --router vcr-mesh --topology mesh --packet-flits 5 --credit-latency 5 --engine event
bad "--router-latency 1: --router vcr takes 2 cycles (see --bypass and --route-stage): use that or more" --router vcr --topology mesh --router-latency 1
bad "--router-latency 9: must be a whole number from 1 to 8, or auto" --router vcr --topology mesh --router-latency 9
bad "--credit-latency 8: must be a whole number from 0 to 7" --router vcr --topology mesh --credit-latency 8
bad "--credit-latency 1 goes with --router vcr, vcr-tree, vcr-mesh, vcr-deep, vcr-wormhole, not with --router fedx" --credit-latency 1
bad "hold a packet of 17 flits" --router vcr-mesh --topology mesh --packet-flits 17 --alloc-credits packet
bad "must be a whole number from 2 to 64" --router vcr-mesh --topology mesh --packet-flits 65
bad "goes with --router fedx, not with --router vcr" --router vcr --topology mesh --buffers 20
bad "goes with --router fedx, not with --router vcr" --router vcr --topology mesh --backpressure none
bad "keep the token for ever" --router vcr --topology mesh --sat ring --sat-l 5 --sat-k 4
bad "cannot be had" --router vcr --topology mesh --terminal-queue --inject-overhead 5
bad "no RTL of a terminal" --router vcr-wormhole --topology tree --lockstep-terminals
[ -e "$FEDX_BUILD/libvcr_terminal_deep64.so" ] ||
  bad 'libvcr_terminal_deep64.so: run sim_scripts/build.sh with Verilator installed, after cmake -DVCR_RTL_BUILDS="noc;deep64" build' \
    --router vcr-deep --topology mesh --packet-flits 64 --lockstep-terminals
bad "--sat tree goes with --router vcr, vcr-tree, vcr-mesh, vcr-deep, vcr-wormhole, not with --router fedx" --sat tree
bad "must be one of fedx, vcr" --router nonsense
# Routes that are given: any engine and any number of threads, a run that goes on, what is refused
for routes in up-down o1turn odd-even; do
  digest --router vcr-mesh --topology mesh --rows 4 --cols 5 --routes $routes >model
  digest --router vcr-mesh --topology mesh --rows 4 --cols 5 --routes $routes --threads 2 | diff model - || fail "$routes: two threads give another digest"
  expect 0 "$FEDX" run --router vcr-mesh --topology mesh --rows 4 --cols 5 --routes $routes --load 0.6 --cycles 2000 --check-engine
  [ $routes != o1turn ] || continue
  # What is printed of a function are routes that give the same run.
  expect 0 "$FEDX" model routes --router vcr-mesh --topology mesh --rows 4 --cols 5 --routes $routes
  cp out printed
  digest --router vcr-mesh --topology mesh --rows 4 --cols 5 --routes printed | diff model - || fail "$routes: the routes that are printed are others"
done
{ for from in 0 1 2; do for to in 0 1 2; do [ $from = $to ] || echo $from $to $((from < to ? 0 : 1)); done; done; } >line
expect 0 "$FEDX" run --router vcr-mesh --topology mesh --rows 1 --cols 3 --routes line --cycles 1000
bad "--routes lines: neither a file of routes nor one of minimal, dimension-order, up-down, yx, o1turn, west-first, north-last, negative-first, odd-even: cannot read lines" \
  --router vcr-mesh --topology mesh --routes lines
bad "--routes line: 8 x 8 mesh: router 3 has no route to endpoint 0" --router vcr-mesh --topology mesh --routes line
bad "--routes line: neither a file of routes nor one of" --router vcr-mesh --topology mesh --rows 3 --cols 1 --routes line
bad "--routes yx goes with --router vcr, vcr-tree, vcr-mesh, vcr-deep, vcr-wormhole, not with --router fedx" --topology mesh --routes yx
refused "o1turn draws one of two ways for each packet, and a line has one" "$FEDX" model routes --router vcr-mesh --topology mesh --routes o1turn
expect 0 "$FEDX" model routes --router vcr-mesh --topology mesh --rows 3 --cols 2
[ "$(grep -c '^[0-5] [0-5] [0-9 ]*$' out)" -eq 30 ] || fail "not a route for each pair: $(cat out)"
bad "these are routes of a mesh, not of 8 x 8 torus" --router vcr-mesh --topology torus --routes yx
bad "needs a route table of 64 entries, and --router vcr has 0: use --router vcr-mesh" --router vcr --topology mesh --routes yx
bad "needs two channels" --router vcr-mesh --vcs 1 --topology mesh --routes o1turn
bad "does not go with --prefer: a packet draws its way once" --router vcr-mesh --topology mesh --routes o1turn --prefer random
bad "does not go with --second-load" --router vcr-mesh --topology mesh --routes yx --second-load 0.1
bad "--routes minimal: 4 x 4 mesh: packets can wait for each other for ever, for router" --router vcr-mesh --topology mesh --rows 4 --cols 4 --routes minimal
bad "can wait for each other for ever" --router vcr-mesh --topology mesh --routes west-first --deflections 2
long=(--router vcr-mesh --topology mesh --rows 4 --cols 4 --cycles 2000000 --load 0.3 --workload single)
expect 3 timeout --preserve-status -s INT 0.3 "$FEDX" run "${long[@]}" --routes odd-even --checkpoint routes.ckpt
expect 0 "$FEDX" run --resume routes.ckpt
grep '^paths' out >again
expect 0 "$FEDX" run "${long[@]}" --routes odd-even
grep '^paths' out | diff - again || fail "a run with routes that goes on is another one"

# What is refused runs without the check, locks up, and is explained.
ring=(--router vcr-tree --topology torus --rows 8 --cols 8 --load 1 --cycles 10000 --stall 2000)
bad "can wait for each other for ever" "${ring[@]}"
expect 1 "$FEDX" run "${ring[@]}" --no-deadlock-check
circle=$(sed -nE 's/^deadlock: ([0-9]+) packets wait for each other in a circle$/\1/p' out)
[ "${circle:-0}" -ge 2 ] || { cat out; fail "no circle of waiting packets is named"; }
[ "$(grep -c "waits for node " out)" -eq "$circle" ] || fail "the circle is not told"
# Faults of all kinds, by name: what is lost is told, and the same from either number of threads.
cat >faults.yaml <<'Y'
faults:
  - {kind: reset, node: 5, cycle: 2000, length: 2}
  - {kind: pe_stop, node: 3, cycle: 3000, length: 500}
  - {kind: stuck_0, node: 6, port: 0, wire: credit, bit: 2, cycle: 3000, length: 50}
  - {kind: hold, node: 9, port: 2, wire: flit, bit: 63, cycle: 4000, length: 20}
  - {kind: repeat, node: 9, port: pe, wire: valid, cycle: 5000, length: 8}
Y
faulty=(--router vcr --topology mesh --rows 4 --cols 4 --load 0.3 --cycles 6000 --drain packets --stall 3000 --digest)
expect 1 "$FEDX" run "${faulty[@]}" --faults faults.yaml
grep -q "lost by the reset of node 5" out || fail "a reset loses nothing"
expect 1 "$FEDX" run "${faulty[@]}" --faults random:1e-5 --fault-record again.yaml
grep -E '^(digest|conserved) ' out >random
grep -qE '^conserved .* lost [1-9]' random || fail "faults lose nothing"
expect 1 "$FEDX" run "${faulty[@]}" --faults again.yaml --threads 2
grep -E '^(digest|conserved) ' out | diff random - || fail "the same faults from a file do something else"
if [ -e "$FEDX_BUILD/libvcr_terminal_noc.so" ]; then
  expect 1 "$FEDX" run "${faulty[@]}" --faults again.yaml --lockstep-terminals
  grep -E '^(digest|conserved) ' out | diff random - || fail "faults do something else to terminals in lockstep"
fi
echo "$runs fabrics of virtual-channel routers, $refused settings refused"
