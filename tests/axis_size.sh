#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# How large the AXI4-Stream switch is, by Yosys: cells of an ice40 FPGA, and cells and levels of generic gates.
#   axis_size.sh              the smallest size, and fewer cells than twice what is recorded
#   axis_size.sh --markdown   all sizes, as the table for tests/results_page.py --table axis-size
. "$(dirname "$0")/common.sh"
cd "$FEDX_SOURCE/rtl/axis"
sizes=("2 2 32")
[ "${1-}" != --markdown ] || sizes+=("4 4 64")

# synthesized COMMANDS FILE: the report of these commands on a switch of $inputs, $outputs and $data bits
synthesized() {
  expect 0 yosys -q -p "read_verilog -defer -I. $(tr '\n' ' ' <axis.f); hierarchy -check -top axis_switch -chparam INPUTS $inputs \
    -chparam OUTPUTS $outputs -chparam DEST_BITS 4 -chparam DATA_BITS $data; $1"
}

# number PATTERN FILE: the sum of the last numbers of the lines that match
number() {
  awk -v pattern="$1" '$0 ~ pattern { gsub(/[^0-9]/, " ", $NF); sum += $NF } END { print sum + 0 }' "$2"
}

echo "| inputs x outputs | data, bits | ice40: SB_LUT4 | ice40: flip-flops | generic cells | of these, flip-flops | generic levels |"
echo "|---|---|---|---|---|---|---|"
for size in "${sizes[@]}"; do
  read -r inputs outputs data <<<"$size"
  synthesized "synth_ice40 -top axis_switch; tee -o $scratch/ice40 stat"
  synthesized "synth -flatten -top axis_switch; tee -o $scratch/generic stat; tee -o $scratch/levels ltp -noff"
  luts=$(number SB_LUT4 "$scratch/ice40") cells=$(number "Number of cells" "$scratch/generic")
  levels=$(sed -nE 's/.*length=([0-9]+).*/\1/p' "$scratch/levels")
  echo "| $inputs x $outputs | $data | $luts | $(number SB_DFF "$scratch/ice40") | $cells | $(number 'DFF' "$scratch/generic") | $levels |"
  [ "$data" -ne 32 ] || { [ "$luts" -gt 100 ] && [ "$luts" -lt 760 ]; } || fail "$luts LUTs"
done
