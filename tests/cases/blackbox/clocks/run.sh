#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Several clocks: periods and phases that are drawn, or given, a reset for each clock or for all, a clock for each port, pins beside the
# ports; what fails at one ratio alone is found, made small, and shown by every simulator.
. "$(dirname "$0")/../../case.sh"
sources
found_right crossing 25000
said '^clocks +2, periods and phases are drawn; a cycle is an edge of any of them\. Metastability'
grep -qE '^Clocks: wclk period 70 phase 0, rclk period [0-9]+ phase [0-9]+\.$' good_crossing3/report.txt || fail "the report names no clocks"
expect 0 "${verify[@]}" crossing.yaml --until-covered --cycles 200000 --keep kept_crossing
said '^points +([0-9]+) of \1 points'
found_right handover 25000
said '^clocks +2, with fixed periods'
found_right joined 25000
# wrong NAME WRONG CHECK CLOCKS: it is found, in few packets, and every simulator shows it
wrong() {
  found_wrong "$1.yaml" "$2" "^$3: " '([1-9]|1[0-9])' --json "$1$2.json"
  said "^clocks +$4"
}
[ -z "$long" ] || wrong crossing 1 '(corrupted|duplicate|reset)' 'wclk period 70 phase 0, rclk period'
wrong crossing 2 '(corrupted|lost|progress|duplicate)' 'wclk period 70 phase 0, rclk period'
[ -z "$long" ] || wrong crossing 3 'stable' 'wclk period 70 phase 0, rclk period'
wrong joined 1 '(corrupted|duplicate|reset)' 'm_clk period 70 phase 0, clk0 period [0-9]+ phase [0-9]+, clk1 period'
# A pulse of a clock that is faster is missed, and of one that is slower is not.
sed 's/period: 10}/period: 7}/; s/period: 7, phase: 3}/period: 10}/' handover.yaml >slower.yaml
wrong slower 1 '(lost|progress)' 'aclk period 7 phase 0, bclk period 10 phase [0-9]'
grep -q '"pin": "bclk"' slower1.json || fail "the results do not name the clocks of the failure"
expect 0 "${verify[@]}" handover.yaml --parameter WRONG=1 --cycles 25000
# --init finds both clocks, which pins are whose, and a reset for each, or for all.
expect 0 "${verify[@]}" first.yaml --init handover clocks.v
grep -qx '  bclk:' first.yaml && grep -q '^reset: {pin: rst, active: high' first.yaml || { cat first.yaml; fail "--init finds no clocks"; }
expect 0 "${verify[@]}" own.yaml --init words clocks.v
grep -qx '  wclk: {reset: {pin: wrst_n, active: low, cycles: 4}}' own.yaml || { cat own.yaml; fail "--init finds no resets"; }
[ "$(grep -c '^  clock: [wr]clk ' own.yaml)" = 2 ] || { cat own.yaml; fail "--init says not whose clock it is"; }
expect 0 "${verify[@]}" own.yaml --cycles 10000
# bad EDIT ERROR: a description that says what cannot be, with the line
bad() { altered crossing.yaml "$1" "$2"; }
bad 's/  wclk: {/&period: 10, /' '5: clocks: must have a period each, or none'
bad 's/  wclk: {/&phase: 3, /' '5: wclk: phase must be less than its period'
bad '/^  rclk/d' '5: clocks: must be two or more'
bad 's/reset: [^r].*}/}/' '5: clocks: the description must have reset'
bad 's/clock: wclk/clock: clk/' '9: inputs: clock: clk is not one of clocks'
bad 's/clock: wclk, //' '9: inputs: must have clock'
bad 's/, clock: rclk}/}/' '15: sideband: error: must have clock'
bad 's/latency: 12/throughput: 50/' '5: clocks: bounds: throughput needs one clock'
bad 's/^clocks:/clock: wclk\n&/' '6: clocks: clock and clocks do not go together'
bad 's/wclk/wclock/' '5: module crossing has no pin wclock'
echo "$wrongs wrong routers"
