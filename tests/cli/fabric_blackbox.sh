#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Third-party routers among the models of a fabric, of AXI4-Stream switches and of virtual-channel routers: with ready, with credits and
# with virtual channels; alone, side by side and beside nodes in lockstep; the same with two threads; faults in them, which are found
# and named at their nodes; what cannot be had.
. "$(dirname "$0")/../common.sh"
cd "$scratch"
export CXXFLAGS=-O0
routers=$FEDX_SOURCE/examples/your-router
mesh=(--router axis-noc --topology mesh --rows 4 --cols 4 --blackbox "$routers/stream_node.yaml")
# Node 1 has three ports.
cat >line.yaml <<'END'
routers: 3
links: [[0, 1, 1, 2], [1, 1, 2, 1]]
endpoints: [[0, 0], [1, 0], [2, 0]]
END
vcr=(--router vcr --topology mesh --rows 4 --cols 4 --credit-latency 2 --routing deterministic --prefer dimension --blackbox "$routers/stream_node.yaml")
channels=(--router vcr-mesh --vcs 2 --packet-flits 4 --topology graph --graph line.yaml --routing deterministic --blackbox-nodes 1)
line=(--router axis-noc --topology graph --graph line.yaml --blackbox-nodes 1)

# through PACKETS OPTION...: all packets are delivered, and so many at least went through each black box
all=0
through() {
  local least=$1
  shift
  expect 0 "$FEDX" run --cycles 6000 --quiet "$@" --json run.json
  all=$((all + $(python3 - "$least" <<'END'
import json, sys
run = json.load(open("run.json"))
packets, nodes = run["packets"], run["black_box"]["nodes"]
assert packets["created"] == packets["injected"] == packets["delivered"], packets
total = 0
for node in nodes:
    ports = node["ports"]
    assert node["packets_in"] == node["packets_out"] >= int(sys.argv[1]) and node["bits_compared"] and node["wrong"] is None, node
    assert sum(p["packets_in"] for p in ports) == sum(p["packets_out"] for p in ports) == node["packets_in"], node
    assert all(p["latency"]["min_cycles"] <= p["latency"]["mean_cycles"] <= p["latency"]["max_cycles"] for p in ports if p["latency"]), ports
    total += node["packets_out"]
print(total)
END
))) || fail "packets are missing, or the figures are wrong: $*"
}
through 2000 "${mesh[@]}" --blackbox-nodes 5 --load 0.4 --keep built
through 1000 "${mesh[@]}" --load 0.4 --keep built
[ "$(grep -c '"node"' run.json)" = 16 ] || fail "not every node is a black box"
through 1000 "${mesh[@]}" --blackbox-nodes 5,6,9 --load 0.7 --packet-beats 16 --keep built
mv run.json mesh.json
for router in stream_switch credit_router vc_router; do
  through 2000 "${line[@]}" --load 0.5 --blackbox "$routers/$router.yaml" --keep "$router"
done
# Of channels that share one of the router, and that have each their own
through 400 "${vcr[@]}" --blackbox-nodes 5,6 --load 0.3 --keep built
through 200 "${vcr[@]}" --load 0.8 --keep built
through 400 --router vcr-mesh --topology torus --rows 4 --cols 4 --routing deterministic --routes up-down --cables 1 --load 0.3 \
  --blackbox "$routers/stream_node.yaml" --blackbox-nodes 0,5 --keep built
for router in credit_router vc_router; do
  through 3000 "${channels[@]}" --load 0.8 --blackbox "$routers/$router.yaml" --keep "$router"
done
# ... of a mesh router, which does not send back where a packet came from
through 2000 --router axis-noc --topology mesh --rows 3 --cols 3 --load 0.5 --blackbox "$routers/mesh_router.yaml" --blackbox-nodes 4
# Packets without a gap inside wait until they are whole.
sed 's/max_flits: 9/max_flits: 9, gaps: no/; s/gaps: yes, //; s/, gaps: yes//; s,files: ,&'"$routers"'/,' "$routers/stream_switch.yaml" >gapless.yaml
grep -q 'gaps: no' gapless.yaml || fail "stream_switch.yaml has another line of packets"
through 2000 "${line[@]}" --load 0.5 --blackbox gapless.yaml

# digest OPTION...: of a run with two black boxes
digest() {
  expect 0 "$FEDX" run --cycles 4000 --blackbox-nodes 5,6 --keep built --digest "$@"
  grep '^digest ' out || fail "no digest with $*"
}
for fabric in mesh vcr; do
  declare -n options=$fabric
  digest "${options[@]}" --load 0.4 >one
  digest "${options[@]}" --load 0.4 --threads 2 | diff one - || fail "two threads give another digest"
  digest "${options[@]}" --load 0.4 --lockstep 1,9 --rtl 10 | diff one - || fail "nodes of RTL beside black boxes give another digest"
  grep -qE '^compared +[1-9][0-9]{3,} ' out || fail "nothing compared in lockstep"
done
expect 0 "$FEDX" run --cycles 4000 --load 0.6 "${mesh[@]}" --blackbox-nodes 5,6 --keep built --report page --csv tables --hops hops.txt --quiet
grep -q 'black_box' page/report.json || fail "the page says nothing of black boxes"

# found NODE TEXT OPTION...: a fault ends the run, named at its node
found() {
  local node=$1 text=$2
  shift 2
  expect 1 "$FEDX" run --cycles 20000 --quiet "$@"
  grep -qE "^failed: cycle [0-9]+ of the fabric, node $node: black box [a-z_]+: $text" out || fail "not found: $*: $(cat out)"
  grep -q 'to verify it alone: fedx blackbox ' out || fail "nothing is said of the router alone"
}
found 5 'stable: output [0-4] takes its valid back' "${mesh[@]}" --blackbox-nodes 5 --define FAULT_DEST --load 0.6
found 5 'stable: output [0-4] changes the flit' "${mesh[@]}" --blackbox-nodes 5 --define FAULT_STALL --load 0.6 --packet-beats 8
found 5 'lost: packet [0-9]+ .* and nothing of it comes out; it is packet 0 of message 0 from PE [0-9]+ to PE [0-9]+' "${mesh[@]}" \
  --blackbox-nodes 5 --define FAULT_SINGLE --packet-beats 1 --json lost.json
grep -q '"wrong": "black box stream_switch: lost: ' lost.json || fail "the JSON does not say what is wrong"
found 1 'framing: packet .* where its flit [0-9] was due, packet [0-9]+ begins at output' "${line[@]}" --blackbox "$routers/credit_router.yaml" \
  --define FAULT_MIX --load 0.5
found 1 'credits: output [0-2] sends a flit of virtual channel [01] without a credit' "${channels[@]}" \
  --blackbox "$routers/credit_router.yaml" --define FAULT_COUNT --load 0.8
found 1 'progress: packet .* does not come through: for 2001 cycles nothing moves' "${channels[@]}" --blackbox "$routers/credit_router.yaml" \
  --define FAULT_CREDIT --load 0.8
got=0
"$here/cli/schema.py" "$FEDX_SOURCE/docs/reference/results.schema.json" mesh.json lost.json >/dev/null || got=$?
[ $got = 0 ] || [ $got = 77 ] || fail "the JSON is not as its schema says"

# What cannot be had
run=("$FEDX" run "${mesh[@]}")
refused 'blackbox-nodes 16 names a node that is not in the fabric' "${run[@]}" --blackbox-nodes 16
refused 'blackbox-nodes none: there must be one at least' "${run[@]}" --blackbox-nodes none
refused 'blackbox-nodes 5-7: node 5 is in --rtl or --lockstep, too' "${run[@]}" --blackbox-nodes 5-7 --lockstep 5
refused 'blackbox-nodes 5 needs --blackbox' "$FEDX" run --blackbox-nodes 5
refused 'packets of this fabric have 17 flits, and those of the router 1 to 16' "${run[@]}" --packet-beats 17
refused 'inputs 0 to 2 and outputs 0 to 3, and node 0 has a link at port 4' "${run[@]}" --blackbox "$routers/stream_switch.yaml"
refused 'there is no adapter to --router fedx' "$FEDX" run --blackbox "$routers/stream_node.yaml"
refused 'with --blackbox all packets have one way: give --routing deterministic' "$FEDX" run "${vcr[@]}" --routing adaptive
refused 'router-latency does not go with --blackbox, which has its own' "$FEDX" run "${vcr[@]}" --router-latency 4
refused 'packets can wait for each other for ever, from router 0 port 0 over 4 links' "$FEDX" run "${vcr[@]}" --topology torus
refused 'the router has 2 virtual channels, and --router vcr-mesh has 4' "$FEDX" run "${channels[@]}" --vcs 4 --blackbox "$routers/credit_router.yaml"
refused 'must go in without gaps' "$FEDX" run "${channels[@]}" --depth 4 --packet-flits 9 --blackbox gapless.yaml
refused '--responses does not go with --blackbox' "$FEDX" run "${channels[@]}" --responses 2 --alloc-credits depth --blackbox "$routers/credit_router.yaml"
refused '--sat does not go with --blackbox' "$FEDX" run --router vcr-tree --topology tree --arity 2 --levels 2 --routing deterministic --sat ring \
  --blackbox "$routers/stream_node.yaml"
refused 'blackbox' "$FEDX" gen-fabric "${vcr[@]}" -o verilog
refused 'blackbox needs the cycle engine' "${run[@]}" --engine event
refused '--checkpoint does not go with --blackbox' "${run[@]}" --checkpoint saved
refused '--coverage does not go with --blackbox' "${run[@]}" --coverage hits.json
refused 'in a fabric a router cannot have drops' "${run[@]}" --blackbox "$routers/stream_store.yaml"
refused 'in a fabric a router cannot have network' "${run[@]}" --blackbox "$routers/mesh_4x4.yaml"
refused 'in a fabric a router cannot have responses' "${run[@]}" --blackbox "$routers/read_switch.yaml"
refused 'in a fabric a router cannot have interleaved' "${run[@]}" --blackbox "$routers/lane_switch.yaml"
refused 'absent.yaml' "${run[@]}" --blackbox absent.yaml
refused 'go with --dut FILES or --blackbox FILE' "$FEDX" run --define A
cat >box.yaml <<END
fabric: {router: axis-noc, topology: mesh, rows: 4, cols: 4, blackbox: $routers/stream_node.yaml}
END
refused 'box.yaml:1: fabric.blackbox: ' "$FEDX" report box.yaml --report page2
grep -q 'fedx run builds it, and no other command does' err || fail "it is not said who builds it"
echo "$all packets went through black boxes of 6 descriptions, and 6 faults were named at their nodes"
