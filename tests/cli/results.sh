#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What fedx run prints: the same for the same seed, JSON that agrees with the words, quiet in a pipe.
. "$(dirname "$0")/../common.sh"
run=("$FEDX" run --rows 3 --cols 3 --cycles 20000 --load 0.5 --digest)

# Speed differs from run to run, nothing else may.
steady() { sed -E 's/, [0-9.]+ s, [0-9.]+ M switch-cycles.*//' "$1"; }
expect 0 "${run[@]}" --seed 5
steady "$scratch/out" >"$scratch/first"
[ ! -s "$scratch/err" ] || fail "not quiet in a pipe"
diff "$scratch/first" "$FEDX_SOURCE/tests/cli/results.expected" || fail "not the expected results"
expect 0 "${run[@]}" --seed 5 --trace "$scratch/trace" --threads 2
steady "$scratch/out" | diff "$scratch/first" - || fail "tracing or threads change the results"
expect 0 "${run[@]}" --seed 6
steady "$scratch/out" | diff -q "$scratch/first" - >/dev/null && fail "the seed changes nothing"

# One line an event; every delivered packet was injected.
[ "$(awk '$3 == "d"' "$scratch/trace" | wc -l)" -eq "$(awk '$3 == "i"' "$scratch/trace" | wc -l)" ] ||
  fail "trace: injected and delivered differ"
delivered=$(sed -nE 's/^packets +([0-9]+) taken from PEs, ([0-9]+) delivered.*/\2/p' "$scratch/first")
[ "$(awk '$3 == "d"' "$scratch/trace" | wc -l)" -eq "$delivered" ] || fail "trace and summary differ"

expect 0 "${run[@]}" --seed 5 --json "$scratch/json"
grep -q "\"delivered\": $delivered," "$scratch/json" || fail "JSON and words differ"
expect 0 "${run[@]}" --seed 5 --json -
sed -E 's/("delivered").*/\1/' "$scratch/out" | head -n 1 | grep -q '^{' || fail "JSON on stdout is not alone"

# The single BufferLimit is named when it is set, and throttles.
expect 0 "${run[@]}" --limit-dest 0 --limit-trans 0 --limit-total 2 --json "$scratch/json"
grep -qx "flow .*, BufferLimitDest 0, BufferLimitTrans 0, BufferLimit 2, class rule on" "$scratch/out" || fail "BufferLimit is not named"
grep -q '"limit_total": 2,' "$scratch/json" || fail "BufferLimit is not in the JSON"
grep -q '"throttled": [1-9]' "$scratch/json" || fail "BufferLimit throttles nothing"
echo "same seed, same results: $delivered packets in 20000 cycles"
