#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Built with constant loop bounds (FEDX_CONSTANT_LOOPS, for tools that unroll), the model has the same pins, named registers
# and stored bytes in every cycle.
#   constant_loops.sh OBJECT
. "$(dirname "$0")/common.sh"
for options in "--load 0.9 --backpressure destination" "--load 0.9 --selection random --latency 2" \
               "--load 2 --backpressure none --no-class-rule --routing deterministic"; do
  # shellcheck disable=SC2086
  expect 0 "$FEDX" run --rows 4 --cols 4 --cycles 30000 --drain none --lockstep all --rtl-object "$1" --no-bundle --quiet $options
  grep -E "^compared +48[0-9]{4} switch-cycles, [1-9][0-9]* output pin bits, [1-9][0-9]* named registers, .*: 0 differences$" \
    "$scratch/out" || { cat "$scratch/out"; fail "too little was compared: $options"; }
done
