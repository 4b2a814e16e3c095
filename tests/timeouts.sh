#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Counters that no episode of the stimulus is long enough for run to their ends, in lockstep: with the longest time-out a
# PE is held back for a whole one, a watched packet stays away for one, and a watch lasts 128 of them.
. "$(dirname "$0")/common.sh"
cd "$scratch"

# A crowd at node 3, whose PE does not eject for a while; the PE of node 0 is held back by the limits. Then nothing for long.
{
  for _ in {1..400}; do echo "0 0 3 1"; done
  for _ in {1..10}; do
    for _ in {1..4}; do printf '0 1 3 10\n0 2 3 10\n'; done
    printf '0 1 0 10\n0 2 0 10\n0 3 0 10\n'
  done
  echo "8700000 0 1 1"
} >messages
printf 'faults:\n  - {kind: pe_stop, node: 3, cycle: 1000, length: 150000}\n' >faults.yaml
expect 0 "$FEDX" run --rows 2 --cols 2 --lockstep 0 --throttle-timeout 65535 --replay messages --faults faults.yaml \
  --cycles 8700010 --warmup 0 --quiet --coverage hits.json
grep -E '^(compared|legal)' "$scratch/out"
grep -qE '^compared +8700[0-9]{3} switch-cycles, .*: 0 differences$' "$scratch/out" || fail "$(cat "$scratch/out")"
for point in "throttle passes-later" "watch ends-away"; do
  "$FEDX" coverage hits.json --points "${point% *}" | grep -E "^  ${point#* }.* [1-9][0-9]* +first" || fail "no time-out ran out: $point"
done
