#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Meshes and tori end to end: both engines, RTL in lockstep, faults, dead links, a fabric in Verilog, and what does not fit, trees among it.
. "$(dirname "$0")/../common.sh"
cd "$scratch"

bad() { refused_exactly "fedx run: $1" "$FEDX" run --cycles 1000 "${@:2}"; }
bad "--arity does not go with --topology mesh, whose size is --rows and --cols" --topology mesh --arity 3
bad "--rows does not go with --topology tree, whose size is --arity and --levels" --topology tree --rows 3
bad "--levels does not go with --topology hexmesh, whose size is --edge" --topology hexmesh --levels 2
bad "--topology tree is for routers with an endpoint at any port, and the Fed-X switch has one PE, at port 6: use xmesh, hexmesh, mesh or torus" \
  --topology tree
bad "4-ary 16-tree: fabric too large: a tree has at most 65536 endpoints (16 bits of number)" --topology tree --levels 16
bad "1 x 1 torus: a mesh or a torus needs at least 2 nodes" --topology torus --rows 1 --cols 1
bad "6 x 6 mesh: fabric too large: its diameter 10 needs at least 11 buffers: use --buffers 11" --topology mesh --rows 6 --cols 6
bad "3 x 3 mesh without --dead-links 0:1: a dead link is named twice, or was never there" --topology mesh --rows 3 --cols 3 --dead-links 0:1
bad "3 x 3 mesh without --dead-links 0:4: a dead link is not in the fabric" --topology mesh --rows 3 --cols 3 --dead-links 0:4

both() { expect 0 "$FEDX" run --check-engine --cycles 10000 "$@"; }
both --topology torus --rows 6 --cols 6 --buffers 20 --load 0.9
both --topology mesh --rows 6 --cols 6 --buffers 20 --pattern transpose --csv mesh
both --topology torus --rows 2 --cols 5 --dead-links 0:2 --routing deterministic --hot-spots 3
both --topology mesh --rows 1 --cols 4 --load 0.3
[ "$(wc -l <mesh/links.csv)" -eq 121 ] || fail "a 6 x 6 mesh has 120 links, counted in both directions"
[ ! -e mesh/routers.csv ] || fail "a table of routers where the nodes are routers"
expect 0 "$FEDX" run --router vcr-wormhole --topology mesh --rows 4 --cols 4 --workload single --load-unit link --load 0.1 \
  --pattern bit-complement --second-load 0.1 --second-pattern bit-complement --cycles 500 --csv tasks
[ "$(wc -l <tasks/nodes.csv)" -eq 33 ] && [ "$(wc -l <tasks/routers.csv)" -eq 17 ] || fail "two PEs a router, and no table of routers"
expect 0 "$FEDX" run --topology torus --rows 3 --cols 3 --engine cycle --cycles 8000 --faults single:1e-3

if [ -f "$FEDX_BUILD/libfedx_rtl.so" ]; then
  expect 0 "$FEDX" run --topology mesh --rows 3 --cols 4 --lockstep all --cycles 6000 --load 0.9
  expect 0 "$FEDX" run --topology torus --rows 3 --cols 2 --rtl 0-2 --lockstep 3-5 --cycles 6000 --latency 2
fi
expect 0 "$FEDX" gen-fabric --topology torus --rows 2 --cols 2 --out fabric
grep -q "^// 2 x 2 torus of Fed-X switches: 4 nodes" fabric/fedx_fabric.v || fail "the fabric in Verilog is no torus"
echo "$refused errors, both engines in 4 fabrics, lockstep in 2"
