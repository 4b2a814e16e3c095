#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Schedules, patterns, sources, hot spots: each runs, is repeated by its record, and shows in the JSON.
#   traffic.sh [--long]   --long: for longer, and each repeated by two threads
. "$(dirname "$0")/../common.sh"
cycles=12500
[ "${1-}" != --long ] || cycles=15000
run=("$FEDX" run --rows 4 --cols 4 --cycles "$cycles" --digest --quiet)
runs=0

digest() { grep '^digest' "$scratch/out"; }

# The messages of a run, sent again, give the same run.
same() {
  expect 0 "${run[@]}" "$@" --record "$scratch/record"
  digest >"$scratch/first"
  local messages
  messages=$(grep -vc '^#' "$scratch/record")
  [ "$messages" -gt 50 ] || fail "only $messages messages recorded: $*"
  expect 0 "${run[@]}" "${schedule[@]}" --replay "$scratch/record" --record "$scratch/again" --threads "$threads"
  digest | diff "$scratch/first" - || fail "the replay differs: $*"
  cmp "$scratch/record" "$scratch/again" || fail "the record of the replay differs: $*"
  runs=$((runs + 1))
}
schedule=()
threads=2
same --seed 3
[ "${1-}" = --long ] || threads=1
for pattern in transpose bit-complement bit-reversal shuffle butterfly neighbour tornado hot-region; do
  same --pattern $pattern --load 0.9
done
same --source onoff --on-mean 3000 --off-mean 2000
same --hot-spots 5,6 --load 0.4
same --hot-spots random:2:9 --hot-senders 0.25 --hot-load 1.5 --source onoff
threads=2
schedule=(--alpha 8 --skip-blocked)
same "${schedule[@]}" --load 1.2
schedule=(--schedule alpha --alpha 0.5)
same "${schedule[@]}" --hot-spots 5 --hot-load backlog

# What it is about is said, and measured apart.
expect 0 "${run[@]}" --hot-spots 5,6 --hot-senders 0-3 --load 0.4 --json "$scratch/json"
grep -q "^hot spots   nodes 5 6; 4 senders with endless backlog, 10 independent nodes$" "$scratch/out" || fail "no line on hot spots"
grep -q "^independent$" "$scratch/out" || fail "no figures of the independent nodes"
for words in '"independent": {' '"to_hot_spots": {' '"independent_nodes": 10' '"hot_senders": 4' '"hot_load": "backlog"' '"alpha": 0.0' '"skip_blocked": false'; do
  grep -qF "$words" "$scratch/json" || fail "the JSON does not hold $words"
done
# Packets of the whole, of independent nodes and to hot spots: the first is the sum of the others.
awk '$1 == "packet" { n[++i] = $NF } END { exit !(i == 3 && n[1] == n[2] + n[3] && n[2] > 0 && n[3] > 0) }' \
  "$scratch/out" || fail "independent nodes and hot spots do not add up"
expect 0 "${run[@]}" --schedule alpha --alpha 0.125
grep -q "^schedule    alpha 0.125$" "$scratch/out" || fail "no line on the schedule"
# alpha 0 is first in first out
expect 0 "${run[@]}" --load 1.2
digest >"$scratch/first"
expect 0 "${run[@]}" --load 1.2 --alpha 0
digest | diff "$scratch/first" - || fail "alpha 0 is not FIFO"
expect 0 "${run[@]}" --load 1.2 --alpha 8
digest | diff -q "$scratch/first" - >/dev/null && fail "alpha 8 changes nothing"
echo "$runs runs repeated from their records"
