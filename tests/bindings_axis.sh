#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The model of the AXI4-Stream switch in benches of a user's own: one example of examples/bindings/axis, built and run out of the
# tree from installed files only; its self-test fails where it must.
#   bindings_axis.sh c|cmake|python|systemc|dpi|vpi     exit status 77: skipped, something is not installed
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

systemc() {
  need_systemc
  runs systemc CXXFLAGS="-O0 -Wall -Wextra -Werror"
  model_alone "$examples/systemc/one_switch"
}

# What Python says of wrong uses, and what no example does
python() {
  command -v python3 >/dev/null || skip "no Python (python3)"
  runs python
  AXIS_MODEL=$(pkg-config --variable=libdir axis)/libaxis_model.so
  export AXIS_MODEL PYTHONPATH=$examples/python:$scratch/bindings/python PYTHONDONTWRITEBYTECODE=1
  model_alone python3 "$examples/python/one_switch.py"
  expect 0 python3 -c 'import axis
a, b = axis.Switch(2, 3, 4, 128), axis.Switch(2, 3, 4, 128)
nowhere = axis.Control(low=[1] * 3)
for _ in range(4):
    a.step(axis.Pins(valid=1, last=1, data=[1, 2]), nowhere)
assert a.register("ingress.data", 1) == 2 and a.status().dropped == a.register("decode.dropped") == 2, a.status().dropped
b.copy_from(a)
assert b.register("ingress.data", 1) == 2 and b.status().dropped == 2
assert axis.Switch(16, 16, 16, 128).register("ingress.data", 31) == 0'
  wrong_python_uses axis <<'EOT'
axis.Switch(17, 1, 1, 8)|no such switch, 17 inputs, 1 outputs, 1 bits of tdest, 8 of data
axis.Switch(2, 2, 4, 8).register("pool.used")|no register pool.used: must be a block and a name
axis.Switch(2, 2, 4, 8).register("ingress.dest", 2)|lane 2 of register ingress.dest: must be 0 to 1
axis.Switch(2, 2, 4, 8).copy_from(axis.Switch(2, 2, 4, 16))|a switch with other parameters
axis.Pins(valid=65536)|valid cannot be 65536
EOT
  AXIS_MODEL='' expect 1 python3 -c "import axis"
  has "no libaxis_model.so: set AXIS_MODEL to it"
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
$axis_model_step(m, {1'b0, 2'bx});|$axis_model_step: input mix of model m has unknown bits (x or z) in cycle 1
$axis_model_check(m, 146'd1);|$axis_model_check: cycle 0 of m: dropped: model 0x0000, RTL 0x0001
$axis_model_check(m, {1'b1, 144'd0});|$axis_model_check: cycle 0 of m: s_tready of port 0: model 0, RTL 1
v = $axis_model_register(m, "pool.used", 0);|$axis_model_register: no register "pool.used": must be a block and a name
m = $axis_model_create("m", 17, 4, 4, 64);|$axis_model_create: no such switch, 17 inputs, 4 outputs, 4 bits of tdest, 64 of data
EOT
}

run_binding "$1"
