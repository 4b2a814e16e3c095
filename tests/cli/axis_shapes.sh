#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# AXI4-Stream switches of any parameters by name: one that equals a set of parameters gives the testbench of that set; RTL that is
# built when it is first needed is its model, from states, too, and all points are hit; a mutant is found, kept, shown again and made
# small; what cannot be had is said.
#   axis_shapes.sh [--long]   --long: eight switches in RTL in place of two, and longer
. "$(dirname "$0")/../common.sh"
. "$here/mutants/lines.sh"
cd "$scratch"

expect 0 "$FEDX" gen-tb --router axis-odd --cycles 2000 --quiet --out odd
expect 0 "$FEDX" gen-tb --router axis-3x5-dest6-data36 --cycles 2000 --quiet --out shape
for file in stimulus.hex expected.hex; do cmp odd/$file shape/$file || fail "$file of a shape is not that of its set of parameters"; done

# bad WORDS NAME
bad() { refused_first "$1" "$FEDX" verify --router "$2"; }
ports='inputs, outputs and bits of tdest must be 1 to 16, and bits of tdata 1 to 63 or a multiple of 64, of all inputs or all outputs together at most 32 words'
for name in axis-17x1 axis-0x1 axis-5x17 axis-4x4-dest17 axis-4x4-data65 axis-4x4-data0 axis-9x1-data256 axis-99999999999x1; do bad "$ports" $name; done
bad 'tdata must have 3 bits, by which the stimulus tells the inputs apart' axis-5x3-data2
for name in axis-5x axis-5x3-data8-dest3 axis-5x3- axis-5x3-dest axis-x3 axis--5x3 'axis-5x 3'; do bad 'must be one of fedx, vcr,' "$name"; done
refused "$ports" "$FEDX" gen-tb --router axis-20x3 --out new
refused 'must be one of' "$FEDX" run --router axis-5x3 --cycles 100
expect 0 "$FEDX" coverage --router vcr-5p4v4d64f
grep -qE '^route +[1-9][0-9]* +[1-9]' out || { cat out; fail 'a shape has no points of coverage'; }
command -v verilator >/dev/null || skip "no verilator"

export XDG_CACHE_HOME=$scratch/cache CXXFLAGS=-O0
with_quick_clang "$scratch/quick"
# in_rtl CYCLES NAME: the RTL is built by the first command alone
built=0 compared=0
in_rtl() {
  expect 0 "$FEDX" verify --router "$2" --cycles "$1" --quiet --json one.json
  grep -qE "compared +[1-9][0-9]{4,} cycles, [1-9][0-9]* output pin bits, [1-9][0-9]* named registers, .*: 0 differences" out || fail "$2: nothing compared"
  grep -qE "packets +[1-9][0-9]* accepted, [1-9][0-9]* delivered, output, order and every bit checked" out || fail "$2: no packets followed"
  compared=$((compared + $(sed -nE 's/^compared +([0-9]+) cycles.*/\1/p' out)))
  touch marker
  expect 0 "$FEDX" verify --router "$2" --inject 4096 --quiet
  expect 0 "$FEDX" verify --router "$2" --until-covered --cycles 4000000 --quiet --coverage hits.json
  expect 0 "$FEDX" coverage hits.json --complete
  built=$((built + 1))
  [ "$(find cache -name '*.so' | wc -l)" -eq $built ] && [ -z "$(find cache -name '*.so' -newer marker)" ] || fail "$2: its RTL is not built once"
}
shapes=1 cycles=30000
[ "${1-}" != --long ] || shapes=7 cycles=1000000
RANDOM=48
in_rtl $cycles axis-5x3
for ((k = 0; k < shapes; k++)); do
  in_rtl $cycles "axis-$((1 + RANDOM % 6))x$((1 + RANDOM % 6))-dest$((3 + RANDOM % 6))-data$((3 + RANDOM % 60))"
done

# A switch of the user's own of such parameters that is wrong
read_lines "$here/mutants/axis.txt"
change "${number_of[skid_last_of_wires]}" wrong axis
expect 1 "$FEDX" verify --router axis-2x3-data8 --dut wrong/rtl/axis.f --top axis_switch --parameter INPUTS=2 --parameter OUTPUTS=3 \
  --parameter DATA_BITS=8 --cycles 100000 --quiet --bundle bundle
grep -qE '^mismatch: cycle [0-9]+, node 0, (m_tlast|drop)' out || { cat out; fail "not found by a last beat"; }
expect 1 "$FEDX" replay bundle --trust
grep -q 'the difference that was recorded' out || fail "the bundle does not show it again"
expect 0 "$FEDX" shrink bundle --trust
expect 1 "$FEDX" replay bundle-small --trust
echo "$built switches are their RTL, $compared cycles compared, a wrong one is shown again, $refused refused"
