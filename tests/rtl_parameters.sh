#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A bad parameter value is an elaboration error in Verilator, Icarus and Yosys, and names itself.
. "$(dirname "$0")/common.sh"
cd "$FEDX_SOURCE/rtl/fedx"
tried=0
for bad in LINKS=0 LINKS=8 BUFFERS=1 BUFFERS=65 PACKET_BYTES=63 PACKET_BYTES=256 TABLE_SIZE=0 TABLE_SIZE=32769; do
  name=${bad%%=*}
  message=$(echo "fedx_error_$name" | tr '[:upper:]' '[:lower:]')
  if verilator --lint-only -f fedx.f --top-module fedx_switch "-G$bad" >"$scratch/log" 2>&1; then
    fail "Verilator accepts $bad"
  fi
  grep -q "$message" "$scratch/log" || fail "Verilator does not name $bad"
  if iverilog -g2005 -f fedx.f -s fedx_switch "-Pfedx_switch.$name=${bad##*=}" -o "$scratch/o" >"$scratch/log" 2>&1; then
    fail "Icarus accepts $bad"
  fi
  grep -q "$message" "$scratch/log" || fail "Icarus does not name $bad"
  tried=$((tried + 1))
done
# Yosys takes longer: one value a parameter will do.
for bad in "LINKS 0" "BUFFERS 1" "PACKET_BYTES 63" "TABLE_SIZE 0"; do
  if yosys -q -p "read_verilog -defer -I. $(tr '\n' ' ' <fedx.f); hierarchy -check -top fedx_switch -chparam $bad" >"$scratch/log" 2>&1; then
    fail "Yosys accepts $bad"
  fi
  grep -qi "fedx_error_${bad% *}_" "$scratch/log" || fail "Yosys does not name $bad"
  tried=$((tried + 1))
done
echo "$tried bad parameter values are refused and named"
