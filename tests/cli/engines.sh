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
# Several threads are for the cycle engine, which is slower: not without a word, unless it was asked for.
said=0
expect 0 "${run[@]}" --cycles 2000 --threads 2
[ "$(cat "$scratch/err")" = "fedx run: several threads are for the cycle engine; without --threads the event engine is sooner done" ] ||
  fail "threads slow it down without a word: $(cat "$scratch/err")"
for more in "--threads 2 --engine cycle" "--threads 2 --digest" "--threads 1"; do
  read -r -a words <<<"$more"
  expect 0 "${run[@]}" --cycles 2000 "${words[@]}"
  [ ! -s "$scratch/err" ] || fail "$more: $(cat "$scratch/err")"
  said=$((said + 1))
done
echo "$(wc -l <"$scratch/event") events, $(wc -l <"$scratch/event.hops") attempts: equal; $said runs for which threads are no loss"
