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
expect 0 "$here/again.py" "$scratch/out.d"
grep -q "^compared: 2 of 2 points; 6 of 6 figures are the same; of 0 that had not settled 0$" "$scratch/out" || fail "$(cat "$scratch/out")"
cat "$scratch/out"
sed -i -E 's/^( "throughput": )0\.[45][0-9]*/\10.75/' "$scratch/out.d/points/"*
expect 1 "$here/again.py" "$scratch/out.d"
[ "$(grep -c "OTHER throughput" "$scratch/out")" -ge 1 ] || fail "a tampered figure is the same: $(cat "$scratch/out")"
# With nothing to compare there is no pass.
expect 0 "$FEDX" sweep "$scratch/small.yaml" --set run.settle=20 --set run.max_cycles=400000 --out "$scratch/alone.d" --quiet
expect 1 "$here/again.py" "$scratch/alone.d"
grep -q "^compared: 0 of 0 points; 0 of 0 figures" "$scratch/out" || fail "$(cat "$scratch/out")"
