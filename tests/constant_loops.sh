#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Built with constant loop bounds (FEDX_CONSTANT_LOOPS, for tools that unroll), the model gives the
# same pins in every cycle and the same events.
#   constant_loops.sh PROGRAM
. "$(dirname "$0")/common.sh"
for options in "--load 0.9 --backpressure destination" "--load 0.9 --selection random --latency 2" \
               "--load 2 --backpressure none --no-class-rule --routing deterministic"; do
  # shellcheck disable=SC2086
  expect 0 "$FEDX" run --rows 4 --cols 4 --cycles 30000 --drain none --digest $options
  grep "^digest" "$scratch/out" >"$scratch/want"
  # shellcheck disable=SC2086
  expect 0 "$1" run --rows 4 --cols 4 --cycles 30000 --drain none --digest $options
  grep "^digest" "$scratch/out" | diff "$scratch/want" - || fail "constant loops change the model: $options"
  echo "480000 switch-cycles: $(cat "$scratch/want")"
done
