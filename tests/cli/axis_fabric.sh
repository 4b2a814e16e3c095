#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Fabrics of AXI4-Stream switches from the command line: the same digest whatever nodes are made of and however many threads there
# are; every packet drained and checked; lockstep; a fault in the RTL of one node, whose bundle shows it again; what cannot be had.
. "$(dirname "$0")/../common.sh"
cd "$scratch"
mesh=(--router axis-noc --topology mesh --rows 3 --cols 3)

# digest OPTION...: of a short run
digest() {
  expect 0 "$FEDX" run --load 0.5 --cycles 1500 --digest "$@"
  grep '^digest ' out || fail "no digest with $*"
}
digest "${mesh[@]}" >model
digest "${mesh[@]}" --threads 2 | diff model - || fail "two threads give another digest"
digest "${mesh[@]}" --rtl 0-4 | diff model - || fail "RTL nodes give another digest"
digest "${mesh[@]}" --lockstep all --power-up 3 | diff model - || fail "nodes in lockstep give another digest"
digest "${mesh[@]}" --routing deterministic | diff model - || fail "a packet has more than one way"
digest "${mesh[@]}" --packet-beats 5 | diff -q model - >/dev/null && fail "packets of 5 beats give the digest of those of 4"

# drained PACKETS OPTION...: at least so many, none missing
drained() {
  local least=$1
  shift
  expect 0 "$FEDX" run "$@" --json run.json
  packets=$(python3 -c '
import json, sys
counts = json.load(open("run.json"))["packets"]
assert counts["created"] == counts["injected"] == counts["delivered"] and counts["in_fabric"] == 0, counts
print(counts["delivered"])') || fail "packets are missing: $*"
  [ "$packets" -ge "$least" ] || fail "only $packets packets: $*"
  delivered=$((delivered + packets))
}
delivered=0
cat >star.yaml <<'END'
routers: 4
links: [[0, 0, 1, 6], [0, 2, 2, 7], [0, 3, 3, 5]]
endpoints: [[0, 1], [1, 0], [1, 2], [2, 4], [3, 3]]
END
drained 10000 --router axis-noc --topology mesh --rows 8 --cols 8 --load 0.2 --cycles 6000
drained 1000 --router axis-noc --topology tree --arity 4 --levels 2 --load 0.4 --packet-beats 9 --pattern transpose --cycles 6000
drained 2000 --router axis-noc --topology graph --graph star.yaml --load 0.3 --packet-beats 1 --eject-overhead 3 --cycles 6000
for made in 'clos --size 4,2 --endpoints 3' 'random --size 20,4 --seed 3' 'hyperx --size 3,3 --endpoints 2'; do
  # shellcheck disable=SC2086 # it is several words
  expect 0 "$FEDX" topology $made -o made.yaml
  refused 'use a graph that is numbered by fedx topology --depth-first' "$FEDX" run --router axis-noc --topology graph --graph made.yaml
  expect 0 "$FEDX" topology made.yaml --depth-first -o ordered.yaml
  drained 500 --router axis-noc --topology graph --graph ordered.yaml --load 0.1 --cycles 6000
done
drained 1500 "${mesh[@]}" --load 0.9 --packet-beats 9 --eject-overhead 3 --cycles 12000 --lockstep all --coverage hits.json
grep -qE '"switch_cycles": [1-9][0-9]{5,}' run.json || fail "nothing compared"
expect 0 "$FEDX" coverage hits.json
grep -qE '^locked +48 +48 +10 ' out || fail "outputs of the five ports have not moved and waited for room: $(grep ^locked out)"

# Times of packets without load and at full load, of the RTL.
expect 0 "$FEDX_BUILD/tests/test_axis_fabric" "$FEDX_BUILD/libaxis_noc.so"

# What is wrong in one node.
bash "$here/mutants/axis.sh" --object rtl.so skid_last_of_wires noc
expect 1 "$FEDX" run "${mesh[@]}" --load 0.5 --cycles 30000 --lockstep 4 --rtl-object rtl.so --bundle found
grep -q 'node 4, ' out || fail "another difference: $(cat out)"
expect 1 "$FEDX" replay found --rtl-object rtl.so
grep -q '^the difference that was recorded' out || fail "the bundle does not show it"
expect 0 "$FEDX" replay found --rtl-object "$FEDX_BUILD/libaxis_noc.so"
# ... and what its packets say of it, without a model.
expect 1 "$FEDX" run "${mesh[@]}" --load 0.5 --cycles 30000 --rtl 4 --rtl-object rtl.so
grep -qE 'arrived damaged|was delivered twice|has overtaken|no progress|stuck' out err || fail "nobody misses a last beat: $(cat out)"

refused 'there is no event engine' "$FEDX" run "${mesh[@]}" --engine event
refused 'has rings, in which packets would wait' "$FEDX" run --router axis-noc --topology torus
refused 'cables of --router axis-noc have no extra stages' "$FEDX" run "${mesh[@]}" --latency 1
refused 'tells 256 endpoints apart' "$FEDX" run --router axis-noc --topology mesh --rows 17 --cols 16
refused 'needs port 8 of router' "$FEDX" run --router axis-noc --topology tree --arity 5 --levels 2
refused 'use a graph that is numbered by fedx topology --depth-first' "$FEDX" run "${mesh[@]}" --dead-links 0:0
refused 'sends each packet the one way' "$FEDX" run "${mesh[@]}" --routing derouting
refused '--faults cannot be had' "$FEDX" run "${mesh[@]}" --faults random:0.01
refused '--packet-beats 3 goes with --router axis-noc' "$FEDX" run --packet-beats 3
refused 'no Verilog is written of fabrics' "$FEDX" gen-fabric "${mesh[@]}" --out v
refused 'no Verilog is written of fabrics' "$FEDX" gen-tb "${mesh[@]}" --node 0 --out v
sed -i 's/\[0, 0, 1, 6\]/[0, 0, 1, 1]/' star.yaml
refused 'router 1 sends to endpoint 2 by port 2, and the range of endpoints beyond port 1 has it' \
  "$FEDX" run --router axis-noc --topology graph --graph star.yaml
echo "$delivered packets delivered, $refused refused"
