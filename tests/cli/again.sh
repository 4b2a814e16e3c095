#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# tests/again.py: points of a sweep at twice their length say the same; one whose figures were tampered with does not.
. "$(dirname "$0")/../common.sh"
command -v python3 >/dev/null || skip "no python3"
export FEDX
cat >"$scratch/small.yaml" <<'Y'
title: two loads
y: throughput
y_label: throughput
x: traffic.load
values: [0.2, 0.5]
seeds: 4
settle: {percent: 5, doublings: 4}
base: [fabric.rows=3, fabric.cols=3, traffic.workload=single, run.cycles=20000, run.warmup=5000]
curves: [{name: all}]
Y
expect 0 "$FEDX" sweep "$scratch/small.yaml" --out "$scratch/out.d" --quiet
expect 0 "$here/again.py" "$scratch/out.d" --markdown "$scratch/again.md"
grep -q "^compared: 2 of 2 points; 6 of 6 figures are the same; of 0 that had not settled 0$" "$scratch/out" || fail "$(cat "$scratch/out")"
cat "$scratch/out"
[ "$(grep -c '^| `.*± .*; .*± ' "$scratch/again.md")" = 2 ] && ! grep -q "differs" "$scratch/again.md" || fail "$(cat "$scratch/again.md")"
# Its intervals are those of the table, and both have what the points moved by from runs of half the length in them.
rows=0
while IFS=, read -r _ _ seeds mean width _; do
  [ "$seeds" = 4 ] && grep -q " throughput: $mean +- $width, again" "$scratch/out" || fail "not $mean +- $width"
  rows=$((rows + 1))
done < <(tail -n +2 "$scratch/out.d/small.csv")
[ $rows -eq 2 ] || fail "$rows rows were compared"
python3 - "$scratch/out.d" <<'P' || fail "an interval is not that of its runs"
import csv, glob, json, math, statistics, sys
runs = [json.load(open(path)) for path in glob.glob(sys.argv[1] + "/points/*.json")]
for row in csv.DictReader(open(sys.argv[1] + "/small.csv")):
    of = [r for r in runs if f"--load {float(row['traffic.load'])}" in r["made_by"]["command"]]
    last, before = ([r["throughput"] for r in of if r["warmup_cycles"] == int(row["warmup_cycles"]) / by] for by in (1, 2))
    assert len(last) == len(before) == 4, (len(last), len(before))
    spread = 3.182 * statistics.stdev(last) / 2
    width = math.hypot(spread, statistics.fmean(last) - statistics.fmean(before))
    assert abs(float(row["half_width"]) - width) < 1e-3 * width and width > 1.001 * spread, (row, width, spread)
P
sed -i -E 's/^( "throughput": )0\.[45][0-9]*/\10.75/' "$scratch/out.d/points/"*
expect 1 "$here/again.py" "$scratch/out.d" --markdown "$scratch/again.md"
grep -q '; .*± .*, \*\*differs\*\*' "$scratch/again.md" || fail "$(cat "$scratch/again.md")"
[ "$(grep -c "OTHER throughput" "$scratch/out")" -ge 1 ] || fail "a tampered figure is the same: $(cat "$scratch/out")"
# With nothing to compare there is no pass.
expect 0 "$FEDX" sweep "$scratch/small.yaml" --set run.settle=20 --set run.max_cycles=400000 --out "$scratch/alone.d" --quiet
expect 1 "$here/again.py" "$scratch/alone.d"
grep -q "^compared: 0 of 0 points; 0 of 0 figures" "$scratch/out" || fail "$(cat "$scratch/out")"
