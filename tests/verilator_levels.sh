#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Our RTL behaves the same however far Verilator optimises: the testbenches that the model makes pass at each level, with and
# without the optimisation that Verilator 5.006 does wrongly for some packed arrays (-fno-dfg leaves it out).
. "$(dirname "$0")/common.sh"
command -v verilator >/dev/null || skip "no verilator"
cd "$scratch"
passed=0 cycles=0
for router in "" "--router vcr --verify"; do
  # shellcheck disable=SC2086 # options
  expect 0 "$FEDX" gen-tb $router --cycles 60000 --out testbench
  for level in -O0 -O1 "-O3 -fno-dfg" -O3; do
    expect 0 make -C testbench verilator "VERILATOR_FLAGS=--binary $level --output-split 0 -Wno-fatal -MAKEFLAGS 'OPT_FAST=-O1 OPT_SLOW=-O0'"
    line=$(grep -h '^PASS: ' out) || fail "at $level: $(tail -n 3 out)"
    [ "${first:-$line}" = "$line" ] || fail "at $level: $line"
    first=$line
    passed=$((passed + 1))
    cycles=$((cycles + $(sed -E 's/^[^0-9]*([0-9]+) .*/\1/' <<<"$line")))
    rm -rf testbench/build
  done
  rm -r testbench
  unset first
done
echo "$passed testbenches pass, $cycles cycles in all: the same at every level"
