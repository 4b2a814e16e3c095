#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The same source goes through Yosys: no warning, no latch, no combinational loop, no multiplier, and every store and every route table
# inferred as a memory. Of the virtual-channel router a small build: it has all of its code, and the default one takes six
# times as long.
. "$(dirname "$0")/common.sh"
. "$here/elaborated.sh"

# synthesized MEMORIES COMMAND...: what these commands of Yosys read
synthesized() {
  local memories=$1
  shift
  {
    printf '%s\n' "$@"
    cat <<END
opt_clean
flatten
check -assert
memory_collect
select -assert-none t:\$dlatch t:\$adlatch t:\$dlatchsr
opt_expr
select -assert-none t:\$mul t:\$div t:\$mod
select -assert-count $memories t:\$mem_v2
stat
END
  } >"$scratch/script.ys"
  expect 0 yosys -q -e . -s "$scratch/script.ys" -l "$scratch/log"
  grep -E "mem_v2|Number of cells|[$]dff|[$]sdff" "$scratch/log" | tail -n 6
}

elaborated "$scratch/elaborated.il" || fail "Yosys does not take it"
synthesized 11 "read_rtlil $scratch/elaborated.il"
cd "$FEDX_SOURCE/rtl/vcr"
synthesized 5 "read_verilog -defer -I. $(tr '\n' ' ' <vcr.f)" "hierarchy -check -top vcr_router -chparam PORTS 2 -chparam VCS 2 -chparam DEPTH 3 -chparam BYPASS 1 -chparam ROUTE_STAGE 1 -chparam TABLE_SIZE 8" proc
synthesized 1 "read_verilog -defer -I. $(tr '\n' ' ' <vcr.f)" "hierarchy -check -top vcr_terminal -chparam PORTS 2 -chparam VCS 2 -chparam LENGTH 3 -chparam BUFFER 1 -chparam QUEUE 2" proc
cd "$FEDX_SOURCE/rtl/axis"
for sizes in "4 4 4 64" "1 1 1 1" "3 5 6 36"; do
  read -r inputs outputs dest data <<<"$sizes"
  synthesized 0 "read_verilog -defer -I. $(tr '\n' ' ' <axis.f)" "hierarchy -check -top axis_switch -chparam INPUTS $inputs -chparam OUTPUTS $outputs -chparam DEST_BITS $dest -chparam DATA_BITS $data" proc
done
synthesized 0 "read_verilog -defer -I. $(tr '\n' ' ' <axis.f)" "hierarchy -check -top axis_switch_wrap -chparam INPUTS 3 -chparam OUTPUTS 2" proc
echo "no warning, no latch, no loop, no multiplier; 10 buffer stores, 4 channels, the route tables and a terminal's packets are memories"
