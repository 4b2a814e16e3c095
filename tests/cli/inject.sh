#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# State injection: model and RTL agree from random legal states; a fault that stimulus from a reset takes long to find is
# found in the first batch, and the printed command finds it again.
. "$(dirname "$0")/../common.sh"

expect 0 "$FEDX" verify --inject 400000 --quiet
grep -E "^(injected|compared|legal)" "$scratch/out"
grep -qE "^injected +401408 legal states" "$scratch/out" || fail "not whole batches"
grep -qE "^compared +8[0-9]{5} cycles,.*: 0 differences$" "$scratch/out" || fail "too little was compared"
grep -qE "^legal +[1-9][0-9]{5,} states, each by [0-9]+ clauses: 0 broken$" "$scratch/out" || fail "too little was legal"

expect 0 "$FEDX" verify --inject 1 --json - --quiet
grep -q '"outcome": "good"' "$scratch/out" || fail "no JSON"

# Takes 1 049 696 cycles of the stimulus.
"$here/mutants/run.sh" --object "$scratch/wrong.so" watch_lasts_for_ever
expect 1 "$FEDX" verify --inject 4096 --rtl-object "$scratch/wrong.so" --quiet
cat "$scratch/out"
grep -qE "^failed in batch 0, state [0-9]+, cycle 1 from it" "$scratch/out" || fail "not found in one cycle"
grep -q "^mismatch: .*admission.watched: model 0x0, RTL 0x1" "$scratch/out" || fail "another difference"
cp "$scratch/out" "$scratch/first"
read -r -a again <<<"$(sed -n 's/^repeat with: fedx //p' "$scratch/out")"
expect 1 "$FEDX" "${again[@]}" --quiet
diff <(grep -v "^injected" "$scratch/first") <(grep -v "^injected" "$scratch/out") || fail "the command does not repeat it"
