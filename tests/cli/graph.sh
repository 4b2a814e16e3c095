#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Topologies from files: what is refused, with file and line; those that are made; files of anynet; both engines on drawn graphs; RTL in
# lockstep; checkpoints, dead links, and a fabric in Verilog.
#   graph.sh [--long]   --long: 200 drawn graphs for each router in place of 8
. "$(dirname "$0")/../common.sh"
cd "$scratch"
graphs=8
[ "${1-}" != --long ] || graphs=200

# bad WORDS FILE: what a file with that in it is refused with
bad() {
  printf '%b' "$2" >bad.yaml
  refused_exactly "fedx topology: bad.yaml:$1" "$FEDX" topology bad.yaml
}
bad "2: links: router 0 port 0 has a link already" 'routers: 3\nlinks: [[0, 0, 1, 0], [0, 0, 2, 0]]\n'
bad "3: links: router 3 port 0 is none of routers 0 to 2 with ports 0 to 11" 'routers: 3\nlinks:\n- [0, 0, 3, 0]\n'
bad "2: links: router 1 port 12 is none of routers 0 to 2 with ports 0 to 11" 'routers: 3\nlinks: [[0, 0, 1, 70000]]\n'
bad "2: links: a latency of 9 is none of 0 to 8 extra cycles" 'routers: 3\nlinks: [[0, 0, 1, 0, 99]]\n'
bad "2: links: router 1 port 0 would be linked to its own router" 'routers: 3\nlinks: [[1, 0, 1, 1]]\n'
bad "2: links: must be lists of [router, port, router, port], or with a latency behind them" 'routers: 3\nlinks: [[0, 0, 1]]\n'
bad "2: links: must be a number from 0 to 1048576" 'routers: 3\nlinks: [[0, a, 1, 0]]\n'
bad "1: routers: must be a number from 1 to 8192" 'routers: 0\nlinks: []\n'
bad "3: endpoints: router 0 port 0 has a link already" 'routers: 2\nlinks: [[0, 0, 1, 0]]\nendpoints: [[0, 0]]\n'
bad "3: endpoints: must be lists of [router, port]" 'routers: 2\nlinks: [[0, 0, 1, 0]]\nendpoints: [0, 1]\n'
bad "2: nodes is none of routers, links, endpoints" 'routers: 2\nnodes: 3\n'
bad "3: links is there twice" 'routers: 2\nlinks: []\nlinks: []\n'
bad "1: 'switch' must be router or node with a number from 0 to 8191" 'router 0 switch 1\n'
bad "1: a latency of 12 is none of 1 to 9 cycles" 'router 0 router 1 12\n'
bad "1: node 0 is connected to node 1: nodes are connected to routers" 'node 0 node 1\n'
bad "2: router 1 and router 0: a latency of 2 cycles, and of 3 before" 'router 0 router 1 3\nrouter 1 router 0 2\n'
printf 'router 0 node 1 router 1\n' >bad.yaml
refused_exactly "fedx topology: bad.yaml: node 0 is connected to no router" "$FEDX" topology bad.yaml
printf 'routers: 3\nlinks: [[0, 0, 1, 0]]\n' >parts.yaml
refused_exactly "fedx topology: a node cannot be reached from another" "$FEDX" topology parts.yaml

run=("$FEDX" run --topology graph --cycles 5000)
"$FEDX" topology ring --size 6 -o ring.yaml
refused_exactly "fedx run: --topology graph needs --graph FILE, its routers and links" "${run[@]}"
refused_exactly "fedx run: --graph does not go with --topology mesh, whose size is --rows and --cols" "$FEDX" run --topology mesh --graph ring.yaml
refused_exactly "fedx run: --rows does not go with --topology graph, whose size is that of --graph" "${run[@]}" --graph ring.yaml --rows 3
refused_exactly "fedx run: parts.yaml: a node cannot be reached from another" "${run[@]}" --graph parts.yaml
refused "--graph: cannot read none.yaml: No such file or directory" "${run[@]}" --graph none.yaml
refused "no links are dead: --router vcr-mesh has one" "${run[@]}" --router vcr --graph ring.yaml
refused "size of a dragonfly is A,H" "$FEDX" topology dragonfly --size 4
refused "router 0 needs more than 12 ports" "$FEDX" topology hyperx --size 20
refused "too large: a graph has at most 8192 routers" "$FEDX" topology torus --size 100,100
refused "size x: must be one to 4 numbers" "$FEDX" topology ring --size x
"$FEDX" topology ring --size 6 --endpoints 2 -o pairs.yaml
refused "each Fed-X switch has one PE, with the number of the switch, at port 6" "${run[@]}" --graph pairs.yaml

# What is made can be read, and is the same again.
for made in "ring --size 9" "mesh --size 3,3,3" "torus --size 4,4,4" "hyperx --size 4,4 --endpoints 2" "dragonfly --size 4,2 --endpoints 2" \
  "clos --size 8,4 --endpoints 4" "random --size 30,4 --seed 5"; do
  # shellcheck disable=SC2086 # the words of a command
  expect 0 "$FEDX" topology $made -o made.yaml
  expect 0 "$FEDX" topology made.yaml
  sed -n 's/^# \([0-9d].*\)/\1/p' made.yaml | diff - out || fail "$made: its file says something else than fedx topology"
  expect 0 "$FEDX" topology made.yaml -o again.yaml
  diff <(grep -v '^#' made.yaml) <(grep -v '^#' again.yaml) || fail "$made: read and written it is another one"
  expect 0 "${run[@]}" --router vcr-mesh --graph made.yaml --load 0.3 --csv table --json run.json
done
grep -q '"graph": "made.yaml"' run.json && grep -q '"routers": 30' run.json || fail "the results do not say which graph it was"
expect 0 "$FEDX" topology dragonfly --size 4,2 --endpoints 2
grep -q "^# diameter 3, mean distance 2.310$" out || fail "a dragonfly has another diameter"

# A file of anynet is the graph that it says: nodes behind links, latencies less the one that every channel has.
printf 'router 0 node 0 node 1 router 1 router 2 3\nrouter 1 node 2 router 2\nrouter 2 router 0 3 node 3\n' >any
expect 0 "$FEDX" topology any -o any.yaml
grep -v '^#' any.yaml | diff - <(printf '%s\n' 'routers: 3' links: '  - [0, 0, 1, 0]' '  - [0, 1, 2, 0, 2]' '  - [1, 1, 2, 1]' endpoints: \
  '  - [0, 2]' '  - [0, 3]' '  - [1, 2]' '  - [2, 2]') || fail "a file of anynet is read as something else"
expect 0 "${run[@]}" --router vcr-mesh --graph any --check-engine
printf 'router 0 node 0 router 1\nrouter 1 node 1\n' >own
expect 0 "${run[@]}" --graph own --check-engine

# Both engines, and a mesh that is made is the mesh.
states=0
for ((seed = 1; seed <= graphs; seed++)); do
  routers=$((2 + seed * 37 % 63))
  "$FEDX" topology random --size $routers,$((2 + seed % 4)) --seed $seed -o drawn.yaml
  sed "s/^\(  - \[.*, .*, .*, .*\)\]/\1, $((seed % 9))]/" drawn.yaml >late.yaml
  for kind in "vcr-mesh --graph late.yaml --load 0.$((1 + seed % 9))" "fedx --graph drawn.yaml --buffers 128 --load 0.$((1 + seed % 9))"; do
    # shellcheck disable=SC2086 # options, too
    expect 0 "$FEDX" run --topology graph --cycles 2000 --seed $seed --check-engine --router $kind
    grep -q "states of switches: 0 differences$" out || { cat out; fail "seed $seed, $kind: nothing is compared"; }
    states=$((states + 1))
  done
done
refused "more flits than any cable has stages" "${run[@]}" --router vcr-mesh --graph late.yaml --packet-flits 3 --engine event
expect 0 "${run[@]}" --router vcr-mesh --graph made.yaml --dead-links 0:0 --check-engine

# A run goes on from a checkpoint with the wiring that it had, and with no other.
"$FEDX" run --topology graph --graph made.yaml --router vcr-mesh --cycles 100M --engine cycle --checkpoint saved --checkpoint-every 2000 >out 2>err &
pid=$!
while kill -0 $pid 2>/dev/null && [ ! -e saved ]; do sleep 0.01; done
kill -9 $pid
wait $pid 2>/dev/null || true
cp made.yaml kept.yaml
sed -i '0,/^  - \[0, 0,/s/^\(  - \[0, 0, [0-9]*, [0-9]*\)\]/\1, 1]/' made.yaml
! cmp -s made.yaml kept.yaml || fail "no link was changed"
refused "made.yaml has changed since the run was saved: it must be as it was" "$FEDX" run --resume saved --quiet
mv kept.yaml made.yaml
status=0
timeout -s TERM 2 "$FEDX" run --resume saved --quiet >out 2>err || status=$?
[ $status -eq 124 ] && grep -q "interrupted at cycle .*, and saved" err || { cat err; fail "it does not go on"; }

lockstep=0
if [ -f "$FEDX_BUILD/libfedx_rtl.so" ]; then
  expect 0 "${run[@]}" --graph ring.yaml --lockstep all --load 0.9
  "$FEDX" topology random --size 8,5 --seed 3 -o eight.yaml
  expect 0 "${run[@]}" --graph eight.yaml --rtl 0-3 --lockstep 4-7 --load 0.9
  lockstep=2
fi
expect 0 "$FEDX" gen-fabric --topology graph --graph ring.yaml --out fabric
grep -q "^// graph of 6 routers of Fed-X switches: 6 nodes" fabric/fedx_fabric.v || fail "the fabric in Verilog is no ring"
echo "$refused errors, $states runs of both engines on $graphs drawn graphs, lockstep in $lockstep"
