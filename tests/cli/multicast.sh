#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Multicasts from the command line: the same events and latencies however they are run, also with responses, on all kinds of routers;
# latencies of copies that follow from the wiring; what does not go with them.
. "$(dirname "$0")/../common.sh"
. "$here/cli/engines_agree.sh"
cd "$scratch"

mesh=(--router vcr-mesh --topology mesh --rows 4 --cols 4)
for service in "" --responses=1; do
  fabric_replay=("${mesh[@]}" --workload wk1-5 --alpha 8 ${service:+"$service"})
  fabric=("${fabric_replay[@]}" --load 0.4 --multicast 0.3 --multicast-copies 5)
  fabric_long=(${service:+"${fabric[@]}" --cycles 600000})
  engines_agree
  grep -q '"last_copy_latency": {' event.json || fail "no latency of multicasts"
done
fabric_replay=(--rows 4 --cols 4 --workload wk1-5)
fabric=("${fabric_replay[@]}" --load 0.5 --multicast 0.3 --multicast-copies 5)
fabric_long=()
engines_agree
if [ -e "$FEDX_BUILD/libvcr_noc.so" ]; then
  expect 0 "$FEDX" run --router vcr --topology mesh --rows 4 --cols 4 --workload single --load 0.4 --multicast 0.5 --cycles 1500 --lockstep all
  grep -qE 'compared +[1-9][0-9]* switch-cycles, .*: 0 differences' out || fail "nothing compared in lockstep"
fi

# A trace with several destinations in a line: who waits for one of them waits for the copy that comes to it
printf '0 0 5,7,12 2 0 1\n0 7 0 1 0 2 1 3\n9 3 1,2 1 0 3\n' >several
expect 0 "$FEDX" run "${mesh[@]}" --replay several --cycles 1000 --warmup 0 --record again --json several.json --quiet
grep -qx '0 0 5,7,12 2 0 1' again && grep -qx '9 3 1,2 1 0 3' again && grep -qxE '[1-9][0-9]* 7 0 1 0 2 1 3' again || { cat again; fail "another record"; }
python3 -c '
import json
run = json.load(open("several.json"))
copy, first, last = (run[k + "_latency"]["count"] for k in ("copy", "first_copy", "last_copy"))
assert (copy, first, last, run["messages"]) == (5, 2, 2, 6), (copy, first, last)' || fail "multicasts of a trace"

# One flit a cycle, four a packet: to all 15 others the last one leaves 14 packets behind the first one, and the farthest is six hops away.
alone=(--router axis-noc --topology mesh --rows 4 --cols 4 --workload single --cycles 1000000)
expect 0 "$FEDX" run "${alone[@]}" --load 0.002 --multicast 1 --multicast-copies all --json all.json --csv tables --quiet
# What has not arrived when a run ends in the middle is left out, and counted
expect 0 "$FEDX" run "${mesh[@]}" --workload single --load 1.9 --multicast 1 --multicast-copies 8 --cycles 20000 --warmup 0 --drain none --json cut.json --quiet
python3 - <<'PYTHON' || fail "figures of multicasts"
import csv, json
run = json.load(open("all.json"))
copy, first, last = (run[k + "_latency"] for k in ("copy", "first_copy", "last_copy"))
assert run["traffic"]["multicast"] == {"share": 1, "copies": 15}, run["traffic"]
assert first["count"] == last["count"] > 100 and copy["count"] == 15 * last["count"] == run["message_latency"]["count"]
assert copy["mean_cycles"] == run["message_latency"]["mean_cycles"] and copy["left_out"] == 0
assert first["mean_cycles"] < copy["mean_cycles"] < last["mean_cycles"] and first["min_cycles"] == copy["min_cycles"]
assert last["max_cycles"] == copy["max_cycles"] and 14 * 4 <= last["min_cycles"] - first["min_cycles"] <= 14 * 4 + 6 * 2, (first, last)
assert abs(run["offered"] - 0.002) < 0.0003, run["offered"]
rows = [r["kind"] for r in csv.DictReader(open("tables/latency.csv"))]
assert rows[-3:] == ["copy", "first_copy", "last_copy"] and "round_trip" not in rows, rows
cut = json.load(open("cut.json"))
copy, first, last = (cut[k + "_latency"] for k in ("copy", "first_copy", "last_copy"))
whole = first["count"] + first["left_out"]
assert whole == last["count"] + last["left_out"] and 8 * whole == copy["count"] + copy["left_out"], (copy, first, last)
assert 0 < first["left_out"] < last["left_out"], (first, last)
PYTHON

refused "--multicast-copies 16 must be at most 15" "$FEDX" run "${mesh[@]}" --multicast 0.1 --multicast-copies 16
refused "--multicast-copies goes with --multicast" "$FEDX" run --multicast-copies 3
refused "--hot-spots does not go with --multicast" "$FEDX" run --multicast 0.1 --hot-spots 3
refused "--load-unit does not go with --multicast" "$FEDX" run --multicast 0.1 --load-unit link
refused "--multicast does not go with --replay" "$FEDX" run --multicast 0.1 --replay record
refused "--multicast: loads of links are worked out for patterns" "$FEDX" model links "${mesh[@]}" --routing deterministic --multicast 0.1
echo "$runs runs with the same results, $refused refused"
