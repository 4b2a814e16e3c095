#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# State injection into a switch of the user's own: one that is right, with a register that is a wire, takes every state; with
# a part of its map, too; one that keeps more than its map names is not accused of anything; a wrong one is found.
. "$(dirname "$0")/../common.sh"
command -v verilator >/dev/null || fail "no verilator"
export CXXFLAGS=-O0 CXX=$here/quick_clang.sh
cd "$scratch"
right=$FEDX_SOURCE/examples/right_variant
cp -r "$FEDX_SOURCE/rtl" "$FEDX_SOURCE/examples" .

# bad SENTENCE OPTION...
bad() { refused_first "fedx verify: $1" "$FEDX" verify --inject 4096 --top fedx_switch "${@:2}"; }
bad "--inject with --dut needs --map FILE" --dut rtl/fedx/fedx.f
grep -v '^buffer_store' examples/fedx_regs.yaml >map.yaml
echo 'buffer_store.bytes: u_buffer_pool.store' >>map.yaml
bad "map.yaml:78: buffer_store.bytes: must be one signal with %d for the buffer" --dut rtl/fedx/fedx.f --map map.yaml

# All but the age order, which is a wire there, and with the stores compared in lockstep, too.
variant=(--dut "$right/right_variant.f" --top fedx_switch --quiet)
expect 0 "$FEDX" verify "${variant[@]}" --map "$right/regs.yaml" --inject 12288 --keep kept --json right.json
grep -q '"registers_set": 73' right.json || { cat right.json; fail "not all registers are set"; }
grep "^compared .* [1-9][0-9]* store bytes: 0 differences" out || fail "nothing is compared"
grep "buffer_pool.ahead cannot be injected, because u_buffer_pool.pool_ahead is a wire" out || { cat out; fail "the wire is not named"; }
expect 0 "$FEDX" verify --rtl-object kept/fedx_dut.so --cycles 50000
grep "^compared .* [1-9][0-9]* store bytes: 0 differences" out || fail "the stores are not compared in lockstep"

# A part of the map: what it does not name, and what may say when that matters, stays as reached. An output is no register.
grep -v '^admission\|^port_receive.count\|^config.rdata' "$right/regs.yaml" >part.yaml
echo 'config.rdata: cfg_rdata' >>part.yaml
expect 0 "$FEDX" verify "${variant[@]}" --map part.yaml --inject 12288
grep "^compared .* 0 differences" out || fail "nothing is compared with a part of the map"
grep "that the map does not name stay as reached" out || { cat out; fail "what is not named is not told"; }
grep "config.rdata cannot be injected, because cfg_rdata is a wire" out || { cat out; fail "an output is a register"; }

# A second copy of a register, which no map names: that is said, and no difference.
sed -i '/assign tx_turn  /d; s/^    always @(posedge clk) begin/    reg [PORTS-1:0] twin;\n    assign tx_turn = twin;\n&\n        twin <= rst ? 0 : twin ^ flip;/' \
  rtl/fedx/fedx_ownership.v
bad "the router keeps more than the mapping file names, or some of it twice" --dut rtl/fedx/fedx.f --map examples/fedx_regs.yaml

# A wrong one, found in a few states, and again by the command that it prints.
wrong=(--dut "$FEDX_BUILD/examples/dup_bit/dup_bit.f" --top fedx_switch --map examples/fedx_regs.yaml --keep wrong --quiet)
cp "$FEDX_SOURCE"/rtl/fedx/* rtl/fedx
expect 1 "$FEDX" verify "${wrong[@]}" --inject 400000
grep "^mismatch: .*port_receive.dup_bit" out || { cat out; fail "the mutant is not found"; }
grep "^failed in batch" out >failed
read -r -a again < <(sed -n 's/^repeat with: fedx //p' out)
expect 1 "$FEDX" "${again[@]}"
grep "^failed in batch" out | cmp - failed || fail "the command that repeats it does not"
