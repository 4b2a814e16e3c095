#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Inputs beside the ports move, and outputs beside them are looked at: in the run, when it is made small, and in its testbench.
. "$(dirname "$0")/../../case.sh"
sources
for seed in ${long:+1 2} 3; do
  expect 0 "${verify[@]}" pause.yaml --seed "$seed" --cycles 50000 --testbench "good$seed"
  said '^ +sideband +[1-9][0-9]* cycles: good'
done
expect 0 make -C good3 icarus
# wrong CHECK: it is found, in few packets, and every simulator shows it
wrong() { found_wrong pause.yaml "$1" "^$2" '[1-9]'; }
wrong 1 'stable: '
[ -z "$long" ] || wrong 2 '(sideband|corrupted|lost|framing|progress): '
wrong 3 'sideband: .*: dropped'
[ -z "$long" ] || wrong 4 'sideband: .*: level'
wrong 5 'sideband: .*: error is 1, must stay 0'
grep -q '^hold is 1 from cycle' bundle_pause1/report.txt || fail "the report does not say when hold moves"
# bad EDIT ERROR: a description that says what cannot be, with the line
bad() { altered pause.yaml "$1" "$2"; }
bad 's,1/8,0.1,' '9: random: must be a chance'
bad 's/1..40/40..1/' '9: hold: must be cycles'
bad 's,random: 1/8\, ,,' '9: sideband: hold: must have random, every or select'
bad 's/width: 5, count/count/' '12: pin level of module pause is 5 bits wide, and sideband has 1: say width: 5'
bad 's/pulse: dropped/pulse: flits/' '11: pulse: must be dropped or passed'
bad 's/error: zero/nothing: zero/' '13: module pause has no pin nothing'
bad 's/^clock/constants: {hold: "0"}\nclock/' '10: pin hold: named twice, under sideband and as a constant'
echo "$wrongs wrong routers"
