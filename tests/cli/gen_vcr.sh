#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Generated testbenches and fabrics of virtual-channel routers: they pass in Icarus, they can fail, and a mutant of the RTL or a
# wrong word of the configuration is reported with pin and cycle.
#   gen_vcr.sh [--long]   --long: Verilator, Yosys, longer cables, route tables
. "$(dirname "$0")/../common.sh"
. "$here/cli/testbenches.sh"
cd "$scratch"

# One router of a fabric: 2 cycles of reset, 16 of configuration, and the run
expect 0 "$FEDX" gen-tb --router vcr --topology mesh --rows 2 --cols 2 --node 1 --load 0.8 --cycles 300 --out router
grep -q "router: testbench of one router, 318 cycles, 407 output pins compared in 318 of them" out || fail "gen-tb does not say what it made"
passes_in icarus router 318
expect 0 make -C router self-test
grep -qE "^self-test: good: the one inverted bit is reported: difference: cycle 160: tx_flit port 2: expected [0-9a-f]{16}, got" out ||
  { cat out; fail "no self-test"; }
expect 0 "$FEDX" gen-tb --router vcr --vectors router/stimulus.hex --out again --quiet
cmp router/stimulus.hex again/stimulus.hex && cmp router/expected.hex again/expected.hex || fail "--vectors gives another testbench"

# The stimulus of fedx verify
expect 0 "$FEDX" gen-tb --router vcr-tree --profile links --seed 7 --cycles 600 --out links
passes_in icarus links 600
expect 0 "$FEDX" gen-tb --router vcr --out usual
grep -q "usual: testbench of one router, 30000 cycles, 407 output pins" out || fail "gen-tb does not make the stimulus of fedx verify by default"

# Any bit can be inverted, and is reported as its pin. What make has compiled is run again.
again() { (cd "$1" && vvp -n build/testbench.vvp "+flip_cycle=$3" "+flip_bit=$2") >out; }
while read -r bit cycle pin; do
  again router "$bit" "$cycle"
  [ "$(grep -c '^difference: ' out)" -eq 1 ] && grep -q "^difference: cycle $cycle: $pin" out ||
    { cat out; fail "bit $bit of cycle $cycle is not reported as $pin"; }
done <<'END'
0 30 cfg_rdata
288 31 tx_flit port 4
357 32 tx_vc port 2
377 33 tx_credit port 3
420 34 tx_valid port 4
362 35 expected.hex has a bit that belongs to no pin
END

# A mutant of the RTL, under another name
cp -r router/rtl wrong
sed -i 's/credit_reg    <= pop;/credit_reg    <= pop \& ~ends;/' wrong/vcr_input.v
sed -i 's/^module vcr_router /module my_router /' wrong/vcr_router.v
cmp -s wrong/vcr_input.v router/rtl/vcr_input.v && fail "the fault is not in the RTL"
expect 2 make -C router icarus RTL="$(cd router && echo ../wrong/*.v)" INCLUDE=../wrong TOP=my_router
grep -qE "^difference: cycle [0-9]+: tx_credit port [0-4]: expected [0-9a-f], got 0$" out || { cat out; fail "a credit that is lost passes"; }

# Fabrics: a mesh, whose edges lead nowhere, and a tree, which has fewer endpoints than routers in its upper level
expect 0 "$FEDX" gen-tb --router vcr --fabric --topology mesh --rows 2 --cols 2 --cycles 140 --out mesh
grep -q "mesh: testbench of a fabric of 4 routers, 140 cycles, 300 PE port pins" out || fail "gen-tb --fabric does not say what it made"
passes_in icarus mesh 140
grep -qvE '^(//|[0_]*$)' mesh/expected.hex || fail "nothing is expected of the mesh"
expect 0 "$FEDX" gen-tb --router vcr-tree --fabric --topology tree --arity 2 --levels 2 --cycles 150 --out tree
passes_in icarus tree 150
again tree 65 120
grep -qE "^difference: cycle 120: tx_flit endpoint 1: expected" out || { cat out; fail "an endpoint of the tree is not named"; }

# A router that is told to be elsewhere
sed -i "s/^\( *16'd1: words = [0-9]*'h\)[0-9a-f]*/\100110000/" mesh/vcr_fabric_boot.v
expect 2 make -C mesh icarus
grep -qE "^difference: cycle [0-9]+: tx_[a-z]+ node [0-3]: expected" out || { cat out; fail "a router in a wrong place passes"; }

if [ "${1-}" = --long ]; then
  passes_in verilator router 318
  passes_in verilator usual 30000
  passes_in icarus usual 30000
  expect 0 make -C usual self-test
  expect 0 "$FEDX" gen-tb --router vcr --fabric --topology torus --rows 2 --cols 4 --latency 2 --cycles 500 --out torus
  passes_in icarus torus 500
  expect 0 "$FEDX" gen-tb --router vcr-mesh --topology mesh --rows 2 --cols 3 --node 1 --load 0.8 --cycles 300 --out table
  passes_in icarus table 1342
  expect 0 "$FEDX" gen-fabric --router vcr --topology mesh --rows 2 --cols 2 --out fabric
  for tool in icarus verilator yosys; do
    expect 0 make -C fabric "$tool"
    ! grep -i "warning" out err || fail "warnings of $tool"
  done
fi

expect 2 "$FEDX" gen-tb --router vcr --profile flips --out new
grep -q "profile flips: must be one of legal, packets, credits, links" err || fail "a profile of another kind is not refused"
expect 2 "$FEDX" gen-tb --router vcr --topology mesh --node 64 --out new
grep -q "must be from 0 to 63" err || fail "a router that is not there"
expect 2 "$FEDX" gen-fabric --router vcr --topology mesh --rows 3 --cols 4 --out new
expect 2 "$FEDX" gen-fabric --router vcr-mesh --topology mesh --rows 2 --cols 3 --out new
grep -q "each endpoint has 4 cables, and one of a generated fabric has one: say --cables 1" err || fail "endpoints with several cables"
expect 2 "$FEDX" gen-fabric --router vcr --topology mesh --rows 2 --cols 2 --credit-latency 1 --out new
grep -q "all wires of a generated fabric have the same stages, those of --latency" err || fail "credits that are late"
printf 'routers: 2\nlinks: [[0, 0, 1, 0, 3]]\n' >late.yaml
expect 2 "$FEDX" gen-fabric --router vcr-mesh --topology graph --graph late.yaml --cables 1 --out new
grep -q "all wires of a generated fabric have the same stages, those of --latency" err || fail "a link that is late"
[ ! -e new ] || fail "a folder is left"
expect 0 "$FEDX" gen-fabric --router vcr-mesh --topology mesh --rows 2 --cols 3 --latency 2 --cables 1 --out one
expect 0 make -C one verilator
! grep -i "warning" out err || fail "warnings about a fabric with one cable per endpoint"
echo "$passes testbenches of virtual-channel routers pass"
