#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Streams of one bit: packets are told by their order, which the run says; a mark of the first flit. Bits that are lost, doubled, changed or
# turned the wrong way are found, and every simulator shows them.
. "$(dirname "$0")/../../case.sh"
sources
for name in queue turn; do
  for seed in ${long:+1 2} 3; do
    expect 0 "${verify[@]}" "$name.yaml" --seed "$seed" --cycles 25000 --keep "kept_$name" --testbench "good_$name$seed"
    said '^told by +their order: a packet that is lost'
  done
  expect 0 make -C "good_${name}3" icarus
done
# Bits without frames
sed '/^packets/d; s/, last: 1}/}\nframing: {by: single}\npackets: {min_flits: 1, max_flits: 1}\nconstants: {s_last: 0}/; s/, last: [sm]_last//' queue.yaml >single.yaml
expect 0 "${verify[@]}" single.yaml --cycles 25000
# wrong NAME WRONG CHECKS
wrong() { found_wrong "$1.yaml" "$2" "^($3): " '[1-9][0-9]*'; }
[ -z "$long" ] || wrong queue 1 'corrupted|framing|lost|stable|progress'
wrong queue 2 'corrupted'
[ -z "$long" ] || wrong queue 3 'corrupted|framing|lost|progress'
wrong queue 4 'corrupted|framing'
[ -z "$long" ] || wrong single 3 'corrupted|lost'
wrong turn 1 'corrupted|framing|lost|progress|misdelivered'
wrong turn 2 'corrupted'
# What their order does not tell
altered queue.yaml 's/^packets/drops: yes\n&/' "1: the first flit of a packet has 1 bits"
altered queue.yaml 's/^packets/illegal: {long: 30}\n&/' "1: the first flit of a packet has 1 bits"
altered turn.yaml 's/width: 1, value: first/width: 2, value: first/' "5: start: value cannot be first: it is one bit"
# Of several inputs one at a time
refused "with one input, one channel, and nothing under drops, illegal, responses or header, their order tells them: describe one input at a time" \
  "${verify[@]}" merge.yaml
sed 's/count: 2/count: 1/; s/s_\([a-z]*\)\[\]/s_\1[0]/g; $aconstants: {"s_valid[1]": 0, "s_bit[1]": 0, "s_last[1]": 0}' merge.yaml >alone.yaml
expect 0 "${verify[@]}" alone.yaml --cycles 10000
found_wrong alone.yaml 1 '^(corrupted|framing): ' '[1-9][0-9]*'
echo "$wrongs wrong routers"
