#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The data of reports: the same from every engine, whole or not at all; bad input. tests/cli/schema.sh holds it against its schema; what
# the page makes of it is looked at in a browser (tests/report).
. "$(dirname "$0")/../common.sh"
run=("$FEDX" run --rows 4 --cols 4 --cycles 20000 --load 0.9 --hot-spots 5 --quiet)

# The same timeline from all engines.
for engine in cycle event; do
  expect 0 "${run[@]}" --engine $engine --report "$scratch/$engine"
  grep -qE "^report      $scratch/$engine/report.html, [0-9.]+ MB: open it in a browser$" "$scratch/out" || fail "does not name the report"
  sed -E 's/ --engine [a-z]+//; s/"bytes_checked":([0-9]+|null)//; s/"value":"(cycle|event)","unit":""//' \
    "$scratch/$engine/report.json" >"$scratch/$engine.json"
done
cmp "$scratch/cycle.json" "$scratch/event.json" || fail "the engines have different timelines"
expect 0 "${run[@]}" --engine cycle --threads 3 --hops "$scratch/hops" --report "$scratch/threads"
timeline() { sed -E 's/.*"timeline"://' "$1"; }
[ "$(timeline "$scratch/threads/report.json" | sha256sum)" = "$(timeline "$scratch/cycle/report.json" | sha256sum)" ] || fail "threads change the timeline"

# Gates and token, too.
for engine in cycle event; do
  expect 0 "$FEDX" run --router vcr-tree --topology tree --arity 4 --levels 2 --workload single --load 1 --source bernoulli --terminal-queue \
    --pattern hot-region --sat ring --sat-l 3 --sat-k 4 --drain none --cycles 3000 --engine $engine --quiet --report "$scratch/$engine-token"
done
timeline "$scratch/event-token/report.json" | grep -q '"gates":{"held_permille":\[\[' || fail "no gates in the timeline"
[ "$(timeline "$scratch/cycle-token/report.json" | sha256sum)" = "$(timeline "$scratch/event-token/report.json" | sha256sum)" ] || fail "the engines have different gates in their timelines"

# The data in the page is the data beside it.
sed -nE 's/.*<script type="application\/json" id="data">(.*)<\/script>.*/\1/p' "$scratch/event/report.html" |
  sed 's/\\u003c/</g' | tr -d '\n' >"$scratch/inside"
cmp "$scratch/inside" "$scratch/event/report.json" || fail "page and report.json differ"

# Several into one; runs that differ in a key.
expect 0 "$FEDX" verify --cycles 20000 --quiet --report "$scratch/verify"
expect 0 "$FEDX" report --data "$scratch/event/report.json" --data "$scratch/verify/report.json" --report "$scratch/both"
grep -q '"runs":\[{.*"verifications":\[{' "$scratch/both/report.json" || fail "not both are in it"
expect 0 "$FEDX" report --rows 3 --cols 3 --cycles 20000 --load 1 --against flow.backpressure=none --against traffic.seed=2 --quiet --report "$scratch/three"
[ "$(grep -o '"event_digest":"[0-9a-f]*"' "$scratch/three/report.json" | sort -u | wc -l)" -eq 3 ] || fail "not three different runs"
# A run that fails is told, and shown.
expect 1 "$FEDX" run --rows 4 --cols 4 --no-class-rule --backpressure none --limit-dest 0 --limit-trans 0 --workload wk30 --load 1.5 \
  --eject-priority 0 --cycles 400000 --stall 20000 --quiet --report "$scratch/stuck"
grep -q '"failure":"stuck: .*deadlock' "$scratch/stuck/report.json" || { grep -o '"failure":.\{60\}' "$scratch/stuck/report.json"; fail "the report does not tell the failure"; }

# Packets that faults have cost: acc and refuse of a PE port that lie for long.
printf 'faults:\n  - {kind: stuck_1, node: 5, port: 6, wire: acc, cycle: 3000, length: 9000}
  - {kind: stuck_0, node: 5, port: 6, wire: refuse, cycle: 3000, length: 9000}\n' >"$scratch/held.yaml"
expect 1 "$FEDX" run --rows 4 --cols 4 --cycles 20000 --faults "$scratch/held.yaml" --quiet --report "$scratch/held"
grep -Eq '"failure":"failed: packets lost [0-9]+, doubled [0-9]+' "$scratch/held/report.json" || fail "the report does not tell of lost packets"

# Bad input: one line, before the run; what was there stays.
long=(timeout 20 "$FEDX" run --cycles 1000000000 --quiet)
refused "cannot make the folder /proc/none" "${long[@]}" --report /proc/none
refused "cannot make the folder $scratch/hops/x" "${long[@]}" --report "$scratch/hops/x"
refused "unexpected argument 'x'" "$FEDX" report x
refused "no_such.json" "$FEDX" report --data no_such.json --report "$scratch/x"
refused "is not the data of a report of this version: name a report.json" "$FEDX" report --data "$FEDX_SOURCE/report/package.json" --report "$scratch/x"
refused "give one of them" "$FEDX" report --data a --against traffic.seed=2 --report "$scratch/x"
refused "--csv is for fedx run" "$FEDX" report --csv t --report "$scratch/x"
refused "traffic.seed: x must be" "$FEDX" report --against traffic.seed=x --cycles 1000000000 --report "$scratch/x"
echo '{"format": "fedx-report", "version": 2}' >"$scratch/old.json"
refused "old.json is not the data of a report of this version" "$FEDX" report --data "$scratch/old.json" --report "$scratch/x"
echo '{"format": "fedx-report", "version": 3}' >"$scratch/empty.json"
refused 'no list "runs" in it' "$FEDX" report --data "$scratch/empty.json" --report "$scratch/x"
if [ -c /dev/full ]; then # a full disk: the report that was there stays
  echo old >"$scratch/verify/report.html"
  rm "$scratch/verify/report.json"
  ln -s /dev/full "$scratch/verify/report.json"
  unwritten "$scratch/verify/report.json" "${run[@]}" --report "$scratch/verify"
  [ "$(cat "$scratch/verify/report.html")" = old ] || fail "the old report is lost"
fi
echo "timelines of 5 runs the same"
