#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A virtual-channel router of the user's own: what is wrong with its pins, parameters and mapped registers is said in terms of the
# module, before anything is built.
#   dut_vcr.sh [--long]   --long: our RTL and a wrong one are built, and compared by pins and by registers; a minute for each
. "$(dirname "$0")/../common.sh"
command -v verilator >/dev/null || fail "no verilator"
# What is compared does not depend on how fast it is.
export CXXFLAGS=-O0 TMPDIR=$scratch/tmp
mkdir "$TMPDIR"
cd "$scratch"
fabric=(--topology mesh --rows 2 --cols 2 --lockstep all --load 1 --cycles 1000 --no-bundle)

# A module with the pins of the RTL as they are, and nothing in it
pins() {
  "$FEDX_CODEGEN" pins vcr | awk 'BEGIN { printf "module my_router #(parameter DEPTH = 4) (\n" }
    { printf "%s    %s wire [%d:0] %s", (NR > 1 ? ",\n" : ""), $1, $2 - 1, $3; if ($1 == "output") zero = zero "    assign " $3 " = 0;\n" }
    END { printf "\n);\n%sendmodule\n", zero }'
}
pins >right.v

refused=0
# refuses WORDS FILE OPTION...: one message with these words
refuses() {
  local words=$1 file=$2
  shift 2
  expect 2 "$FEDX" run --router vcr "${fabric[@]}" --quiet --dut "$file" --top my_router "$@"
  grep -qF -- "$words" err && [ ! -s out ] || { cat out err; fail "with $file $* no word of: $words"; }
  refused=$((refused + 1))
}
sed 's/\[319:0\] rx_flit/[255:0] rx_flit/' right.v >narrow.v
refuses "pin rx_flit of module my_router is 256 bits wide, must be 320" narrow.v
sed '/tx_credit/d' right.v >missing.v
refuses "module my_router has no pin tx_credit, must have it as output of 20 bits" missing.v
refuses "module my_router has DEPTH = 8, and is compared with a model of 4: set --parameter DEPTH=4" right.v --parameter DEPTH=8
echo 'input.full: u_input.full' >map
refuses "map:1: input.full: no such named register: include/vcr/vcr_regs.def lists them" right.v --map map
echo 'buffer_store.bytes: u_input.lane[%d].store' >map
refuses "map:1: buffer_store.bytes: memories of this kind of router cannot be mapped" right.v --map map
# The model of another build has other pins.
expect 2 "$FEDX" run --router vcr-tree --topology tree --lockstep all --cycles 100 --dut right.v --top my_router
grep -qF "pin rx_valid of module my_router is 5 bits wide, must be 8" err || { cat err; fail "a router of another build is not refused"; }

if [ "${1-}" = --long ]; then
  ours=(--dut "$FEDX_SOURCE/rtl/vcr/vcr.f" --top vcr_router --map "$FEDX_SOURCE/examples/vcr_regs.yaml" --keep kept)
  expect 0 "$FEDX" run --router vcr "${fabric[@]}" "${ours[@]}"
  grep -qE '^compared +[1-9][0-9]* switch-cycles, [1-9][0-9]* output pin bits, [1-9][0-9]* named registers.*: 0 differences' out ||
    { cat out; fail "our RTL is not compared, or differs"; }
  expect 0 "$FEDX" run --router vcr "${fabric[@]}" "${ours[@]}"
  grep -q "as built in kept" out || fail "it is built again"
  cp -r "$FEDX_SOURCE/rtl/vcr" wrong
  sed -i 's/credit_reg    <= pop;/credit_reg    <= pop \& ~ends;/' wrong/vcr_input.v
  cmp -s wrong/vcr_input.v "$FEDX_SOURCE/rtl/vcr/vcr_input.v" && fail "the fault is not in the RTL"
  expect 1 "$FEDX" run --router vcr "${fabric[@]}" --dut wrong/vcr.f --top vcr_router
  grep -q "tx_credit" out err || { cat out err; fail "a credit that is lost is not found"; }
fi
echo "$refused routers of a user's own refused, each with a sentence"
