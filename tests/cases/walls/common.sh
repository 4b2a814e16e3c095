# SPDX-License-Identifier: Apache-2.0
# Sourced by the cases of this folder: a right router of one input and one output, and its description.
. "$(dirname "${BASH_SOURCE[0]}")/../../common.sh"
command -v verilator >/dev/null || fail "no verilator"
export CXXFLAGS=-O0 TMPDIR=$scratch/tmp
mkdir "$TMPDIR"
cd "$scratch"

# module NAME [VERILOG]: it passes what comes in, with more Verilog in it
module() {
  cat <<V
module $1 (input wire clk, input wire rst, input wire in_valid, output wire in_ready, input wire [15:0] in_data,
           output wire out_valid, input wire out_ready, output wire [15:0] out_data);
    assign out_valid = in_valid & ~rst;
    assign in_ready = out_ready & ~rst;
    assign out_data = in_data;
    ${2-}
endmodule
V
}

# description NAME FILE...: of that module, in these files
description() {
  local name=$1
  shift
  cat <<Y
top: $name
files: [$(printf '"%s", ' "$@")]
clock: clk
reset: rst
fields: {data: 16}
framing: {by: single}
packets: {least: 1, longest: 1}
destination: {field: data, shift: 0, width: 1, value: number}
inputs: {count: 1, interface: valid-ready, pins: {valid: in_valid, ready: in_ready, data: in_data}}
outputs: {count: 1, interface: valid-ready, pins: {valid: out_valid, ready: out_ready, data: out_data}}
Y
}

# nothing_left: no temporary folder and no part of a bundle
nothing_left() {
  [ -z "$(ls -A "$TMPDIR")" ] || { ls -A "$TMPDIR"; fail "temporary files stay"; }
  [ -z "$(find . -name '*.part' -print -quit)" ] || { find . -name '*.part'; fail "a part of a bundle stays"; }
}
