#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What the testbench that `fedx gen-tb` makes by default finds: every faulty switch of examples/ and mutants of the RTL, in
# Icarus and in Verilator, beside what `fedx verify --dut` finds by the pins. Prints a table in Markdown.
#   testbench_score.sh            examples, and the mutants with a * in tests/mutants/mutants.txt
#   testbench_score.sh NAME...    these examples and mutants
. "$(dirname "$0")/common.sh"
cd "$scratch"
mapfile -t marked < <(sed -n 's/^\*\([a-z_0-9]*\) .*/\1/p' "$FEDX_SOURCE/tests/mutants/mutants.txt")
[ $# -gt 0 ] || set -- lost_release limit_dest_off_by_one turn_kept mutant_wrap dup_bit "${marked[@]}"
"$FEDX" gen-tb --out testbench >log
cycles=$(sed -n 's/.*, \([0-9]*\) cycles, .*/\1/p' log)
quick='VERILATOR_FLAGS=--binary -O1 -fno-dfg -Wno-fatal -MAKEFLAGS "OPT_FAST=-O1 OPT_SLOW=-O0"'

# mutant_rtl NAME: the RTL with that fault, in NAME/
mutant_rtl() {
  if [ -d "$FEDX_BUILD/examples/$1" ]; then
    cp -r "$FEDX_SOURCE/rtl/fedx" "$1"
    cp "$FEDX_BUILD/examples/$1/"*.v "$1"
  else
    "$FEDX_SOURCE/tests/mutants/run.sh" --rtl "$1" "$1"
  fi
}

# first_difference: cycle and pin in what a testbench or fedx verify printed
first_difference() {
  sed -nE 's/^difference: cycle ([0-9]+): (tx_[a-z]+|cfg_rdata).*/\1, `\2`/p
    s/^mismatch: cycle ([0-9]+), node 0, ([a-z_]+).*/\1, `\2`/p' "$1" | head -n 1 | grep . || echo "not found"
}

# in_simulator SIMULATOR NAME
in_simulator() {
  make -s -C testbench "$1" "$quick" RTL="$(printf '%s ' "$PWD/$2"/*.v)" INCLUDE="$PWD/$2" >log 2>&1 || true
  grep -qE '^(PASS|FAIL): ' log || { cat log >&2; fail "$2 does not run in $1"; }
  first_difference log
}

# cycle_of DIFFERENCE: as a number
never=999999999
cycle_of() { [ "$1" = "not found" ] && echo $never || echo "${1%%,*}"; }

found=0 same=1
echo "| faulty switch | Icarus | Verilator | \`fedx verify\`, by pins |"
echo "|---|---|---|---|"
for name in "$@"; do
  mutant_rtl "$name"
  icarus=$(in_simulator icarus "$name")
  verilator=$(in_simulator verilator "$name")
  CXXFLAGS=-O1 "$FEDX" verify --dut "$name/fedx.f" --top fedx_switch --no-bundle >log 2>&1 || [ $? -eq 1 ] || fail "$(cat log)"
  verify=$(first_difference log)
  echo "| \`$name\` | $icarus | $verilator | $verify |"
  [ "$icarus" = "not found" ] || found=$((found + 1))
  # All count cycles from the same reset. Four states can show more than two; beyond the testbench only fedx verify goes on.
  last=$(cycle_of "$verify")
  [ "$last" -lt "$cycles" ] || last=$never
  [ "$(cycle_of "$verilator")" -eq "$last" ] && [ "$(cycle_of "$icarus")" -le "$last" ] || same=0
done
echo "$found of $# found in $cycles cycles" >&2
[ $same -eq 1 ] || fail "the testbench and fedx verify differ"
