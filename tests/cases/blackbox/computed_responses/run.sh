#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Fields of responses that follow from others: those that a target sends, and those that the router adds.
. "$(dirname "$0")/../../case.sh"
sources
for seed in ${long:+1 2} 3; do
  expect 0 "${verify[@]}" checked.yaml --seed "$seed" --cycles 15000 --keep kept --testbench "play$seed"
done
expect 0 make -C play3 icarus
# Where the rule is another one, the parity of the router is wrong.
sed 's/parity-even/parity-odd/' checked.yaml >odd.yaml
expect 1 "${verify[@]}" odd.yaml --keep kept --no-bundle
said '^corrupted: cycle [0-9]+: responses: .*bit 0 of parity'

# wrong NUMBER FIELD: it is found, in few packets, and every simulator shows it
wrong() { found_wrong checked.yaml "$1" "^corrupted: cycle [0-9]+: responses: .* 1 bit changed, the first is bit [0-7] of $2" '([1-9]|10)'; }
wrong 1 parity
[ -z "$long" ] || wrong 2 parity
wrong 3 crc

altered checked.yaml 's/over: \[data\]}/over: [data, parity]}/' '19: computed: crc: over has a field that is computed itself'
altered checked.yaml 's/    parity: {rule/    id: {rule/; s/\[data, id\]/[data]/' '11: responses: computed: a field is computed, and match says that it is one of the request'
altered checked.yaml 's/^responses:/rewritten: {field: id}\n&/' '12: responses: computed: over has a field that the router replaces on the way to the target'
altered checked.yaml 's/crc8/crc16-ccitt/' '19: computed: crc: the field has not as many bits as the rule'
echo "1 right design, $wrongs wrong ones"
