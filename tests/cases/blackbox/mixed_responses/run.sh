#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Responses whose flits are mixed with those of others: at a requester, and with inputs: yes at a target, too.
. "$(dirname "$0")/../../case.sh"
sources
for seed in ${long:+1 2} 3; do
  expect 0 "${verify[@]}" mix.yaml --seed "$seed" --cycles 15000 --keep kept --testbench "play$seed"
  said '130 of 130 points at the ports of responses hit'
  said 'never changed: bit 4 of id: packets of 16 values are mixed at most'
done
expect 0 make -C play3 icarus
sed 's/, inputs: yes//' mix.yaml >whole.yaml
expect 0 "${verify[@]}" whole.yaml --cycles 15000 --keep kept --testbench whole
expect 0 make -C whole icarus
# A description that does not say it has them in one piece.
sed '/interleaved/d' mix.yaml >apart.yaml
expect 1 "${verify[@]}" apart.yaml --cycles 15000 --keep kept --no-bundle
said '^framing: cycle [0-9]+: responses: .* where its flit [0-9] was due, packet [0-9]+ begins at output'

# wrong NUMBER CHECKS: it is found, in few packets, and every simulator shows it
wrong() { found_wrong mix.yaml "$1" "^($2): cycle [0-9]+: responses: " '([1-9]|10)'; }
wrong 1 framing
[ -z "$long" ] || wrong 2 'corrupted|framing'
[ -z "$long" ] || wrong 3 corrupted
wrong 4 'framing|order|corrupted'
[ -z "$long" ] || wrong 5 'corrupted|lost|framing'

altered mix.yaml 's/order: id/order: all/' '15: responses: interleaved: with order: all no response begins within another one'
altered mix.yaml 's/interleaved: {field: id/interleaved: {field: data/' '15: responses: interleaved: the field must be one that match ties to a field of requests'
altered mix.yaml 's/interleaved: {field: id/&, width: 2/' '15: responses: interleaved: must be a whole field'
altered mix.yaml 's/^  outputs: {interface: valid-ready/  outputs: {interface: credit, depth: 4/; s/ready: "r_ready/credit: "r_ready/' '23: interleaved: inputs and outputs must be axi-stream or valid-ready'
echo "1 right design, $wrongs wrong ones"
