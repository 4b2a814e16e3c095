#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# fedx verify of one virtual-channel router: what is compared, coverage, legal states, and what becomes of a difference; and what
# cannot be had.
. "$(dirname "$0")/../common.sh"
cd "$scratch"
wrong=$FEDX_BUILD/tests/libvcr_wrong.so

# verified STATUS OPTION...
verified() {
  local status=$1
  shift
  expect "$status" "$FEDX" verify --router vcr --quiet "$@"
}

# A router that is the model itself, behind the interface of RTL: no difference.
verified 0 --rtl-object "$wrong" --cycles 60000 --json good.json --coverage hits.json
grep -qE 'compared +[1-9][0-9]* cycles, [1-9][0-9]* output pin bits, [1-9][0-9]* named registers, .*: 0 differences' out || fail "nothing compared"
grep -qE 'packets +([1-9][0-9]*) accepted, \1 delivered, every flit checked \(legal\)' out || fail "no packets followed"
grep -qE 'coverage +[1-9][0-9]* of [0-9]+ reachable points hit' out || fail "nothing covered"
[ "$(grep -c '"outcome": "good"' good.json)" -eq 1 ] || fail "the results do not say good"
verified 0 --rtl-object "$wrong" --inject 4096
grep -qE 'injected +4096 legal states' out || fail "no states injected"
grep -qE 'legal +[1-9][0-9]* states, each by 13 clauses: 0 broken' out || fail "states are not looked at"
if [ -e "$FEDX_BUILD/libvcr_noc.so" ]; then
  verified 0 --cycles 60000
  verified 0 --inject 4096
fi

# Coverage files say of which kind of router they are.
expect 0 "$FEDX" coverage hits.json hits.json --out twice.json
grep -q '^leaves ' out || fail "no families of virtual-channel routers"
grep -q '"router": "vcr"' twice.json || fail "the coverage file does not name its kind"
expect 0 "$FEDX" coverage hits.json --points sat-tree
grep -q 'parent-beats-reply' out || fail "no points"
expect 0 "$FEDX" coverage --router vcr-tree --points early-credit
grep -q 'packet-goes-on, 7' out || fail "no points of another build"
sed 's/"router": "vcr"/"router": "vcr-tree"/' hits.json >other.json
expect 2 "$FEDX" coverage hits.json other.json
grep -q 'of routers of another kind' err || fail "points of two kinds are mixed"
expect 0 "$FEDX" run --router vcr --topology mesh --rows 2 --cols 2 --cycles 2000 --load 0.5 --coverage run.json
expect 0 "$FEDX" coverage hits.json run.json

# A difference is kept, replayed, made small; nothing about it is lost.
found=0
for fault in owner wire draw; do
  export VCR_WRONG=$fault
  verified 1 --rtl-object "$wrong" --cycles 60000 --bundle "$fault" --json "$fault.json"
  grep -q '"outcome": "mismatch"' "$fault.json" || fail "$fault: the results do not say so"
  expect 1 "$FEDX" replay "$fault" --rtl-object "$wrong"
  grep -q 'the difference that was recorded' out || fail "$fault: the bundle does not show it again"
  grep -q '^  section [0-9]' "$fault/report.txt" || fail "$fault: not explained"
  grep -qE 'came by port [0-4] channel [0-3]' "$fault/report.txt" || fail "$fault: no packets in the report"
  found=$((found + 1))
done
# What port 1 did in the last cycles is there, the wire that is wrong in a line of its own; and what was written to the configuration.
grep -q '^The wires of port 1 in the last cycles' wire/report.txt || fail "no wires of the port"
awk '$1 == "cycle" { for (i = 1; i <= NF; i++) if ($i == "tx_tail") column = i }
  $1 == "router" && column && !seen++ { for (i = 2; i <= NF; i++) if (($i == "=") == (i == column)) exit 1; exit $column != 0 }
  END { if (!seen) exit 1 }' wire/report.txt || fail "not the wire that is wrong: $(grep -A3 '^  cycle' wire/report.txt)"
[ "$(sed -n '/^The last of [0-9]* writes/,/^Packets/p' wire/report.txt | grep -cE '^  cycle [0-9]+ +0x[0-9a-f]{8} to 0x00[0-9a-f]{2}, [A-Z]')" -ge 8 ] || fail "no writes to the configuration"
grep -q '^  section 5: random' draw/report.txt || fail "not the section of the register"
grep -qE '^  section 8, port 2 channel [0-3], for which a flit is sent: owned. 0, router 1$' owner/report.txt || fail "not the rule that was broken"
grep -qE '^  section 10, port 1, to which a front is granted: tail. 1, router 0$' wire/report.txt || fail "not the output that is wrong"
# shrunk FAULT PACKETS OPTION...: to so many packets at most
shrunk() {
  export VCR_WRONG=$1
  rm -rf small
  expect 0 "$FEDX" shrink "$1" --rtl-object "$wrong" --bundle small "${@:3}"
  left=$(sed -nE 's/^bundle +small: ([0-9]+) packets?,.*/\1/p' out)
  [ "${left:-1000}" -le "$2" ] || fail "$1: $left packets are left with ${*:3}"
  expect 1 "$FEDX" replay small --rtl-object "$wrong"
  grep -q 'the difference that was recorded' out || fail "$1: the small bundle does not show it with ${*:3}"
}
shrunk owner 1 --start reset
[ "$(grep -c '^[01]_1_' small/vectors.hex)" -le 4 ] || fail "settings that do not matter are left"
shrunk wire 8 --start reset
shrunk wire 2 --start state
shrunk draw 0 --start reset --seconds 1
export VCR_WRONG=owner
expect 0 "$FEDX" shrink owner --rtl-object "$wrong"
grep -qE 'the last [0-9]+ of [0-9]+ cycles, from a state of [0-9]+ packets, show it' out || fail "no state near the difference"
expect 1 "$FEDX" replay owner-small --rtl-object "$wrong"
grep -q 'the difference that was recorded' out || fail "the small bundle does not show it"
verified 1 --rtl-object "$wrong" --inject 8192
grep -q 'repeat with: fedx verify --inject 4096 --seed 1 --first [0-9]* --router vcr' out || fail "no command that does it again"
unset VCR_WRONG

# bad WORDS OPTION...: one sentence with these words
bad() { refused "$1" "$FEDX" verify "${@:2}"; }
bad "must be one of fedx, vcr" --router nonsense
bad "must be one of legal, packets, credits" --router vcr --profile flips
bad "must be one of legal, refusing" --profile credits
bad "--buffers is of Fed-X switches" --router vcr --buffers 20
bad "cannot read router.v" --router vcr --dut router.v --top router
bad "--inject with --dut needs --map FILE" --router vcr --inject 1 --dut router.v --top router
echo "$found wrong routers found, kept and shown again, $refused settings refused"
