#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# verilator --lint-only -Wall: no warning, with no waiver, for the default and for other parameters of each kind of router, and
# with the registers that the build makes public. Every other call of Verilator leaves warnings alone: a version that has more of
# them must not stop a user's build.
#   rtl_lint.sh [--long]   --long: for large ones, too
. "$(dirname "$0")/common.sh"
runs=0

# lint KIND TOP ARGUMENTS...: each a set of parameters, or a file before the Verilog
lint() {
  local kind=$1 top=$2 arguments
  shift 2
  cd "$FEDX_SOURCE/rtl/$kind"
  for arguments; do
    # shellcheck disable=SC2086
    expect 0 verilator --lint-only -Wall $arguments -f "$kind.f" --top-module "$top"
    [ ! -s "$scratch/err" ] || { cat "$scratch/err"; fail "warnings of $top with '$arguments'"; }
    runs=$((runs + 1))
  done
}

lint fedx fedx_switch "" "-GLINKS=4 -GBUFFERS=16 -GTABLE_SIZE=64" "-GLINKS=6 -GBUFFERS=32" "-GLINKS=7 -GBUFFERS=10" \
  "-GPACKET_BYTES=96" "-DFEDX_RULES -GLINKS=7" "-DFEDX_RULES -GLINKS=1 -GBUFFERS=2 -GPACKET_BYTES=255" ../../tb/fedx/fedx_state.vlt
lint vcr vcr_router "" "-GPORTS=3 -GVCS=5 -GDEPTH=16 -GBYPASS=1 -GROUTE_STAGE=1 -GSPEEDUP=1 -GTABLE_SIZE=1024" \
  "-GPORTS=4 -GVCS=3 -GDEPTH=5 -GFLIT_BITS=256 -GROUTE_STAGE=1 -GTABLE_SIZE=100 -GVIA=1" "-GPORTS=2 -GVCS=1 -GDEPTH=2 -GVIA=1" \
  -DVCR_RULES "-DVCR_RULES -GPORTS=3 -GVCS=5 -GDEPTH=16 -GBYPASS=1 -GROUTE_STAGE=1 -GSPEEDUP=1" "-DVCR_RULES -GPORTS=2 -GVCS=1 -GDEPTH=3" ../../tb/vcr/vcr_state.vlt
[ "${1-}" != --long ] || lint vcr vcr_router "-GPORTS=8 -GVCS=1 -GDEPTH=64 -GBYPASS=1 -GSPEEDUP=1" \
  "-GPORTS=3 -GVCS=16 -GDEPTH=16 -GBYPASS=1 -GROUTE_STAGE=1 -GSPEEDUP=1 -GTABLE_SIZE=1024" \
  "-GPORTS=12 -GVCS=3 -GDEPTH=5 -GFLIT_BITS=256 -GROUTE_STAGE=1 -GTABLE_SIZE=100"
lint vcr vcr_terminal "" "-GPORTS=4 -GVCS=16 -GDEPTH=16" "-GPORTS=1 -GVCS=1 -GDEPTH=64" \
  "-GPORTS=3 -GVCS=3 -GDEPTH=5 -GFLIT_BITS=256 -GLENGTH=7 -GBUFFER=1 -GQUEUE=2" "-GPORTS=2 -GVCS=1 -GLENGTH=64 -GBUFFER=1 -GQUEUE=15" \
  -DVCR_RULES "-DVCR_RULES -GPORTS=3 -GVCS=3 -GDEPTH=5 -GLENGTH=7 -GBUFFER=1 -GQUEUE=2" \
  ../../tb/vcr/vcr_terminal_state.vlt
lint axis axis_switch "" "-GINPUTS=1 -GOUTPUTS=1 -GDEST_BITS=1 -GDATA_BITS=1" "-GINPUTS=3 -GOUTPUTS=5 -GDEST_BITS=6 -GDATA_BITS=37" \
  "-GINPUTS=16 -GOUTPUTS=16 -GDEST_BITS=16 -GDATA_BITS=600" "-GINPUTS=1 -GOUTPUTS=16" "-GINPUTS=16 -GOUTPUTS=1" ../../tb/axis/axis_state.vlt
lint axis axis_switch_wrap "" "-GINPUTS=1 -GOUTPUTS=1 -GDATA_WIDTH=8 -GDEST_WIDTH=1" \
  "-DAXIS_RULES -GINPUTS=3 -GOUTPUTS=5 -GDATA_WIDTH=72 -GID_WIDTH=5 -GDEST_WIDTH=6 -GUSER_WIDTH=9 -GMODE=10'h7 -GHIGH=30'h30"
lint fedx fedx_legal ../../proofs/fedx/fedx_legal.v
cd "$FEDX_SOURCE/rtl"
echo "no warning in $runs runs, $(cat fedx/fedx.f vcr/vcr.f axis/axis.f | wc -l) files"
