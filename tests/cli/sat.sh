#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Windows of delivered packets; figures over nodes, and with a least and a largest value; the token in every topology; the study of SAT in
# small, each condition of whose claims has a figure.
. "$(dirname "$0")/../common.sh"

# A run that ends with its last window, alike on both engines, and what it says of the windows adds up.
tree=(--router vcr-tree --topology tree --arity 2 --levels 3 --workload single --load 1 --source bernoulli --terminal-queue --drain none)
windows() { "$FEDX" run "${tree[@]}" --pattern shuffle --cycles 100000 --warmup 500 --window-packets 300 "$@"; }
for engine in cycle event; do
  windows --engine "$engine" --json "$scratch/$engine.json" --trace "$scratch/events" >"$scratch/out"
done
grep -q "^windows     5 of 5 of 300 packets, cycles 500 to " "$scratch/out" || fail "no line of windows: $(cat "$scratch/out")"
python3 - "$scratch/cycle.json" "$scratch/event.json" "$scratch/events" <<'P' || fail "windows do not add up, or engines differ"
import json, sys
cycle, event = (json.load(open(f)) for f in sys.argv[1:3])
w = cycle["windows"]
assert w == event["windows"] and cycle["event_digest"] == event["event_digest"] and cycle["cycles"] == event["cycles"] < 100000
assert w["packets"] == 300 and w["complete"] == 5 and len(w["each"]) == 5 and len(w["nodes"]) == 8
assert w["each"][0]["from_cycle"] == cycle["warmup_cycles"]
assert all(a["to_cycle"] == b["from_cycle"] for a, b in zip(w["each"], w["each"][1:])) and w["each"][-1]["to_cycle"] <= cycle["cycles"]
sending = [x for x in w["nodes"] if x is not None]
assert w["nodes"][0] is None and w["nodes"][7] is None and len(sending) == 6      # shuffle maps both to themselves
all_of = w["all"]["throughput"]
assert abs(sum(sending) / 6 - all_of["mean"]) < 1e-9 and min(sending) == all_of["min"] and max(sending) == all_of["max"]
for one in w["each"]:
    packets = one["throughput"]["mean"] * 6 * (one["to_cycle"] - one["from_cycle"]) / 16
    assert 300 <= packets + 1e-6 and packets < 308.5, packets                     # up to eight arrive in the last cycle
time = w["each"][-1]["to_cycle"] - w["each"][0]["from_cycle"]
mean = sum(one["throughput"]["mean"] * (one["to_cycle"] - one["from_cycle"]) for one in w["each"]) / time
assert abs(mean - all_of["mean"]) < 1e-9
# What arrived from each node, and what went in, against the events, whose cycles are those after.
events = [(int(a[0]) - 1, a[2], int(a[3])) for a in map(str.split, open(sys.argv[3]))]
def count(kind, node, one): return sum(k == kind and n == node and one["from_cycle"] <= t < one["to_cycle"] for t, k, n in events)
for kind, part in (("d", w), ("i", w["injected"])):
    for one, found in zip(w["each"], part["each"], strict=True):
        packets = [found["throughput"][key] * (one["to_cycle"] - one["from_cycle"]) / 16 for key in ("min", "max")]
        told = [count(kind, n, one) for n in range(1, 7)]
        assert abs(packets[0] - min(told)) + abs(packets[1] - max(told)) < 1e-6, (kind, packets, told)
    for n in range(1, 7):
        assert abs(part["nodes"][n] * time / 16 - sum(count(kind, n, one) for one in w["each"])) < 1e-6
P
windows --cycles 600 --json "$scratch/none.json" >/dev/null
python3 -c '
import json, sys
w = json.load(open(sys.argv[1]))["windows"]
sys.exit(not (w["complete"] == 0 and all(p["each"] == [] and p["all"]["jain"] is None and set(p["nodes"]) == {None} for p in (w, w["injected"]))))' "$scratch/none.json" ||
  fail "windows that are not over"

bad() { refused "$1" "$FEDX" run --cycles 1000 "${@:2}"; }
bad "--window-packets goes with --drain none: it ends the run" --window-packets 5
bad "--windows goes with --window-packets" --windows 3
bad "--window-packets does not go with --detect-warmup" --window-packets 5 --drain none --detect-warmup
bad "--cables 2: --router fedx has 1 at most" --cables 2
bad "--cables 1: --topology tree says itself where endpoints are" --router vcr-tree --topology tree --cables 1

# The token goes round in every topology, by coordinates and by tables, and holds everybody to its share: two packets from visit to visit;
# four behind the gate, and a few on their way, may have been counted or not. What is far apart without it is not with it. Routers of vcr-mesh
# hold so much that PEs have 64 messages under way, and hold back before their terminals are full: nobody is starved there (docs/papers/sat.md).
took=0
for where in "vcr mesh --rows 4 --cols 4" "vcr torus --rows 4 --cols 8" "vcr-mesh mesh --rows 4 --cols 4" "vcr-mesh torus --rows 3 --cols 6" \
  "vcr-mesh xmesh --rows 4 --cols 4" "vcr-mesh hexmesh --edge 3" "vcr-mesh mesh --rows 4 --cols 4 --dead-links 5:0,9:2" "vcr-tree tree --arity 2 --levels 4"; do
  read -r -a options <<<"${where#* }"
  for kind in none ring tree; do
    "$FEDX" run --router "${where%% *}" --topology "${options[@]}" --workload single --pattern hot-region --load 1 --source bernoulli \
      --terminal-queue --sat "$kind" --sat-l 2 --sat-k 2 --cycles 20000 --warmup 12000 --drain none --csv "$scratch/csv" \
      --json "$scratch/$kind.json" >/dev/null || fail "$where, $kind"
  done
  python3 - "$where" "$scratch" <<'P' || fail "shares: $where"
import csv, json, sys
def packets(throughput): return throughput * 8000 / 16
runs = {kind: json.load(open(f"{sys.argv[2]}/{kind}.json")) for kind in ("none", "ring", "tree")}
nodes = len(list(csv.DictReader(open(sys.argv[2] + "/csv/nodes.csv"))))
apart = {kind: packets(f["throughput"]["max"] - f["throughput"]["min"]) for kind, f in ((k, r["fairness"]) for k, r in runs.items())}
print(sys.argv[1] + ":", ", ".join(f"{kind} {a:.0f}" for kind, a in apart.items()), "packets apart")
for kind in ("ring", "tree"):
    sat, most = runs[kind]["sat"], packets(runs[kind]["fairness"]["throughput"]["max"])
    visits = sat["visits"] / nodes * 8000 / 20000
    assert visits >= 50 and sat["min_interval_cycles"] > 0 and most <= 2 * visits + 2 + 4 + 3, (kind, visits, most)
    assert sys.argv[1].startswith("vcr-mesh") or apart[kind] < apart["none"] / 3
P
  took=$((took + 2))
done

# That is why: with messages of 30 packets, of which 64 are more than a PE of the mesh can have under way, waves are fair there, too.
for kind in none tree; do
  "$FEDX" run --router vcr-mesh --topology mesh --rows 4 --cols 4 --workload wk30 --pattern hot-region --load 1 --source bernoulli \
    --terminal-queue --sat "$kind" --sat-l 2 --sat-k 2 --cycles 60000 --warmup 20000 --drain none --json "$scratch/$kind.json" >/dev/null
done
python3 - "$scratch" <<'P' || fail "waves in a mesh, messages of 30 packets"
import json, sys
fair = {kind: json.load(open(f"{sys.argv[1]}/{kind}.json"))["fairness"] for kind in ("none", "tree")}
apart = {kind: f["throughput"]["max"] - f["throughput"]["min"] for kind, f in fair.items()}
print("vcr-mesh mesh, messages of 30 packets:", {kind: (round(f["jain"], 4), round(apart[kind], 3)) for kind, f in fair.items()})
assert apart["tree"] < apart["none"] / 3 and fair["tree"]["jain"] > 0.98 > 0.95 > fair["none"]["jain"]
P

# Experiments: a line about each bar, nodes along the axis.
cat >"$scratch/ends.yaml" <<'Y'
title: ends
paper: none
y: windows.all.throughput.mean
low: windows.all.throughput.min
high: windows.all.throughput.max
y_label: throughput
x: traffic.pattern
values: [uniform, shuffle]
seeds: 2
bars: true
base: [fabric.router=vcr-tree, fabric.topology=tree, fabric.arity=2, fabric.levels=3, traffic.workload=single, traffic.load=1,
  traffic.source=bernoulli, sat.terminal_queue=true, run.cycles=20000, run.warmup=200, run.window_packets=100, run.drain=none]
curves:
  - name: one
Y
sed -e 's/^y: .*/y: windows.nodes/' -e '/^low\|^high/d' -e 's/^bars: true/nodes: true/' -e 's/^values: .*/values: [shuffle]/' "$scratch/ends.yaml" \
  >"$scratch/nodes.yaml"
expect 0 "$FEDX" sweep "$scratch/ends.yaml" "$scratch/nodes.yaml" --out "$scratch/out.d" --quiet --report "$scratch/page"
python3 - "$scratch" <<'P' || fail "tables of figures with ends, or over nodes"
import csv, json, sys
ends = list(csv.reader(open(sys.argv[1] + "/out.d/ends.csv")))
nodes = list(csv.reader(open(sys.argv[1] + "/out.d/nodes.csv")))
assert ends[0][-2:] == ["windows.all.throughput.min", "windows.all.throughput.max"]
assert all(float(row[-2]) < float(row[3]) < float(row[-1]) for row in ends[1:]) and len(ends) == 3
assert nodes[0][1] == "node" and [row[1] for row in nodes[1:]] == [str(n) for n in range(8)]
assert nodes[1][3] == "" and nodes[8][3] == "" and all(float(row[3]) > 0 for row in nodes[2:8])
figures = {f["name"]: f for f in json.load(open(sys.argv[1] + "/page/report.json"))["sweeps"][0]["figures"]}
point = figures["ends"]["curves"][0]["points"][1]
assert abs(point["low"] - float(ends[2][-2])) < 1e-5 and abs(point["high"] - float(ends[2][-1])) < 1e-5
assert figures["nodes"]["x"] == "node" and len(figures["nodes"]["curves"][0]["points"]) == 8
assert "low" not in figures["nodes"]["curves"][0]["points"][0]
P
wrong() { # what sed does to an experiment: the error that it brings
  sed "$2" "$scratch/$1.yaml" >"$scratch/bad.yaml"
  refused "$3" "$FEDX" sweep "$scratch/bad.yaml" --out "$scratch/bad.d"
}
wrong ends '/^low/d' "low and high are the two ends of a line about each bar"
wrong ends '/^bars/d' "low and high are the two ends of a line about each bar"
wrong ends 's/throughput.min/throughput.least/' "low: no such figure \`windows.all.throughput.least\`"
wrong nodes 's/\[shuffle\]/[shuffle, uniform]/' "nodes: x has one value"
wrong nodes 's/windows.nodes/windows.node/' "y: no such figure \`windows.node.0\`"

# The study, with two seeds and in a moment: each condition has a figure, those of 1024 nodes are judged when they are there.
mkdir -p "$scratch/few/sat" "$scratch/few/sat1024"
for experiment in "$FEDX_SOURCE"/experiments/sat/*.yaml "$FEDX_SOURCE"/experiments/sat1024/*.yaml; do
  folder=$(basename "$(dirname "$experiment")")
  sed -e 's/^seeds: .*/seeds: 2/' -e 's/^  - fabric.levels=.*/  - fabric.levels=2/' -e 's/window_packets=.*/window_packets=200/' -e 's/warmup=50000/warmup=100/' -e '/settle/d' \
    "$experiment" >"$scratch/few/$folder/${experiment##*/}"
done
expect 0 "$FEDX" sweep sat --experiments "$scratch/few" --out "$scratch/few.d" --quiet --claims "$scratch/claims.md" --set run.windows=5
[ "$(grep -c "^### " "$scratch/claims.md")" -eq 14 ] || fail "not 14 claims"
grep -q "^Generated by .build/fedx sweep sat --set run.windows=5 --claims docs/papers/sat-claims.md. " "$scratch/claims.md" || fail "another page"
grep "no figure" "$scratch/claims.md" && fail "a condition without a figure"
grep -q "1024" "$scratch/claims.md" && grep "^| 1024 nodes" "$scratch/claims.md" && fail "conditions on 1024 nodes that were not run"
conditions=$(grep -cE "^\\| .* \\| (met|undecided|failed) \\|$" "$scratch/claims.md")
[ "$conditions" -gt 120 ] || fail "only $conditions conditions"
[ "$(grep -cE '^\| 256 \| .* \*\*[0-9.]+\*\* \|$' "$scratch/claims.md")" -eq 7 ] || fail "no Table I"
expect 0 "$FEDX" sweep sat sat1024 --experiments "$scratch/few" --out "$scratch/few.d" --quiet --claims "$scratch/claims.md" --set run.windows=5
grep -q "^Generated by .build/fedx sweep sat sat1024 --set " "$scratch/claims.md" || fail "another page with 1024 nodes"
more=$(grep -cE "^\\| .* \\| (met|undecided|failed) \\|$" "$scratch/claims.md")
[ "$more" -gt $((conditions + 90)) ] || fail "only $((more - conditions)) conditions on 1024 nodes"
echo "15 windows on both engines; 5 errors; $took tokens; 5 errors of experiments; $more conditions of the study have a figure"
