#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The same source goes through Yosys: no latch, no combinational loop, every buffer store and the
# route table inferred as memories, no multiplier.
. "$(dirname "$0")/common.sh"
. "$here/elaborated.sh"
elaborated "$scratch/elaborated.il" || fail "Yosys does not take it"
cat >"$scratch/script.ys" <<END
read_rtlil $scratch/elaborated.il
opt_clean
flatten
check -assert
memory_collect
select -assert-none t:\$dlatch t:\$adlatch t:\$dlatchsr
select -assert-none t:\$mul t:\$div t:\$mod
select -assert-count 11 t:\$mem_v2
stat
END
expect 0 yosys -q -s "$scratch/script.ys" -l "$scratch/log"
grep -E "mem_v2|Number of cells|[$]dff|[$]sdff" "$scratch/log" | tail -n 6
echo "no latch, no loop, no multiplier; 10 buffer stores and the route table are memories"
