#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Fields that follow from others are right at inputs, checked at outputs, and damaged in illegal packets.
. "$(dirname "$0")/../../case.sh"
sources
# Packets of one flit are dropped when their parity is wrong.
sed 's/max_flits: 6/max_flits: 1/; $a illegal: {computed: drop}' guard.yaml >drop.yaml
for seed in ${long:+1 2} 3; do
  expect 0 "${verify[@]}" guard.yaml --seed "$seed" --cycles 30000
  expect 0 "${verify[@]}" drop.yaml --seed "$seed" --cycles 30000
  said '^ +illegal +[1-9][0-9]* packets: good'
done
# wrong CHECK DESCRIPTION: it is found, in few packets, and every simulator shows it
wrong() { found_wrong "$3" "$1" "^$2" '[1-4]'; }
[ -z "$long" ] || wrong 1 'corrupted: .* of par$' guard.yaml
wrong 2 'corrupted: .* of crc$' guard.yaml
wrong 3 'corrupted: .* of fcs$' guard.yaml
wrong 4 'illegal: ' drop.yaml
# bad EDIT ERROR: a description that says what cannot be, with the line
bad() { altered guard.yaml "$1" "$2"; }
bad 's/rule: crc8/rule: crc16-ccitt/' '9: computed: crc: the field has not as many bits as the rule'
bad 's/parity-even, over: data/parity-even, over: crc/' '8: computed: par: over has a field that is computed itself'
bad 's/  crc: /  crd: /' '9: computed: crd: must be a field of its own'
bad 's/rule: crc8, //' '9: computed: crc: must have rule and over'
bad 's/^clock/illegal: {computed: lose}\nclock/' '3: computed: '
echo "$wrongs wrong slices"
