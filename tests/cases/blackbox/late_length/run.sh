#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The length of a packet in its second or third flit, as what ends it and beside a last. Without --long with one seed and fewer faults.
. "$(dirname "$0")/../../case.sh"
sources
for name in length last; do
  for seed in ${long:+1 2} 3; do
    expect 0 "${verify[@]}" $name.yaml --seed "$seed" --cycles 15000 --keep "kept_$name" --testbench "good_$name$seed"
  done
  make -C good_${name}3 icarus >icarus.log 2>&1 || { tail -3 icarus.log; fail "the testbench of $name fails"; }
done
found_wrong length.yaml 1 '^framing: .*flit 1 comes out of output [01] with another length' '[1-3]'
found_wrong last.yaml 2 '^(framing|lost|progress): ' '[1-4]'
[ -z "$long" ] || found_wrong length.yaml 3 '^(corrupted|lost|framing|progress): ' '[1-4]'
altered length.yaml 's/min_flits: 2/min_flits: 1/' '7: framing: flit 1 has the length, and packets may have 1: raise packets.min_flits to 2'
altered last.yaml 's/min_flits: 3/min_flits: 2/' '8: framing: flit 2 has the length, and packets may have 2'
altered length.yaml 's/framing: .*/framing: {by: single, flit: 1}/' '6: framing: flit goes with by length, or within length'
altered length.yaml 's/fields: .*/fields: {data: {width: 16, scope: packet}}/' '5: data: scope cannot be packet: it tells the end of packets'
altered last.yaml 's/data: 16/data: {width: 16, scope: packet}/' '7: framing: length: the field is not each flit'
altered length.yaml 's/^ignore.*/illegal: {short: 1}/' '11: illegal: short: the flit that has the length must be in the packet'
refused 'does not take framing: a length behind the first flit' "$FEDX" blackbox length.yaml --prove
echo "$wrongs wrong switches, $refused descriptions refused"
