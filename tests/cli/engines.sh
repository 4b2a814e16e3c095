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
# Threads that would not make it faster are left out, and that is said; by both event engines.
said=0
one_thread() {
  expect 0 "$FEDX" run --cycles 2000 --threads 2 "$@"
  [ "$(cat "$scratch/err")" = "fedx run: 1 of 2 threads: with more the event engine would not run this fabric faster" ] ||
    fail "not a word of threads that are left out, or another one: $(cat "$scratch/err")"
  grep -q "^ran .* event engine" "$scratch/out" || fail "another engine because of threads: $*"
}
one_thread
one_thread --router vcr-mesh --topology torus --rows 4 --cols 4 --load 0.2
expect 2 "${run[@]}" --check-engine --threads 2
# silent WHAT: no word on stderr, but for trials of threads: that a machine has one to spare is not ours to say
silent() {
  ! grep -v '^fedx run: in [0-9]* of [0-9]* trials 2 threads were no faster than one' "$scratch/err" || fail "$1: $(cat "$scratch/err")"
}
# A fabric that is large enough for two, if there are two processors: the same bytes.
two_threads() {
  for threads in 1 2; do
    expect 0 "$FEDX" run --latency 3 --load 0.1 --sample 64 --threads $threads --json "$scratch/large$threads.json" \
      --trace "$scratch/large$threads" --hops "$scratch/large$threads.hops" --record "$scratch/large$threads.record" "$@"
  done
  if [ "$(nproc)" -gt 1 ]; then silent "a large fabric does not get two threads"; fi
  for file in .json "" .hops .record; do
    cmp "$scratch/large1$file" "$scratch/large2$file" || fail "two threads give another file$file: $*"
  done
  events=$((${events:-0} + $(wc -l <"$scratch/large1")))
}
two_threads --rows 24 --cols 24 --buffers 20 --cycles 3000
two_threads --router vcr-mesh --topology mesh --rows 12 --cols 12 --cycles 1500
for more in "--threads 2 --engine cycle" "--threads 2 --digest" "--threads 1"; do
  read -r -a words <<<"$more"
  expect 0 "${run[@]}" --cycles 2000 "${words[@]}"
  silent "$more"
  said=$((said + 1))
done
echo "$(wc -l <"$scratch/event") events, $(wc -l <"$scratch/event.hops") attempts: equal; $said runs for which threads are no loss; $events events on two threads"
