#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Hexagonal meshes end to end: both engines, RTL in lockstep, a checkpoint, a testbench, the map in nodes.csv, and what does not fit.
. "$(dirname "$0")/../common.sh"
cd "$scratch"

bad() { refused "$1" "$FEDX" run --topology hexmesh --cycles 1000 "${@:2}"; } # a run of a hexagonal mesh
bad "--rows does not go with --topology hexmesh, whose size is --edge" --rows 6
bad "--cols does not go with --topology hexmesh, whose size is --edge" --cols 6
bad "--edge does not go with --topology xmesh, whose size is --rows and --cols" --topology xmesh --edge 3
bad "--edge 1: must be a whole number from 2 to 128" --edge 1
bad "E11 hexmesh: fabric too large: its diameter 10 needs at least 11 buffers: use --buffers 11" --edge 11
bad "E10 hexmesh: fabric too large for the cycle engine: route tables have 256 entries" --edge 10 --engine cycle
bad "E6 hexmesh without --dead-links 91:0: a dead link is not in the fabric" --dead-links 91:0
bad "--pattern transpose needs a square fabric" --pattern transpose
bad "--pattern tornado needs rows and columns" --pattern tornado
bad "--pattern shuffle needs a fabric whose number of nodes is a power of two" --pattern shuffle
bad "names a node that is not in the fabric" --hot-spots 91
bad "--routing derouting is for topologies with ways round about: hexmesh, not 8 x 8 xmesh" --topology xmesh --routing derouting
bad "E7 hexmesh: fabric too large: its diameter 6 needs at least 12 buffers: use --buffers 12" --edge 7 --routing derouting
bad "--routing derouting is for fabrics of a diameter up to 16" --edge 18 --buffers 40 --routing derouting
printf 'fabric:\n  topology: hexmesh\n  edge: 4\n  rows: 4\n' >x.yaml
expect 2 "$FEDX" run x.yaml
echo "fedx run: x.yaml:4: fabric.rows does not go with fabric.topology: hexmesh, whose size is fabric.edge" | diff - err || fail "a file"

# What is printed gives the same fabric again.
expect 0 "$FEDX" config --topology hexmesh --edge 4 --print
cp out e4.yaml
expect 0 "$FEDX" config e4.yaml --command
echo "fedx run --topology hexmesh --edge 4" | diff - out || fail "a printed configuration is another one"

# Both engines, also round dead links; a pattern; hot spots; the largest edge.
both() { expect 0 "$FEDX" run --topology hexmesh --check-engine --cycles 10000 "$@"; }
both --edge 6 --load 0.9
both --edge 5 --dead-links 5:2,17:0 --pattern neighbour
both --edge 5 --dead-links 5:2,17:0 --routing derouting --selection random --load 1.2 --backpressure destination --backpressure-class
both --edge 4 --hot-spots 3,7 --pattern uniform --buffers 20
grep -q "^fabric      E4 hexmesh, 37 switches (37 model, 0 RTL, 0 in lockstep), diameter 3, mean distance 2.33" out ||
  fail "the results do not name an E4"
expect 0 "$FEDX" run --topology hexmesh --edge 128 --buffers 128 --cycles 300 --load 0.01 --drain none
grep -q "^fabric      E128 hexmesh, 48769 switches" out || fail "not an E128"

# A run that is interrupted and gone on with, and the map in nodes.csv: rows of a hexagon, one node longer each to the middle.
expect 0 "$FEDX" run --topology hexmesh --edge 3 --cycles 20000 --csv whole --json whole.json
expect 0 "$FEDX" run --topology hexmesh --edge 3 --cycles 20000 --csv parts --checkpoint run.ckpt --checkpoint-every 3000
diff whole/nodes.csv parts/nodes.csv || fail "a run with checkpoints gives other results"
awk -F, 'NR > 1 { print $2 }' whole/nodes.csv | sort -n | uniq -c | awk '{ print $1 }' | tr '\n' ' ' | grep -qx "3 4 5 4 3 " ||
  fail "rows of the map: $(cut -d, -f1-3 whole/nodes.csv)"
grep -q '"edge": 3,' whole.json || fail "the results have no edge"
! grep -q '"rows"' whole.json || fail "the results of an E3 have rows"

# RTL in lockstep, and a testbench with the model's outputs.
if [ -f "$FEDX_BUILD/libfedx_rtl.so" ]; then
  expect 0 "$FEDX" run --topology hexmesh --edge 3 --lockstep all --cycles 8000 --load 0.9 --json lockstep.json
  expect 0 "$FEDX" run --topology hexmesh --edge 3 --lockstep all --cycles 8000 --load 0.9 --routing derouting --latency 3
  grep -qE "^traffic .*, derouting routing" out || fail "not derouted"
  expect 0 "$FEDX" run --topology hexmesh --edge 2 --rtl 0-3 --lockstep 4-6 --cycles 8000 --latency 2 --faults single:1e-3
fi
expect 0 "$FEDX" gen-fabric --topology hexmesh --edge 2 --out fabric
grep -q "^// E2 hexmesh of Fed-X switches: 7 nodes" fabric/fedx_fabric.v || fail "the fabric in Verilog is no E2"
echo "$refused errors, both engines in 4 fabrics, lockstep in 3"
