#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A router whose table is written after each reset, by a bus that may make a write wait: without the writes nothing comes out, and each of
# two routers gets its own. A write that is never taken is told.
. "$(dirname "$0")/../../case.sh"
sources
for seed in ${long:+1 2} 3; do
  expect 0 "${verify[@]}" table_switch.yaml --seed "$seed" --cycles 25000 --keep kept --testbench "good$seed"
  said '^ +reset +[1-9][0-9]* resets: good'
done
expect 0 make -C good3 icarus
expect 0 "${verify[@]}" table_switch.yaml --cycles 10000 --parameter WAIT=5
# A setup that takes longer than progress, behind a reset in the middle, too.
sed '/^setup/a\  - {pins: {psel: 0}, cycles: 1000}\n  - {pins: {psel: 0}, cycles: 1000}\n  - {pins: {psel: 0}, cycles: 1000}' table_switch.yaml >slow.yaml
expect 0 "${verify[@]}" slow.yaml --profile reset --cycles 20000
said '^ +reset +[1-9][0-9]* resets: good'
found_wrong table_switch.yaml 1 '^misdelivered: cycle [0-9]+: packet [0-9]+ \(input [0-2] to output [12], ' '[1-3]'

sed '/^setup/,/^fields/{/^fields/!d}' table_switch.yaml >never.yaml
expect 1 "${verify[@]}" never.yaml --cycles 5000 --no-bundle
said '^progress: '
sed 's/cycles: 8/cycles: 5/' table_switch.yaml >short.yaml
expect 1 "${verify[@]}" short.yaml --parameter WAIT=5 --cycles 5000 --bundle waits
said '^progress: cycle 0: the switch ends the run: '
grep -q 'setup of router 0, step 2: pready was not 1 in 5 cycles' err || fail "it is not said which write waits: $(cat err)"

# Tables of a thousand entries.
if [ -n "$long" ]; then
  for entry in $(seq 600); do
    echo "  - {pins: {psel: 1, pwrite: 1, paddr: $((32 + entry % 200)), pwdata: $((entry % 256))}}"
    echo "  - {pins: {psel: 1, penable: 1, pwrite: 1, paddr: $((32 + entry % 200)), pwdata: $((entry % 256))}, until: pready, cycles: 8}"
  done >steps
  sed '/^setup/r steps' table_switch.yaml >many.yaml
  expect 0 "${verify[@]}" many.yaml --cycles 20000
fi

if [ -n "$long" ] && command -v yosys >/dev/null; then
  expect 0 "${verify[@]}" table_switch.yaml --prove --seconds 120
  said '^ +comes out +reachable in [1-9]'
fi
altered table_switch.yaml 's/, pwdata: 0}/}/' '7: setup: pwdata: its value in all other cycles must be among constants'
altered table_switch.yaml 's/until: pready, cycles: 8/until: ready, cycles: 8/' '8: module table_switch has no pin ready'
altered table_switch.yaml 's/until: pready, cycles: 8/until: pready, cycles: 0/' '8: cycles: must be a whole number from 1 to 1000, and is 0'
altered table_switch.yaml 's/{pins: {psel: 1, pwrite: 1, paddr: 0, pwdata: 1}}/{wires: {psel: 1}}/' '7: wires: no key of setup; these are: pins, cycles, until'
sed '/^network/d; /^forbid/d' table_switch.yaml >alone.yaml
altered alone.yaml 's/^clock: clk/clocks: [clk, fast]/; s/^\(in\|out\)puts:/&\n  clock: clk/' '7: setup: the router must have one clock, and has several'
echo "$wrongs wrong router, and one that takes no writes"
