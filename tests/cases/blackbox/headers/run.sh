#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Ports with two handshakes: the header of a packet has its own. Offered before the packet, with it or after it, it comes out once.
. "$(dirname "$0")/../../case.sh"
sources
for seed in ${long:+1 2} 3; do
  expect 0 "${verify[@]}" frames.yaml --seed "$seed" --cycles 15000 --no-bundle --keep kept
  said '^ +header +[1-9][0-9]* packets: good'
done
for when in before with after; do
  sed "13s/^/    when: $when\n/" frames.yaml >when.yaml
  expect 0 "${verify[@]}" when.yaml --cycles 3000 --keep kept --testbench "$when"
done
expect 0 make -C before icarus
expect 0 make -C after icarus

# wrong NUMBER FAILURE: it is found, in few packets, and every simulator shows it
wrong() { found_wrong frames.yaml "$1" "^$2" '([1-9]|1[0-4])'; }
[ -z "$long" ] || wrong 1 'header: .*comes out of output 0 with the header of packet'
wrong 2 'header: .*of its header changed, the first is bit . of kind'
[ -z "$long" ] || wrong 3 'header: .*(bit . of port|with the header)'
wrong 4 'header: '
[ -z "$long" ] || wrong 5 'stable: .*its header before it was taken'
wrong 6 'stable: .*changes its header before it was taken'

# bad EDIT ERROR: a description that says what cannot be, with the line
bad() { altered frames.yaml "$1" "$2"; }
bad 's/valid: m_hdr_valid, //' '19: header: must have pins, and of these valid and ready'
bad 's/kind: m_kind/knid: m_kind/' '19: header: knid: neither valid nor ready, nor a field'
bad '18,19d' '13: header: inputs and outputs must both have one'
bad 's/, port: m_port}/}/; s/last: m_last/&, port: m_port/' '17: header: a field is in the header of one side alone'
bad '19s/^/    when: with\n/' '19: header: when is of inputs alone'
bad '13s/^/    when: now\n/' '13: when: must be'
bad 's/^clock/illegal: {long: 20}\nclock/' '4: header: of illegal packets only'
echo "4 right designs, $wrongs wrong ones"
