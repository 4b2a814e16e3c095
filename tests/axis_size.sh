#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# How large the AXI4-Stream switch is, by Yosys: cells of an ice40 FPGA, and cells and levels of generic gates.
#   axis_size.sh              the smallest size, and fewer cells than twice what is recorded
#   axis_size.sh --markdown   all sizes, as the table for tests/results_page.py --table axis-size
. "$(dirname "$0")/common.sh"
cd "$FEDX_SOURCE/rtl/axis"
# Inputs, outputs, bits of data, and whether settings are pins or constants (those of axis_switch_wrap: one tdest per output)
sizes=("2 2 32 pins")
[ "${1-}" != --markdown ] || sizes+=("2 2 32 constants" "4 4 64 pins" "4 4 64 constants" "8 1 128 pins" "8 1 128 constants" "1 8 16 pins"
  "8 8 64 pins" "8 8 64 constants" "16 16 64 pins")

# parameters: of $top, whose tdata, tkeep, tid and tuser together have $data bits
parameters() {
  printf ' -chparam %s' "INPUTS $inputs" "OUTPUTS $outputs"
  case $settings in
    pins) printf ' -chparam %s' "DEST_BITS 4" "DATA_BITS $data" ;;
    constants) printf ' -chparam %s' "DEST_WIDTH 4" "DATA_WIDTH $((3 * data / 4))" "ID_WIDTH 4" "USER_WIDTH $((data / 4 - 3 * data / 32 - 4))" ;;
  esac
}

# synthesized COMMANDS: what these commands report of $top
synthesized() {
  expect 0 yosys -q -p "read_verilog -defer -I. $(tr '\n' ' ' <axis.f); hierarchy -check -top $top $(parameters); $1"
}

# number PATTERN FILE: the sum of the last numbers of the lines that match
number() {
  awk -v pattern="$1" '$0 ~ pattern { gsub(/[^0-9]/, " ", $NF); sum += $NF } END { print sum + 0 }' "$2"
}

echo "| inputs x outputs | data, bits | settings | ice40: SB_LUT4 | ice40: flip-flops | generic cells | of these, flip-flops | generic levels |"
echo "|---|---|---|---|---|---|---|---|"
for size in "${sizes[@]}"; do
  read -r inputs outputs data settings <<<"$size"
  [ "$settings" = pins ] && top=axis_switch || top=axis_switch_wrap
  synthesized "synth_ice40 -top $top; tee -o $scratch/ice40 stat"
  synthesized "synth -flatten -top $top; tee -o $scratch/generic stat; tee -o $scratch/levels ltp -noff"
  luts=$(number SB_LUT4 "$scratch/ice40") cells=$(number "Number of cells" "$scratch/generic")
  levels=$(sed -nE 's/.*length=([0-9]+).*/\1/p' "$scratch/levels")
  echo "| $inputs x $outputs | $data | $settings | $luts | $(number SB_DFF "$scratch/ice40") | $cells | $(number 'DFF' "$scratch/generic") | $levels |"
  [ "$data" -ne 32 ] || { [ "$luts" -gt 100 ] && [ "$luts" -lt 760 ]; } || fail "$luts LUTs"
done
