#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Law 6 on fabrics: single faults at random lose, double, misdeliver and damage nothing, whatever the nodes
# are made of. Files of faults, resets, dead links, interrupted runs, and bad input.
#
#   faults.sh            a short campaign
#   faults.sh campaign   ten million single faults
. "$(dirname "$0")/../common.sh"
cd "$scratch"

# json KEY: a figure of the last run, from r.json
json() {
  python3 -c "import json, sys; d = json.load(open('r.json'))
for k in sys.argv[1].split('.'): d = d[int(k)] if k.isdigit() else d[k]
print(d)" "$1"
}

# single CYCLES OPTIONS...: a run with single faults; all is conserved
total=0
single() {
  local cycles=$1 count
  shift
  expect 0 "$FEDX" run --cycles "$cycles" --faults single:1e-2 --json r.json "$@"
  grep -q "lost 0, doubled 0, misdelivered 0, damaged 0, left in switches 0: good" out || fail "not conserved: $*"
  [ "$(json packets.injected)" = "$(json packets.delivered)" ] || fail "packets taken and delivered differ: $*"
  [ "$(json faults.collision_cycles)" = 0 ] || fail "collisions: $*"
  count=$(json faults.kinds.flip)
  [ "$count" -gt 0 ] || fail "no faults: $*"
  total=$((total + count))
}

if [ "${1-}" = campaign ]; then
  single 24000000 --drain packets
  cat out
  [ "$total" -ge 10000000 ] || fail "only $total faults"
  exit
fi

single 60000
single 30000 --backpressure destination --load 0.9 --latency 2
single 30000 --backpressure none --routing deterministic --workload wk30 --latency 7
single 20000 --rows 4 --cols 4 --hot-spots 3 --throttle-timeout 300
single 20000 --rows 4 --cols 4 --dead-links 5:2,9:0 --load 1.2
if [ -e "$FEDX_BUILD/libfedx_rtl.so" ]; then
  single 15000 --rows 4 --cols 4 --rtl random:7
  single 15000 --rows 4 --cols 4 --lockstep all --latency 1
fi
echo "$total single faults, every packet accounted for"

# Every outcome of a single fault occurs but the one that takes two of them; each fault has one.
expect 0 "$FEDX" run --cycles 60000 --faults single:1e-2 --json r.json
for outcome in nothing timing noise check cut refused; do
  [ "$(json "faults.outcomes.links.data.$outcome")" != 0 ] || [ "$(json "faults.outcomes.links.valid.$outcome")" != 0 ] ||
    fail "no fault on data or valid came to $outcome"
done
python3 - <<'P' || fail "outcomes do not add up"
import json
f = json.load(open("r.json"))["faults"]
count = sum(n for place in f["outcomes"].values() for wire in place.values() for n in wire.values())
assert count == f["kinds"]["flip"] > 0 and f["outcomes"]["links"]["acc"]["out_of_step"] == 0
P

# The same seed, the same faults; a record of them gives the same run, on any nodes and threads ------------------------
run=("$FEDX" run --rows 4 --cols 4 --cycles 20000 --digest)
digest() {
  grep '^digest' out
}
expect 0 "${run[@]}" --faults random:3e-5 --fault-record a.yaml
first=$(digest)
expect 0 "${run[@]}" --faults random:3e-5 --fault-record b.yaml --threads 3
[ "$first" = "$(digest)" ] && cmp a.yaml b.yaml || fail "threads change the faults"
expect 0 "${run[@]}" --faults a.yaml
[ "$first" = "$(digest)" ] || fail "the record is not the run"
expect 0 "${run[@]}" --faults random:3e-5 --seed 2
[ "$first" != "$(digest)" ] || fail "another seed, the same run"
if [ -e "$FEDX_BUILD/libfedx_rtl.so" ]; then
  expect 0 "${run[@]}" --faults a.yaml --rtl 0-7 --lockstep 8-12
  [ "$first" = "$(digest)" ] || fail "faults do other things to RTL"
  grep -q "0 differences" out || fail "nothing compared"
fi

# A file of every kind; resets name what they lose --------------------------------------------------------------------
cat >kinds.yaml <<'Y'
faults:
  - {kind: reset, node: 5, cycle: 3000, length: 2}
  - {kind: reset, node: 6, cycle: 6100}
  - {kind: reset, node: 9, cycle: 9000}
  - {kind: pe_stop, node: 2, cycle: 5000, length: 5000}
  - {kind: stuck_0, node: 3, port: 2, wire: valid, cycle: 7000, length: 50}
  - {kind: stuck_1, node: 3, port: 4, wire: refuse, cycle: 8000, length: 500}
  - {kind: hold, node: 3, port: pe, wire: acc, cycle: 11000, length: 3}
  - {kind: repeat, node: 7, port: 6, wire: refuse, cycle: 9000, length: 20}
  - {kind: flip, node: 7, port: 1, wire: data, bit: 7, cycle: 9100, length: 10}
Y
expect 0 "${run[@]}" --load 1.2 --faults kinds.yaml --json r.json
[ "$(json faults.held_at_reset)" -ge "$(json faults.lost_by_reset)" ] && [ "$(json faults.lost_by_reset)" -gt 0 ] ||
  fail "what resets lose: $(cat out)"
[ "$(json packets.injected)" = $(($(json packets.delivered) + $(json faults.lost_by_reset))) ] || fail "what is left"
grep -Eq '^  packet [0-9]+\.[0-9]+\.[0-9]+ to node [0-9]+ lost by the reset of node (5|6|9) in cycle (3000|6100|9000)$' out ||
  fail "no name: $(cat out)"

# Outside the law: a wire that lies for long. It is noticed, and the exit status says so.
cat >held.yaml <<'Y'
faults:
  - {kind: stuck_1, node: 5, port: 6, wire: acc, cycle: 3000, length: 9000}
  - {kind: stuck_0, node: 5, port: 6, wire: refuse, cycle: 3000, length: 9000}
Y
expect 1 "${run[@]}" --faults held.yaml --json r.json
[ "$(json outcome)" = not_conserved ] && grep -q ": BROKEN" out || fail "a loss without a word"

# Nothing to do for longer than the time of a stall is no stall.
printf '0 0 1 1\n250000 0 1 1\n' >rare
printf 'faults:\n  - {kind: flip, node: 0, port: 1, wire: acc, cycle: 10}\n' >early.yaml
expect 0 "$FEDX" run --rows 2 --cols 2 --replay rare --cycles 250010 --warmup 0 --faults early.yaml
grep -q '^conserved   2 packets taken, 2 delivered' "$scratch/out" || fail "a long pause: $(cat "$scratch/out")"

# Interrupted ---------------------------------------------------------------------------------------------------------
expect 0 "${run[@]}" --cycles 60000 --faults single:1e-2 --fault-record whole.yaml --json whole.json
status=0
timeout --preserve-status -s TERM 0.15 "${run[@]}" --cycles 60000 --faults single:1e-2 --fault-record parts.yaml --json parts.json \
  --checkpoint c --checkpoint-every 1000 --quiet >out 2>err || status=$?
[ "$status" -ne 3 ] || expect 0 "$FEDX" run --resume c
[ "$status" -eq 3 ] || [ "$status" -eq 0 ] || fail "interrupted: $status"
cmp whole.json parts.json && cmp whole.yaml parts.yaml || fail "a resumed run is another one"

# Bad input -----------------------------------------------------------------------------------------------------------
wrong() { refused "$1" "$FEDX" run "${@:2}"; }
wrong "--faults needs the cycle engine" --faults single:1e-3 --engine event
wrong "--faults needs the cycle engine" --faults single:1e-3 --check-engine
wrong "--faults single:2 must have a rate over 0, up to 1" --faults single:2
wrong "cannot read none.yaml" --faults none.yaml
wrong "--drain: with --faults the packets are counted when the fabric is empty" --faults single:1e-3 --drain none
wrong "--fault-window goes with --faults" --fault-window 700
printf 'faults:\n  - {kind: flip, node: 64, port: 1, wire: acc, cycle: 5}\n' >bad.yaml
wrong "bad.yaml:2: node: 64 must be a whole number from 0 to 63" --faults bad.yaml
wrong "a node cannot be reached" --rows 6 --cols 6 --dead-links 5:0,5:1,5:2,5:3,5:4,5:5
wrong "--dead-links 5 must be links" --dead-links 5
expect 2 "$FEDX" gen-tb --node 0 --faults single:1e-3 --rows 3 --cols 3 --out tb
grep -qF -- "--faults does not go with gen-tb" err || fail "a testbench with faults: $(cat err)"
expect 0 "$FEDX" run --rows 6 --cols 6 --dead-links 5:2,17:0,3:4 --cycles 20000 --check-engine
grep -q "0 differences" out || fail "engines differ round dead links"
echo "files, resets, records, interruption, bad input"
