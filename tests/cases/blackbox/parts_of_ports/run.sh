#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Ports that are unpacked arrays, structures within structures, arrays of them that count upwards, a type parameter: pins are named as
# the source names them, and the wrapper connects the arrays. A part that is not there is refused with its line.
. "$(dirname "$0")/../../case.sh"
sources
for seed in ${long:+1 2} 3; do
  expect 0 "${verify[@]}" junction.yaml --cycles 40000 --seed "$seed" --keep built
done
for wrong in ${long:+1:corrupted} 2:corrupted '3:lost|framing|progress'; do
  wrongs=$((wrongs + 1))
  expect 1 "${verify[@]}" junction.yaml --parameter "WRONG=${wrong%%:*}" --bundle "found${wrong%%:*}"
  said "^(${wrong#*:}): cycle " && said '^confirmed '
  grep -q 'in_flit_array *\[0:1\];' "found${wrong%%:*}/network.v" || fail "the bundle does not have the arrays"
  [ "$(sed -nE 's/^bundle .*: ([0-9]+) packets?,.*/\1/p' out)" -le 10 ] || { cat out; fail "more than ten packets are left"; }
  expect 2 env PATH="${PATH#*:}" make -s -C "found${wrong%%:*}" verilator
  grep -q '^FAIL: ' out || { cat out; fail "the testbench shows nothing"; }
done

altered junction.yaml 's/in_flit\[{p}\].to/in_flit[{p}].from/' "20: module junction has no pin in_flit[0].from"
altered junction.yaml 's/low: in_flit\[{p}\].bytes\[0\]/low: in_flit[{p}].bytes[2]/' "17: in_flit[0].bytes[2]: module junction has in_flit[0].bytes[15:0]"
altered junction.yaml 's/valid: in_link\[{p}\].valid/valid: in_link[{p}+1].valid/' "15: in_link[{p}+1].valid: must be a pin such as"
altered junction.yaml '/^constants/d' "14: pin in_link of module junction is 10 bits wide"

# --init names the parts, and what it writes loads.
expect 0 "$FEDX" blackbox first.yaml --init junction junction.sv
[ ! -s err ] || { cat err first.yaml; fail "what is written does not load"; }
for line in '    valid: in_link[{p}].valid' '    ready: out_ready[{p}]' '    last: out_flit[{p}].head.last' '    bytes: in_flit[{p}].bytes' '  count: 2'; do
  grep -qxF -- "$line" first.yaml || { cat first.yaml; fail "no line $line"; }
done
echo "$wrongs wrong modules with ports of parts"
