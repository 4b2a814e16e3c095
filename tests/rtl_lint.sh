#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# verilator --lint-only -Wall: no warning, with no waiver, for the default and for other parameters of each kind of router.
#   rtl_lint.sh [--long]   --long: for large ones, too
. "$(dirname "$0")/common.sh"
runs=0

# lint KIND TOP PARAMETERS...: each argument a set of parameters
lint() {
  local kind=$1 top=$2 parameters
  shift 2
  cd "$FEDX_SOURCE/rtl/$kind"
  for parameters; do
    # shellcheck disable=SC2086
    expect 0 verilator --lint-only -Wall $parameters -f "$kind.f" --top-module "$top"
    [ ! -s "$scratch/err" ] || { cat "$scratch/err"; fail "warnings of $top with '$parameters'"; }
    runs=$((runs + 1))
  done
}

lint fedx fedx_switch "" "-GLINKS=4 -GBUFFERS=16 -GTABLE_SIZE=64" "-GLINKS=6 -GBUFFERS=32" "-GLINKS=7 -GBUFFERS=10" \
  "-GPACKET_BYTES=96"
lint vcr vcr_router "" "-GPORTS=3 -GVCS=5 -GDEPTH=16 -GBYPASS=1 -GROUTE_STAGE=1 -GSPEEDUP=1 -GTABLE_SIZE=1024" \
  "-GPORTS=4 -GVCS=3 -GDEPTH=5 -GFLIT_BITS=256 -GROUTE_STAGE=1 -GTABLE_SIZE=100" "-GPORTS=2 -GVCS=1 -GDEPTH=2"
[ "${1-}" != --long ] || lint vcr vcr_router "-GPORTS=8 -GVCS=1 -GDEPTH=64 -GBYPASS=1 -GSPEEDUP=1" \
  "-GPORTS=3 -GVCS=16 -GDEPTH=16 -GBYPASS=1 -GROUTE_STAGE=1 -GSPEEDUP=1 -GTABLE_SIZE=1024" \
  "-GPORTS=12 -GVCS=3 -GDEPTH=5 -GFLIT_BITS=256 -GROUTE_STAGE=1 -GTABLE_SIZE=100"
lint vcr vcr_terminal "" "-GPORTS=4 -GVCS=16 -GDEPTH=16" "-GPORTS=1 -GVCS=1 -GDEPTH=64" \
  "-GPORTS=3 -GVCS=3 -GDEPTH=5 -GFLIT_BITS=256 -GLENGTH=7 -GBUFFER=1 -GQUEUE=2" "-GPORTS=2 -GVCS=1 -GLENGTH=64 -GBUFFER=1 -GQUEUE=15"
cd "$FEDX_SOURCE/rtl"
echo "no warning in $runs parameter sets, $(cat fedx/fedx.f vcr/vcr.f | wc -l) files"
