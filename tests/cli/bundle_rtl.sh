#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The testbench of a bundle has the switch that was tested, also when that was given as an object that a build left
# with --keep, and modules that a list finds by -y. Of an object whose Verilog is not known it has none, and cannot pass.
. "$(dirname "$0")/../common.sh"
command -v verilator >/dev/null || fail "no verilator"
export CXXFLAGS=-O0
cd "$scratch"

# A wrong switch in two folders, one of them a library
cp -r "$FEDX_SOURCE/rtl" rtl
mkdir library
cp "$FEDX_SOURCE/examples/lost_release/fedx_buffer_pool.v" library/
mv rtl/fedx_config.v library/
rm rtl/fedx_buffer_pool.v
grep -vE 'fedx_(buffer_pool|config)' rtl/fedx.f >rtl/wrong.f
echo "-y ../library" >>rtl/wrong.f
expect 1 "$FEDX" verify --quiet --dut rtl/wrong.f --top fedx_switch --map "$FEDX_SOURCE/examples/fedx_regs.yaml" --keep kept --bundle dut

checked=0
# fails_in_icarus BUNDLE: by its own testbench, in the register that differs
fails_in_icarus() {
  expect 2 make -s -C "$1/testbench" icarus
  grep -q "^difference: cycle .* register buffer_pool.used: " out || { cat out err && fail "$1: Icarus does not show the register"; }
  grep -q "^FAIL: " out || fail "$1: Icarus does not fail"
  checked=$((checked + 1))
}
fails_in_icarus dut
expect 1 "$FEDX" verify --quiet --rtl-object kept/fedx_dut.so --bundle object
grep -q "icarus$" out || fail "the sources of the object are not known"
fails_in_icarus object
cmp kept/fedx_dut.so object/switch.so || fail "the bundle does not hold the object"
expect 1 "$FEDX" run --quiet --lockstep all --rows 4 --cols 4 --cycles 40000 --load 0.9 --rtl-object kept/fedx_dut.so --bundle fabric
fails_in_icarus fabric
mv kept/rtl moved && cp -r moved kept/rtl
expect 0 "$FEDX" shrink object --seconds 5
fails_in_icarus object-small

# no_verilog BUNDLE: says so, and does not pass
no_verilog() {
  grep -q "icarus RTL=FILES (the Verilog of that object is not known)$" out || { cat out && fail "$1: not a word"; }
  [ ! -e "$1/testbench/rtl" ] || fail "$1: Verilog of another switch"
  for target in icarus verilator self-test; do
    expect 2 make -s -C "$1/testbench" "$target"
    grep -q "the Verilog of the switch is not in this folder: name it, make $target RTL=" err || { cat err && fail "$1: $target"; }
    ! grep -q "^PASS" out || fail "$1: passes"
  done
  checked=$((checked + 1))
}
cp kept/fedx_dut.so copy.so
expect 1 "$FEDX" verify --quiet --rtl-object copy.so --bundle copy
no_verilog copy
expect 0 "$FEDX" shrink copy --seconds 5
no_verilog copy-small
echo "// changed" >>kept/rtl/fedx_dut_wrapper.v
expect 1 "$FEDX" verify --quiet --rtl-object kept/fedx_dut.so --bundle changed
no_verilog changed
echo "$checked testbenches of bundles"
