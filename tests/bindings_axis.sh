#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The model of the AXI4-Stream switch in benches of a user's own: one example of examples/bindings/axis, built and run out of the
# tree from installed files only; its self-test fails where it must.
#   bindings_axis.sh c|cmake|dpi|vpi     exit status 77: skipped, something is not installed
. "$(dirname "$0")/bindings_common.sh"
install_package axis bindings/axis

model_alone() {
  expect 0 "$@"
  has "12 of 12 beats as they must be"
  expect 1 "$@" --self-test
  has "11 of 12 beats"
}

c_library() {
  runs c
  model_alone "$examples/c/one_switch"
}

cmake_package() {
  expect 0 cmake -S "$examples/c" -B "$scratch/c" -DCMAKE_PREFIX_PATH="$scratch/prefix"
  expect 0 cmake --build "$scratch/c"
  model_alone "$scratch/c/one_switch"
  declared_symbols axis switch
}

# RTL beside a model: a wrong bit of tdata shows at an output some cycles later.
dpi() {
  need_verilator
  expect 0 make_in dpi run
  has "switch: 2000 cycles, 608000 output pin bits compared: 0 differences"
  expect 0 make_in dpi self-test
  has "of switch: m_tdata of port "
}

vpi() {
  need_icarus axis_vpi.vpi
  expect 0 make_in vpi run
  has "switch: 248 cycles, 75392 output pin bits compared: 0 differences"
  expect 0 make_in vpi self-test
  has "of switch: m_tdata of port "
  wrong_vpi_uses axis_vpi 'integer m; reg [63:0] v;' 'm = $axis_model_create("m", 2, 3, 4, 36);' '' <<'EOT'
$axis_model_report(7);|$axis_model_report: 7 is no handle of a model: use what its creation gave
$axis_model_step(m, {1'b0, 2'bx});|$axis_model_step: input weight of model m has unknown bits (x or z) in cycle 1
$axis_model_check(m, 146'd1);|$axis_model_check: cycle 0 of m: dropped: model 0x0000, RTL 0x0001
$axis_model_check(m, {1'b1, 144'd0});|$axis_model_check: cycle 0 of m: s_tready of port 0: model 0, RTL 1
v = $axis_model_register(m, "pool.used", 0);|$axis_model_register: no register "pool.used": must be a block and a name
m = $axis_model_create("m", 17, 4, 4, 64);|$axis_model_create: no such switch, 17 inputs, 4 outputs, 4 bits of tdest, 64 of data
EOT
}

run_binding "$1"
