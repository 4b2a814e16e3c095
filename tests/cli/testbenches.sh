# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2154,SC2034 # the scripts that read this have scratch, and use the words
# What the tests of generated testbenches share.

# Compiled fast rather than fast when it runs
quick='VERILATOR_FLAGS=--binary -O1 --output-split 0 -Wno-fatal -MAKEFLAGS "OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0"'
passes=0

# passes_in SIMULATOR FOLDER CYCLES: it passes, and says that it compared so many cycles.
passes_in() {
  expect 0 make -C "$2" "$1" "$quick"
  grep -qE "^PASS: $3 cycles compared, [1-9][0-9]* output pins in each, [1-9][0-9]* values, 0 differences$" "$scratch/out" ||
    { cat "$scratch/out"; fail "$2 in $1 does not say that it compared $3 cycles"; }
  passes=$((passes + 1))
}
