#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The model of the virtual-channel router in benches of a user's own: one example of examples/bindings/vcr, built and run out of
# the tree from installed files only; its self-test fails where it must.
#   bindings_vcr.sh c|cmake|python|systemc|dpi|vpi     exit status 77: skipped, something is not installed
. "$(dirname "$0")/bindings_common.sh"
install_package vcr bindings/vcr

# Two models: a wrong bit on the link shows as a damaged packet.
models_alone() {
  expect 0 "$@"
  for number in 0 1 2 3; do
    has "packet $number: 7 cycles, every flit right"
  done
  has "4 of 4 packets in 82 cycles as they must be"
  expect 1 "$@" --self-test
  has "cycle 75: rx_flit of port 1 of router 1: bit 0 inverted"
  has "packet 2: 1 flits damaged"
  has "3 of 4 packets"
}

c_library() {
  runs c
  models_alone "$examples/c/two_routers"
}

cmake_package() {
  expect 0 cmake -S "$examples/c" -B "$scratch/c" -DCMAKE_PREFIX_PATH="$scratch/prefix"
  expect 0 cmake --build "$scratch/c"
  models_alone "$scratch/c/two_routers"
  declared_symbols vcr regs router terminal
}

systemc() {
  need_systemc
  runs systemc CXXFLAGS="-O0 -Wall -Wextra -Werror"
  models_alone "$examples/systemc/two_routers"
}

# RTL beside a model: a wrong bit of a flit shows at an output some cycles later.
dpi() {
  need_verilator
  expect 0 make_in dpi run
  has "router: 2000 cycles, 814000 output pin bits compared: 0 differences"
  expect 0 make_in dpi self-test
  has "of router: tx_flit, value "
}

vpi() {
  need_icarus vcr_vpi.vpi
  expect 0 make_in vpi run
  has "router: 248 cycles, 100936 output pin bits compared: 0 differences"
  expect 0 make_in vpi self-test
  has "of router: tx_flit, value "
  vpi_wrong_uses
}

vpi_wrong_uses() {
  wrong_vpi_uses vcr_vpi 'integer m; reg [63:0] v;' 'm = $vcr_model_create("m", 5, 4, 4, 64, 0, 0, 0, 0);' '' <<'EOT'
$vcr_model_report(7);|$vcr_model_report: 7 is no handle of a model: use what its creation gave
$vcr_model_destroy(m); $vcr_model_report(m);|$vcr_model_report: the model of handle 1 has been destroyed
$vcr_model_report(m);|$vcr_model_report: no cycle of m was compared
$vcr_model_step(m);|$vcr_model_step: 1 arguments, must be 2: (model, inputs)
$vcr_model_report(1.5);|$vcr_model_report: argument 1 must not be a real number or a time: (model)
$vcr_model_report(32'bx);|$vcr_model_report: the handle of the model has unknown bits (x or z)
$vcr_model_step(m, {1'b0, 32'bx});|$vcr_model_step: input cfg_wdata of model m has unknown bits (x or z) in cycle 1
$vcr_model_check(m, 407'd1);|$vcr_model_check: cycle 0 of m: cfg_rdata: model 0x00000000, RTL 0x00000001
$vcr_model_check(m, {5'b1, 402'd0});|$vcr_model_check: cycle 0 of m: tx_valid of port 0: model 0, RTL 1
$vcr_model_check(m, {1'bx, 406'd0});|$vcr_model_check: cycle 0 of m: tx_valid of port 4: model 0, RTL x
v = $vcr_model_register(m, "pool.used", 0);|$vcr_model_register: no register "pool.used": must be a block and a name
m = $vcr_model_create("m", 1, 4, 4, 64, 0, 0, 0, 0);|$vcr_model_create: a router has 2 to 12 ports
EOT
}

# What Python says of wrong uses, and what no example does
python() {
  command -v python3 >/dev/null || skip "no Python (python3)"
  runs python
  VCR_MODEL=$(pkg-config --variable=libdir vcr)/libvcr_model.so
  export VCR_MODEL PYTHONPATH=$examples/python:$scratch/bindings/python PYTHONDONTWRITEBYTECODE=1
  models_alone python3 "$examples/python/two_routers.py"
  expect 0 python3 -c 'import vcr
a, b = vcr.Router(), vcr.Router()
a.configure(vcr.CFG_MODE, 5 << 8)
a.step(vcr.Pins(), vcr.Control(cfg_addr=vcr.CFG_MODE))
b.copy_from(a)
b.step(vcr.Pins())
assert a.register("config.alloc_credits") == 5 and b.cfg_rdata() == 5 << 8, b.cfg_rdata()
assert vcr.Router(vcr.Shape(ports=8, vcs=1, depth=64, words=1, bypass=1, speedup=1)).register("output.credits", 7) == 0'
  wrong_python_uses vcr <<'EOT'
vcr.Router(vcr.Shape(ports=1))|a router has 2 to 12 ports
vcr.Router().register("pool.used")|no register pool.used: must be a block and a name
vcr.Router().register("input.fill", 20)|lane 20 of register input.fill: must be 0 to 19
vcr.Router().copy_from(vcr.Router(vcr.Shape(ports=8, vcs=4, depth=2, words=1)))|a router of another build
EOT
  VCR_MODEL='' expect 1 python3 -c "import vcr"
  has "no libvcr_model.so: set VCR_MODEL to it"
}

run_binding "$1"
