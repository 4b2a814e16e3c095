#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Terminals of virtual-channel routers as users bring them: verified alone and in fabrics, found by their pins, each difference
# explained by its section, kept, made small, shown again and shown in Icarus.
. "$(dirname "$0")/../common.sh"
command -v verilator >/dev/null || fail "no verilator"
export CXXFLAGS=-O0 TMPDIR=$scratch/tmp
mkdir "$TMPDIR"
cd "$scratch"
with_quick_clang "$scratch/quick"
rtl=$FEDX_SOURCE/rtl/vcr
files() { echo "$1/vcr_inject.v,$1/vcr_sat_gate.v,$1/vcr_sat_watch.v,$1/vcr_terminal.v"; }

# The project's own: all points of its coverage, packets followed; and from states that are drawn.
expect 0 "$FEDX" verify --router vcr-terminal --cycles 1000000 --coverage hits.json --json good.json --quiet
grep -qE '^compared +[1-9][0-9]{6} cycles, [1-9][0-9]* output pin bits, [1-9][0-9]* named registers, [1-9][0-9]* store bytes: 0 differences$' out ||
  fail "$(cat out)"
grep -qE '^coverage +120 of 120 reachable points hit, 0 missing' out || fail "points are missing: $(grep coverage out)"
grep -qE '^sustained +something left in [2-9][0-9]% of the cycles' out || fail "idle: $(grep sustained out)"
expect 0 "$FEDX" coverage hits.json
expect 0 "$FEDX" verify --router vcr-terminal --inject 4096 --quiet
grep -qE '^legal +[1-9][0-9]* states, each by 8 clauses: 0 broken' out || fail "$(cat out)"

# A module is a terminal by its pins, of the length that it has; with a map its registers are set and compared, too.
expect 0 "$FEDX" verify --router vcr --dut "$(files "$rtl")" --top vcr_terminal --map "$FEDX_SOURCE/examples/vcr_terminal_regs.yaml" --inject 4096 --keep kept --quiet
grep -q '^registers   42 of 42 set' out || fail "$(cat out)"
expect 0 "$FEDX" verify --router vcr-tree --dut "$(files "$rtl")" --top vcr_terminal --parameter VCS=1 --parameter DEPTH=64 --parameter LENGTH=64 \
  --cycles 30000 --quiet
refused_first "module vcr_terminal has LENGTH = 32, and is compared with a model of 16" "$FEDX" verify --router vcr --dut "$(files "$rtl")" \
  --top vcr_terminal --parameter LENGTH=32

# wrong NAME FILE FROM TO SECTION WORDS: one line of the RTL in another way; what is told of it
found=0
wrong() {
  mkdir "$1"
  cp "$rtl"/*.v "$rtl"/*.vh "$1"
  sed -i "s/$3/$4/" "$1/$2"
  [ "$(diff "$rtl/$2" "$1/$2" | grep -c '^>')" -eq 1 ] || fail "$1: not one line is another one"
  expect 1 "$FEDX" verify --router vcr --dut "$(files "$1")" --top vcr_terminal --bundle "$1-found" --quiet
  grep -qE "^confirmed +a build without Verilator's optimisations shows it; its testbench in Icarus shows it$" out || fail "$1: $(cat out)"
  grep -qE -- "^  section $5.*$6" "$1-found/report.txt" || fail "$1: not explained by section $5: $(grep -A6 '^In short' "$1-found/report.txt")"
  expect 0 "$FEDX" shrink "$1-found" --trust --quiet
  expect 1 "$FEDX" replay "$1-found-small" --trust
  grep -q '^the difference that was recorded' out || fail "$1: the small bundle does not show it"
  expect 2 make -s -C "$1-found-small/testbench" icarus
  grep -q '^difference: cycle' out || fail "$1: Icarus does not show it"
  found=$((found + 1))
}
wrong channel vcr_inject.v '= |now \&\& ' '= |now || ' 15 "tx_vc'"
wrong token vcr_sat_gate.v '&& !starved' '|| starved' 16 "sat' "
wrong credit vcr_terminal.v 'sink_reg ? comes : take' 'sink_reg ? take : comes' 17 "credit' "
wrong watch vcr_sat_watch.v '&& !held;' ';' 1[78] ""
grep -qE '^packet [0-9]+ of message' channel-found/report.txt && grep -qE '^ +[0-9]+  passes the gate$' channel-found/report.txt ||
  fail "no packets in the report"

# In a fabric, where terminals alone are RTL: the difference in the results, and a bundle of that terminal.
fabric=(--router vcr --topology mesh --rows 2 --cols 2 --lockstep-terminals --load 0.5 --cycles 5000 --quiet)
expect 0 "$FEDX" run "${fabric[@]}" --dut "$(files "$rtl")" --top vcr_terminal
grep -qE '^terminals +[1-9][0-9]* terminal-cycles, [1-9][0-9]* output pin bits, .*: 0 differences' out || fail "$(cat out)"
expect 1 "$FEDX" run "${fabric[@]}" --dut "$(files channel)" --top vcr_terminal --bundle fabric-found --json found.json
expect 1 "$FEDX" replay fabric-found --trust
grep -q '^the difference that was recorded' out || fail "the bundle of a fabric does not show it"
python3 - found.json <<'P' || fail "the results do not have the difference"
import json, sys
d = json.load(open(sys.argv[1]))["difference"]
assert (d["kind"], d["router"], d["field"], d["bundle"], d["confirmation"]) == ("pin", "vcr-terminal", "tx_vc", "fabric-found", "confirmed"), d
P
bad() { refused_first "$1" "$FEDX" run "${fabric[@]}" "${@:2}"; }
bad "module vcr_terminal has the pins of a terminal: give --lockstep-terminals, and no router in RTL" --lockstep all --dut "$(files "$rtl")" --top vcr_terminal
bad "module vcr_router has the pins of a router: give --lockstep or --rtl" --dut "$rtl/vcr.f" --top vcr_router
cp "$FEDX_BUILD/tests/libvcr_wrong.so" .
bad "libvcr_wrong.so is not an RTL build of a terminal, of this version: rebuild it" --rtl-object ./libvcr_wrong.so
echo "$found wrong terminals found, explained, confirmed, made small and shown in Icarus; one in a fabric; 4 errors"
