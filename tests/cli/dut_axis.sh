#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# An AXI4-Stream switch of the user's own: wrong pins, parameters and maps are refused in terms of the module, ours is found right by
# pins, registers and injected states, and mutants of it are found; their bundles show it again, in Icarus, too.
#   dut_axis.sh [--long]   --long: with every set of parameters
. "$(dirname "$0")/../common.sh"
. "$here/mutants/lines.sh"
command -v verilator >/dev/null || fail "no verilator"
export CXXFLAGS=-O0 # what is compared does not depend on how fast it is
cd "$scratch"
with_quick_clang "$scratch/quick"
read_lines "$here/mutants/axis.txt"
ours=$FEDX_SOURCE/rtl/axis/axis.f map=$FEDX_SOURCE/examples/axis_regs.yaml

# bad WORDS OPTION...
bad() { refused_first "$1" "$FEDX" verify --quiet --router axis-odd --dut "${@:2}" --top axis_switch; }
bad 'module axis_switch has INPUTS = 4, and is compared with a model of 3: set --parameter INPUTS=3' "$ours"
odd=(--parameter INPUTS=3 --parameter OUTPUTS=5 --parameter DEST_BITS=6 --parameter DATA_BITS=36)
change 0 right axis
sed 's/s_tready/s_ready/' right/rtl/axis_switch.v >right/rtl/other.v
sed 's/axis_switch.v/other.v/' right/rtl/axis.f >right/rtl/other.f
bad 'module axis_switch has no pin s_tready, must have it as output of 3 bits' right/rtl/other.f "${odd[@]}"
echo 'skid.data: u_ingress.data_reg' >wrong
bad 'wrong:1: skid.data: no such named register: include/axis/axis_regs.def lists them' "$ours" "${odd[@]}" --map wrong
echo 'egress.last: u_egress.dest_reg' >wrong
bad 'wrong:1: egress.last: u_egress.dest_reg is 30 bits wide, must be 5' "$ours" "${odd[@]}" --map wrong

verified=0
# right KIND OPTION...: ours, in lockstep and from states
right() {
  local dut=("$FEDX" verify --quiet --router "$1" --dut "$ours" --top axis_switch --map "$map" "${@:2}")
  expect 0 "${dut[@]}" --cycles 100000
  grep -qE '^registers   2[4-6] of 26 changed at least once' out || { cat out; fail "$1: registers are not compared"; }
  expect 0 "${dut[@]}" --inject 8192
  grep -q '^registers   26 of 26 set' out || { cat out; fail "$1: not all registers are set"; }
  verified=$((verified + 1))
}
right axis-odd "${odd[@]}"

# wrong NAME FIELD OPTION...: what differs first
wrong() {
  change "${number_of[$1]}" "$1" axis
  local dut=(--dut "$1/rtl/axis.f" --top axis_switch "${odd[@]}")
  expect 1 "$FEDX" verify --quiet --router axis-odd "${dut[@]}" "${@:3}" --bundle "$1/bundle"
  grep -qE "^mismatch: cycle [0-9]+, node 0, $2" out || { cat out; fail "$1: not found by $2"; }
  grep -q 'What is right: docs/spec/axis.md section [4-8]' "$1/bundle/report.txt" || fail "$1: the report does not name the section"
  expect 2 make -s -C "$1/bundle/testbench" icarus
  grep -q '^difference: cycle' out || fail "$1: Icarus shows no difference"
  expect 2 "$FEDX" replay "$1/bundle"
  expect 1 "$FEDX" replay "$1/bundle" --trust
  grep -q 'the difference that was recorded' out || fail "$1: the bundle does not show it again"
}
wrong skid_last_of_wires 'm_tlast'
wrong decode_counts_one 'dropped'
wrong arbitrate_left_to_others 'arbitrate.(left|turn)' --map "$map"
expect 0 "$FEDX" shrink arbitrate_left_to_others/bundle --trust
grep -qE '^bundle +[^ ]*-small: [1-9] cycles' out || { cat out; fail "it is not made small"; }
expect 1 "$FEDX" verify --quiet --router axis-odd --dut arbitrate_left_to_others/rtl/axis.f --top axis_switch "${odd[@]}" --map "$map" --inject 8192
grep -qE '^mismatch: .*arbitrate.(left|turn)' out || { cat out; fail "it is not found from states"; }

if [ "${1-}" = --long ]; then
  while read -r kind inputs outputs dest data; do
    right "$kind" --parameter "INPUTS=$inputs" --parameter "OUTPUTS=$outputs" --parameter "DEST_BITS=$dest" --parameter "DATA_BITS=$data"
  done < <(sed -nE 's/^AXIS_CONFIGURATION\([a-z]+, *"([a-z-]+)", *([0-9]+), *([0-9]+), *([0-9]+), *([0-9]+),.*/\1 \2 \3 \4 \5/p' \
    "$FEDX_SOURCE/cmodel/axis/kind/axis_configurations.def")
  [ "$verified" -eq 8 ] || fail "$verified sets of parameters, not all"
fi
echo "$refused switches of a user's own refused, $verified found right, 3 wrong ones found"
