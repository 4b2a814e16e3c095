#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Without the distance classes and without backpressure long messages deadlock an 8x8 (paper, section
# 4), and the run says which packets wait for which; with the rule the same run completes.
. "$(dirname "$0")/../common.sh"
run=("$FEDX" run --workload wk30 --load 0.8 --backpressure none --limit-dest 0 --limit-trans 0 --eject-priority 0
     --cycles 200000 --stall 30000)
expect 1 "${run[@]}" --no-class-rule
grep -E "^(stuck|deadlock)" "$scratch/out"
circle=$(sed -nE 's/^deadlock: ([0-9]+) packets wait for each other in a circle$/\1/p' "$scratch/out")
[ "${circle:-0}" -ge 2 ] || { cat "$scratch/out"; fail "no circle of waiting packets is named"; }
[ "$(grep -c "waits for node .*(10 of 10 buffers used)" "$scratch/out")" -eq "$circle" ] || fail "the circle is not told"
# Each one waits for the node in which the next one sits.
wants=$(sed -nE 's/.*waits for node ([0-9]+) .*/\1/p' "$scratch/out")
sits=$(sed -nE 's/.*, in node ([0-9]+) buffer.*/\1/p' "$scratch/out")
[ "$(echo "$wants" | head -n -1)" = "$(echo "$sits" | tail -n +2)" ] || fail "the circle is broken"
[ "$(echo "$wants" | tail -n 1)" = "$(echo "$sits" | head -n 1)" ] || fail "the circle does not close"

expect 0 "${run[@]}"
grep -E "^packets" "$scratch/out"
grep -Eq ", 0 in the fabric[,;]" "$scratch/out" || fail "packets stay in the fabric with the rule on"
