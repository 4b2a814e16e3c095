#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Ports that are interfaces of SystemVerilog: arrays of them, modports, structures in them, clock and reset in them, none. Wrong
# modules are found, shrunk and confirmed; --init writes descriptions that run.
. "$(dirname "$0")/../../case.sh"
cp "$folder/stage.sv" .
for file in sv yaml; do cp "$FEDX_SOURCE/examples/your-router/interface_merge.$file" "merge.$file"; done
sed -i 's/interface_merge\.sv/merge.sv/' merge.yaml
for seed in ${long:+1 2} 3; do
  expect 0 "${verify[@]}" merge.yaml --cycles 40000 --seed "$seed" --keep built
done
for wrong in ${long:+BIT:corrupted 'LAST:framing|order'} 'AGAIN:duplicate|order|progress'; do
  wrongs=$((wrongs + 1))
  expect 1 "${verify[@]}" merge.yaml --define "FAULT_${wrong%%:*}" --bundle "found${wrong%%:*}"
  said "^(${wrong#*:}): cycle " && said '^confirmed '
  [ "$(sed -nE 's/^bundle .*: ([0-9]+) packets?,.*/\1/p' out)" -le 10 ] || { cat out; fail "more than ten packets are left"; }
  grep -q '^    stream_if #(.WIDTH(16)) r0_s \[0:2\] *(.clk(clk));$' "found${wrong%%:*}/network.v" || fail "the bundle does not have the interfaces"
  expect 2 env PATH="${PATH#*:}" make -s -C "found${wrong%%:*}" verilator
  grep -q '^FAIL: ' out || { cat out; fail "the testbench shows nothing"; }
done
# Another number of them, and another width.
expect 0 "${verify[@]}" merge.yaml --parameter N=5 --parameter WIDTH=40 --cycles 20000

altered merge.yaml 's/s\[{p}\].ready/s[{p}].debug/' "17: module interface_merge has no pin s[0].debug"
altered merge.yaml 's/valid: m.valid/valid: m.ready/' "21: bit 0 of pin m.ready: named twice, as valid of output 0 and as ready of output 0"
altered merge.yaml 's/m: {parameters/m: {width: 3, parameters/' "11: width: no key of m"
altered merge.yaml 's/^  m: {.*/  m: {type: stream_if}/' "21: pin m.data of module interface_merge is 8 bits wide, and the description has 16 of it"
altered merge.yaml 's/^  m: {/  m: {clock: tick, /' "15: input m.clk of module interface_merge, of 1 bits, is driven by nothing"

# --init finds them by itself. A reset that stays, or an enable, is where the interfaces have it.
init() {
  rm -f first.yaml
  expect 0 "$FEDX" blackbox first.yaml --init "$@"
  [ ! -s err ] || { cat err first.yaml; fail "what is written does not load"; }
}
init interface_merge merge.sv --parameter WIDTH=8
for line in '  s: {type: stream_if, count: 3}' '    valid: s[{p}].valid' '    tag: s[{p}].note.tag' '  count: 3'; do
  grep -qxF -- "$line" first.yaml || { cat first.yaml; fail "no line $line"; }
done
expect 0 "${verify[@]}" first.yaml --cycles 20000
init stage stage.sv
for line in 'clock: in.clk' 'reset: {pin: in.rst_n, active: low, cycles: 4}' '    last: out.flit.last'; do
  grep -qxF -- "$line" first.yaml || { cat first.yaml; fail "no line $line"; }
done
expect 0 "${verify[@]}" first.yaml --cycles 20000
sed -i '/in.en/d' first.yaml
refused_first "fedx blackbox: first.yaml:14: input in.en of module stage, of 1 bits, is driven by nothing" "${verify[@]}" first.yaml
init wires stage.sv
sed -i 's/^packets:.*/packets: {min_flits: 1, max_flits: 1}/' first.yaml
expect 0 "${verify[@]}" first.yaml --cycles 20000

# How many there are is said where the sources do not.
sed 's/s\[N\]/s[$clog2(N) + 1]/' merge.sv >other.sv
sed 's/merge.sv/other.sv/' merge.yaml >other.yaml
refused_first "fedx blackbox: port s of module interface_merge is an array [\$clog2(N) + 1] of interfaces, and how many that are cannot be told" "${verify[@]}" other.yaml
sed -i 's/^  s: {/  s: {count: 3, /' other.yaml
expect 0 "${verify[@]}" other.yaml --cycles 20000
# An interface inside of a module with plain pins is none of its ports.
{
  echo 'interface inner_if; logic v, r; logic [15:0] d; endinterface'
  module inner 'inner_if link (); assign link.v = in_valid, link.d = in_data, link.r = out_ready;'
} >inner.sv
description inner inner.sv >inner.yaml
expect 0 "${verify[@]}" inner.yaml --cycles 3000
echo "$wrongs wrong modules between interfaces of SystemVerilog"
