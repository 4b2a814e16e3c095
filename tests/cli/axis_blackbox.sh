#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The AXI4-Stream switch and its wrapper by their pins alone (examples/axis): the black-box checks pass, all points are hit, and the
# latency is that of docs/spec/axis.md; a mutant of it is found.
#   axis_blackbox.sh [--long]   --long: 10 million cycles
. "$(dirname "$0")/../common.sh"
. "$here/mutants/lines.sh"
cd "$scratch"
export CXXFLAGS=-O0
cycles=60000
[ "${1-}" != --long ] || cycles=10000000
read_lines "$here/mutants/axis.txt"

# described NUMBER: the folder of that number has the RTL with that mutant, and its description
described() {
  change "$1" "$scratch/$1" axis || fail "no mutant $1"
  sed 's,[.][.]/[.][.]/rtl/axis/,rtl/,g' "$FEDX_SOURCE/examples/axis/switch.yaml" >"$1/switch.yaml"
}

described 0
expect 0 "$FEDX" blackbox 0/switch.yaml --cycles $cycles --quiet --json good.json
grep -qE '^latency +2 to ' out || fail "the latency is not 2: $(grep '^latency' out)"
grep -qE '^packets .* 12 of 12 pairs of input and output' out || fail "not all pairs are taken"
for check in lost duplicate misdelivered corrupted order framing stable progress reset latency illegal; do
  python3 -c 'import json, sys; c = json.load(open("good.json"))["checks"][sys.argv[1]]; sys.exit(not (c["good"] and c["count"] > 0))' $check ||
    fail "nothing is checked of $check, or it is not good"
done
# Behind the names of AXI4-Stream: tkeep, tid and tuser, too, with the rules of their ports checked
expect 0 "$FEDX" blackbox "$FEDX_SOURCE/examples/axis/wrap.yaml" --define AXIS_RULES --cycles $cycles --quiet
grep -qE '^latency +2 to ' out || fail "the latency of the wrapper is not 2"
grep -qE '^points +([0-9]+) of \1 points' out || fail "not all points of the wrapper are hit"
# Three in a row
expect 0 "$FEDX" blackbox "$FEDX_SOURCE/examples/axis/row.yaml" --cycles $cycles --quiet
grep -qE '^packets .* 25 of 25 pairs of input and output' out || fail "not all ends of the row reach each other"
grep -qE '^latency +2 to ' out || fail "the latency of the row does not begin at 2"
# ... with other parameters, too, as the user names them
expect 0 "$FEDX" blackbox "$FEDX_SOURCE/examples/axis/wrap.yaml" --parameter INPUTS=1 --parameter OUTPUTS=4 --parameter DATA_WIDTH=16 --cycles 5000 --quiet
grep -qE '^packets .* 4 of 4 pairs of input and output' out || fail "the parameters are not those that were named"
# Mixed packets: beat by beat, in turns
expect 0 "$FEDX" blackbox "$FEDX_SOURCE/examples/axis/mixed.yaml" --define AXIS_RULES --cycles $cycles --quiet
grep -qE '^ +fair +[1-9][0-9]* .*: good' out || fail "nothing is checked of turns"
described "${number_of[switch_egress_always]}"
expect 1 "$FEDX" blackbox "${number_of[switch_egress_always]}/switch.yaml" --cycles $cycles --quiet --no-bundle
echo "black-box checks pass over $cycles cycles, and a mutant is found: $(grep -m 1 -oE '^[a-z]+: cycle [0-9]+' out)"
