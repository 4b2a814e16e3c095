#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Requests with responses from the command line: the same events and files of both engines, any number of threads and processes, RTL
# and terminals in lockstep, from a checkpoint and from a trace; statistics by class; message-dependent deadlock with and without
# classes.
. "$(dirname "$0")/../common.sh"
. "$here/cli/engines_agree.sh"
cd "$scratch"

fabric=(--router vcr-mesh --topology mesh --rows 4 --cols 4 --workload wk1-5 --load 0.5 --responses 2 --response-room 2)
fabric_replay=(--router vcr-mesh --topology mesh --rows 4 --cols 4 --responses 2 --response-room 2 --workload wk1-5)
# What waits in PEs, is worked out, or outstanding is in a checkpoint, too
fabric_long=("${fabric[@]}" --service-time 300 --cycles 100000)
engines_agree
grep -q '"round_trip_latency": {' event.json && grep -q '"left_out": 0' event.json || fail "no round trip"
if [ -e "$FEDX_BUILD/libvcr_noc.so" ]; then
  noc=(--router vcr --topology mesh --rows 4 --cols 4 --packet-flits 4 --workload single --load 0.4 --responses 1 --response-room 1 --cycles 1500)
  expect 0 "$FEDX" run "${noc[@]}" --digest
  grep '^digest ' out >model
  expect 0 "$FEDX" run "${noc[@]}" --digest --lockstep all
  grep '^digest ' out | diff model - || fail "another digest in lockstep"
  grep -qE 'compared +[1-9][0-9]* switch-cycles, .*: 0 differences' out || fail "nothing compared in lockstep"
fi
if [ -e "$FEDX_BUILD/libvcr_terminal_tree.so" ]; then
  expect 0 "$FEDX" run --router vcr-tree --topology tree --arity 2 --levels 3 --workload single --load 0.5 --responses 2 --classes 1 \
    --response-room 1 --no-deadlock-check --cycles 1500 --lockstep-terminals
  grep -qE 'terminals +[1-9][0-9]* terminal-cycles, .*: 0 differences' out || fail "no terminals compared"
fi

# Half of each group's packets are requests: with as many packets as they have, responses are as many
expect 0 "$FEDX" run --router vcr-mesh --topology mesh --rows 4 --cols 4 --workload single --load 0.2 --responses 1 --cycles 20000 --distances --json run.json --csv tables --quiet
python3 - <<'PYTHON' || fail "figures of classes"
import csv, json
run = json.load(open("run.json"))
one, other, both = run["requests"], run["responses"], run["throughput"]
assert one["messages"] == other["messages"] > 1000, (one["messages"], other["messages"])
assert abs(one["throughput"] + other["throughput"] - both) < 1e-9 and abs(one["offered"] - 0.2) < 0.02, run
trip = run["round_trip_latency"]["mean_cycles"]
parts = one["message_latency"]["mean_cycles"] + other["message_latency"]["mean_cycles"]
assert abs(trip - parts) < 2, (trip, parts)
near = run["latency_by_distance"]
assert [d["hops"] for d in near] == list(range(1, 7)) and sum(d["packets"] for d in near) == run["packet_latency"]["count"], near
assert all(a["min_cycles"] + 2 == b["min_cycles"] for a, b in zip(near, near[1:])) and near[0]["min_cycles"] == 20, near
assert abs(sum(d["packets"] * d["mean_cycles"] for d in near) / run["packet_latency"]["count"] - run["packet_latency"]["mean_cycles"]) < 1e-6
assert [int(r["packets"]) for r in csv.DictReader(open("tables/distances.csv"))] == [d["packets"] for d in near]
rows = list(csv.DictReader(open("tables/latency.csv")))
assert {r["group"] for r in rows} == {"all", "requests", "responses"}
assert [r["mean_cycles"] for r in rows if r["kind"] == "round_trip"] == [f"{trip:.3f}"], rows
PYTHON

# A service time is in every round trip, and one request at a time is what a PE gets through.
expect 0 "$FEDX" run --router vcr-mesh --topology mesh --rows 4 --cols 4 --workload single --load 0.001 --responses 1 --service-time 500 --cycles 100000 --json slow.json --quiet
python3 -c 'import json; m = json.load(open("slow.json"))["round_trip_latency"]; assert 500 + 2 * 20 <= m["min_cycles"] < 570, m' || fail "service time"
expect 0 "$FEDX" run --router vcr-mesh --topology mesh --rows 4 --cols 4 --workload single --load 1 --responses 1 --outstanding 1 --cycles 20000 --drain none --json one.json --quiet
python3 -c '
import json
r = json.load(open("one.json"))
assert 0.1 < r["requests"]["throughput"] < 16 / 40, r["requests"]["throughput"]' || fail "one outstanding request"

# Deadlock between messages: refused with its circle, and seen where it is not refused; not with classes, nor with room for all.
crowded=(--router vcr-mesh --vcs 4 --cables 1 --topology mesh --rows 4 --cols 4 --workload single --load 1 --responses 4 --response-room 1
  --outstanding 32 --cycles 30000 --drain none --stall 5000 --quiet)
expect 2 "$FEDX" run "${crowded[@]}" --classes 1
grep -q "packets can wait for each other for ever, .*then a response of PE [0-9]*.* use --classes 2, or --response-room 480" err || fail "no circle: $(cat err)"
expect 1 "$FEDX" run "${crowded[@]}" --classes 1 --no-deadlock-check
grep -q "requests wait in PEs, which cannot send their responses" out err || fail "no deadlock is seen"
expect 0 "$FEDX" run "${crowded[@]}" --classes 2
expect 0 "$FEDX" run "${crowded[@]/--response-room/--service-time}" --classes 1 --response-room 480

expect 0 "$FEDX" sweep "$FEDX_SOURCE/examples/message_classes.yaml" --list
[ "$(grep -c -- "--responses 4" out)" -eq 48 ] || fail "the study has other runs"
echo "$runs runs with the same results, with and without deadlock"
