#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# verilator --lint-only -Wall: no warning, with no waiver, for the default and for other parameters.
. "$(dirname "$0")/common.sh"
cd "$FEDX_SOURCE/rtl/fedx"
runs=0
for parameters in "" "-GLINKS=4 -GBUFFERS=16 -GTABLE_SIZE=64" "-GLINKS=6 -GBUFFERS=32" "-GLINKS=7 -GBUFFERS=10" \
                  "-GPACKET_BYTES=96"; do
  # shellcheck disable=SC2086
  expect 0 verilator --lint-only -Wall $parameters -f fedx.f --top-module fedx_switch
  [ ! -s "$scratch/err" ] || { cat "$scratch/err"; fail "warnings with '$parameters'"; }
  runs=$((runs + 1))
done
echo "no warning in $runs parameter sets, $(wc -l <fedx.f) files"
