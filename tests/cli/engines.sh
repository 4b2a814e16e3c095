#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The event engine, the cycle engine and 64 RTL switches give the same trace of events, byte by byte.
. "$(dirname "$0")/../common.sh"
run=("$FEDX" run --load 0.7 --cycles 60000 --seed 11)

expect 0 "${run[@]}" --trace "$scratch/event" --json "$scratch/event.json" --hops "$scratch/event.hops"
expect 0 "${run[@]}" --trace "$scratch/cycle" --json "$scratch/cycle.json" --hops "$scratch/cycle.hops" --engine cycle
cmp "$scratch/event" "$scratch/cycle" || fail "engines differ"
cmp "$scratch/event.hops" "$scratch/cycle.hops" || fail "hop traces differ"
diff <(grep -v bytes_checked "$scratch/event.json") <(grep -v bytes_checked "$scratch/cycle.json") || fail "results differ"
if [ -e "$FEDX_BUILD/libfedx_rtl.so" ]; then
  expect 0 "${run[@]}" --trace "$scratch/rtl" --hops "$scratch/rtl.hops" --rtl all
  cmp "$scratch/event" "$scratch/rtl" || fail "the RTL gives other events"
  cmp "$scratch/event.hops" "$scratch/rtl.hops" || fail "the RTL gives another hop trace"
fi
# Both at once write each file once.
expect 0 "${run[@]}" --cycles 20000 --drain none --trace "$scratch/event20" --hops "$scratch/event20.hops"
expect 0 "${run[@]}" --cycles 20000 --drain none --trace "$scratch/both" --hops "$scratch/both.hops" --check-engine
cmp "$scratch/event20" "$scratch/both" || fail "--check-engine writes another trace"
cmp "$scratch/event20.hops" "$scratch/both.hops" || fail "--check-engine writes another hop trace"
grep -q "^engines .* 0 differences" "$scratch/out" || fail "nothing was compared"
echo "$(wc -l <"$scratch/event") events, $(wc -l <"$scratch/event.hops") attempts: equal"
