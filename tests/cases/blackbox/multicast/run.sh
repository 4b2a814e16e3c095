#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Packets for several outputs: by a mask, by a table of sets, and for all outputs. A copy must come out of each.
. "$(dirname "$0")/../../case.sh"
sources
for name in mask table hub wires; do
  for seed in ${long:+1} 2; do
    expect 0 "${verify[@]}" $name.yaml --seed "$seed" --cycles 20000 --no-bundle --keep "kept-$name"
    said '^ +lost +[1-9][0-9]* packets: good|^checks +lost +[1-9][0-9]* packets: good'
  done
done
expect 0 "${verify[@]}" wires.yaml --parameter LATE=1 --cycles 5000 --testbench late
expect 0 make -C late icarus
expect 0 "${verify[@]}" mask.yaml --cycles 3000 --testbench good
expect 0 make -C good icarus
# packets that came out, each copy by itself: of 3 outputs three times those of one
expect 0 "${verify[@]}" wires.yaml --cycles 3000 --no-bundle --json wires.json
jq -e '.packets % 3 == 0 and .packets > 0 and .points.copies.hit == 1' wires.json >/dev/null || fail "not each copy is counted"

# wrong NUMBER FAILURE: it is found, in few packets, and every simulator shows it
wrong() { found_wrong mask.yaml "$1" "^$2" '[1-4]'; }
wrong 1 'lost: .*to outputs 0, 1, 2,.*nothing of it comes out of output 2'
wrong 2 'misdelivered: .*to output 1, .*comes out of output 2'
wrong 3 'illegal: .*to 0, which is no destination.*must be dropped'
[ -z "$long" ] || wrong 4 '(stable|corrupted): '
[ -z "$long" ] || wrong 5 '(duplicate|corrupted): .*output 0'
grep -q '0 of 1, to output 1\|to outputs' bundle_mask1/report.txt || fail "the report does not say where packets go"

# a hint, if the description has one output per packet
sed 's/^destination.*/forbid: [[0, 1], [0, 2]]\ndestination: {field: data, shift: 9, width: 1, value: [0, 0, 0]}/' wires.yaml >one.yaml
expect 1 "${verify[@]}" one.yaml --no-bundle
said '^duplicate: .*' && said '^hint        the packet came out of two outputs.*destination: all.*line 7'

# bad FILE EDIT ERROR: a description that says what cannot be, with the line
bad() { altered "$1" "$2" "$3"; }
bad mask.yaml 's/value: mask/width: 2, value: mask/' '7: destination: value: mask needs a bit for each output'
bad mask.yaml 's/value: mask/value: masks/' '7: value: must be'
bad mask.yaml 's/^destination.*/destination: every/' '7: destination: must be all, or'
bad mask.yaml 's/values: 0/values: 3/' '8: illegal: 3 is a destination'
bad mask.yaml 's/values: 0/values: 0, then: any/' '7: destination: packets for several outputs need illegal packets that are dropped'
bad mask.yaml 's/^clock/properties: {fair: 3}\nclock/' '8: destination: packets for several outputs wait for all'
bad mask.yaml 's/, value: mask.*/, value: mask, outputs: {0: 1}}/' '7: destination: has value and outputs'
bad table.yaml 's/3: all/3: []/' '8: outputs: a value for no output is not legal'
bad table.yaml 's/3: all/2: all/' '8: outputs: 2 is here twice'
bad table.yaml 's/3: all/4: all/' '8: outputs: must be'
bad table.yaml 's/3: all/3: 7/' '8: outputs: must be'
expect 2 "${verify[@]}" mask.yaml --performance curves
grep -q 'packets are for several outputs' err || fail "curves of packets for several outputs"
echo "4 right designs, $wrongs wrong ones"
