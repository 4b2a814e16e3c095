#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Flits with another width at outputs than at inputs: parted, put together, in a ratio of three to two, with a destination that comes
# out late, with partial last flits, and with either end first. Without --long with one seed, and half of the wrong converters.
. "$(dirname "$0")/../../case.sh"
sources
# right NAME OPTION...: nothing is wrong with it, nor does its testbench say so
right() {
  found_right "$1" 15000 "${@:2}"
  rm -r "good_$1"? "kept_$1"
}
right to_bytes
said '^widths +4 bytes in a flit of inputs, 1 in one of outputs, the low one first$'
said '^ +never changed: bit 0 of keep'
right to_bytes --parameter BYTES=3
right from_bytes
said '^points +([0-9]+) of \1 points'
sed 's/outputs: 8 \* BYTES/&, first: high/' from_bytes.yaml >high.yaml
right high --parameter HIGH=1
right three_to_two
said 'multiples of 2 input flits$'
right sort_parts
# Flits without valid bytes are sent where that is allowed, and nowhere else.
sed 's/data: data/&, null_flits: yes/' to_bytes.yaml >nulls.yaml
right nulls --parameter WRONG=2
right nulls
# wrong NAME WRONG CHECK OPTION...: it is found, in few packets, and every simulator shows it
wrong() { found_wrong "$1.yaml" "$2" "^$3: " '([1-9]|1[0-9])' "${@:4}"; }
wrong to_bytes 1 '(corrupted|framing)'
if [ -n "$long" ]; then
  wrong to_bytes 2 '(corrupted|framing)'
  wrong to_bytes 4 'corrupted'
  wrong from_bytes 1 '(corrupted|framing)'
  wrong from_bytes 2 '(corrupted|framing)'
  wrong three_to_two 2 'corrupted'
  wrong sort_parts 1 '(corrupted|framing)'
fi
wrong to_bytes 3 'framing'
wrong from_bytes 3 '(corrupted|framing|lost|progress)'
wrong high 4 'corrupted' --parameter HIGH=1
wrong three_to_two 1 '(corrupted|lost|progress)'
expect 1 "${verify[@]}" from_bytes.yaml --parameter HIGH=1 --bundle ends
said '^corrupted: '
# bad NAME EDIT ERROR: a description that says what cannot be, with the line
bad() {
  sed "$2" "$1.yaml" >bad.yaml
  expect 2 "${verify[@]}" bad.yaml
  grep -qE "bad.yaml:$3" err || { cat err; fail "no error $3"; }
}
bad to_bytes 's/, outputs: 8}/}/' '6: data: must have width, or both inputs and outputs'
bad to_bytes 's/width: 3, scope: packet/&, first: high/' '6: class: first: needs a field with two widths'
bad to_bytes 's/width: 3, scope: packet/width: 3/' '6: class: flits of inputs and outputs differ: say scope'
bad to_bytes 's/data: data/&, sparse: yes/' '6: byte_enable: sparse and two widths'
bad to_bytes 's/keep: {inputs: BYTES, outputs: 1}/keep: 4/' '7: byte_enable: keep must have a bit for each byte of data at both sides'
bad from_bytes 's/data: data/&, null_flits: yes/' '7: byte_enable: null_flits: outputs must be narrower'
bad from_bytes '/^byte_enable/d; s/max_flits: 14/max_flits: 3/; s/, keep: {[^}]*}//; s/ keep: [a-z_]*,//' '7: packets: no length from 1 to 3 is a multiple of 4 flits'
bad from_bytes 's/^packets/destination: {field: data, shift: 12, width: 1, value: [0]}\n&/' '8: the destination.*raise packets.min_flits to 2'
bad sort_parts 's/value:.*/&/; s/shift: 9, width: 1/shift: 9, width: 1, every: yes/' '6: data: the destination .* every must be no'
bad three_to_two 's/data: {inputs: 24, outputs: 16}/&, tag: {inputs: 4, outputs: 3}/' '6: tag: 4 bits at inputs and 3 at outputs'
[ -z "$long" ] || echo "12 wrong converters"
[ -n "$long" ] || echo "6 wrong converters"
