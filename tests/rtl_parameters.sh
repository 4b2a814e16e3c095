#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A bad parameter value is an elaboration error in Verilator, Icarus and Yosys, and names itself.
. "$(dirname "$0")/common.sh"
tried=0

# rejected KIND TOP NAMES VALUE...: in both simulators, with a message that begins so
rejected() {
  local kind=$1 top=$2 message=$3 bad=${*:4}
  shift 3
  cd "$FEDX_SOURCE/rtl/$kind"
  if verilator --lint-only -f "$kind.f" --top-module "$top" "${@/#/-G}" >"$scratch/log" 2>&1; then
    fail "Verilator accepts $bad of $top"
  fi
  grep -q "$message" "$scratch/log" || fail "Verilator does not name $bad of $top"
  if iverilog -g2005 -f "$kind.f" -s "$top" "${@/#/-P$top.}" -o "$scratch/o" >"$scratch/log" 2>&1; then
    fail "Icarus accepts $bad of $top"
  fi
  grep -q "$message" "$scratch/log" || fail "Icarus does not name $bad of $top"
  tried=$((tried + 1))
}

# unelaborated KIND TOP "NAME VALUE"...: Yosys takes long to elaborate: one value a parameter will do.
unelaborated() {
  local kind=$1 top=$2 bad
  shift 2
  cd "$FEDX_SOURCE/rtl/$kind"
  for bad; do
    if yosys -q -p "read_verilog -defer -I. $(tr '\n' ' ' <"$kind.f"); hierarchy -check -top $top -chparam $bad" >"$scratch/log" 2>&1; then
      fail "Yosys accepts $bad of $top"
    fi
    grep -q "${kind}_error_" "$scratch/log" || fail "Yosys does not name $bad of $top"
    tried=$((tried + 1))
  done
}

for bad in LINKS=0 LINKS=8 BUFFERS=1 BUFFERS=65 PACKET_BYTES=63 PACKET_BYTES=256 TABLE_SIZE=0 TABLE_SIZE=32769; do
  rejected fedx fedx_switch "fedx_error_$(tr '[:upper:]' '[:lower:]' <<<"${bad%%=*}")" $bad
done
for bad in PORTS=1 PORTS=13 VCS=0 VCS=17 DEPTH=1 DEPTH=65 FLIT_BITS=32 FLIT_BITS=192 FLIT_BITS=512 TABLE_SIZE=1025 VIA=2 REPEATS=4; do
  rejected vcr vcr_router "vcr_error_$(tr '[:upper:]' '[:lower:]' <<<"${bad%%=*}")" $bad
done
# Verilator 5.006 ends at an internal error when INPUTS or DEST_BITS is 0.
for bad in INPUTS=17 OUTPUTS=0 OUTPUTS=17 DEST_BITS=17 DATA_BITS=0; do
  rejected axis axis_switch "axis_error_$(tr '[:upper:]' '[:lower:]' <<<"${bad%%=*}")" $bad
done
for bad in DATA_WIDTH=4 DATA_WIDTH=12 ID_WIDTH=0 USER_WIDTH=0; do
  rejected axis axis_switch_wrap "axis_error_$(tr '[:upper:]' '[:lower:]' <<<"${bad%%=*}")" $bad
done
rejected vcr vcr_router vcr_error_a_table_needs_a_route_stage TABLE_SIZE=8
rejected vcr vcr_router vcr_error_repeats_need_speedup_0 REPEATS=1 SPEEDUP=1
unelaborated fedx fedx_switch "LINKS 0" "BUFFERS 1" "PACKET_BYTES 63" "TABLE_SIZE 0"
small="-chparam PORTS 2 -chparam VCS 1"
unelaborated vcr vcr_router "PORTS 1" "VCS 0" "DEPTH 1 $small" "FLIT_BITS 192 $small" "TABLE_SIZE 8 $small"
unelaborated axis axis_switch "INPUTS 0" "OUTPUTS 0" "DEST_BITS 0" "DATA_BITS 0"
unelaborated axis axis_switch_wrap "DATA_WIDTH 12" "ID_WIDTH 0" "USER_WIDTH 0"
echo "$tried bad parameter values are refused and named"
