#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Virtual-channel routers of any shape: one that equals a build writes the files of that build, whatever runs it; shapes that no build
# has run in lockstep with RTL that is built when it is first needed; many shapes are run at once; what cannot be had is said.
#   vcr_shapes.sh [--long]   --long: eight shapes in RTL in place of two, and longer
. "$(dirname "$0")/../common.sh"
cd "$scratch"

# comparable FOLDER: but for what the router is called, and how long it took
comparable() {
  sed -i '/^ran /d; /^routers /d' "$1/words"
  python3 - "$1/run.json" <<'END'
import json, sys
run = json.load(open(sys.argv[1]))
for key in "made_by", "seconds", "switch_cycles_per_second", "threads": run.pop(key, None)
run["fabric"].pop("router")
json.dump(run, open(sys.argv[1], "w"), indent=1)
END
}

# outputs FOLDER [PREFIX...] -- OPTION...: words and files of a run
outputs() {
  local folder=$1 prefix=()
  shift
  while [ "$1" != -- ]; do prefix+=("$1") && shift; done
  shift
  mkdir "$folder"
  expect 0 "${prefix[@]}" "$FEDX" run --cycles 1500 --load 0.4 --json "$folder/run.json" --csv "$folder/csv" --trace "$folder/trace" \
    --hops "$folder/hops" --record "$folder/record" "$@"
  grep -q ' packets ' out || grep -q '^packets ' out || fail "no packets: $*"
  command cp out "$folder/words"
  comparable "$folder"
}

# same BUILD SHAPE OPTION...: files of a build and of its shape (words of options)
runs=0
same() {
  local build=$1 shape=$2
  shift 2
  # shellcheck disable=SC2086
  { outputs a -- --router $build "$@" && outputs b -- --router $shape "$@"; }
  diff -r a b || fail "$shape is not $build: $*"
  rm -r a b
  runs=$((runs + 1))
}

# Each build by keys of another one, by both engines, which one of them cannot have, on several topologies
noc='vcr-wormhole --ports 5 --depth 4 --bypass off --speedup off'
tree='vcr-wormhole --vcs 1 --depth 64'
mesh='vcr-deep --depth 16'
deep='vcr-mesh --depth 64'
wormhole='vcr-tree --vcs 4 --depth 2'
grid=(--rows 4 --cols 4) levels=(--arity 4 --levels 2)
for topology in mesh torus; do
  same vcr "$noc" --topology $topology "${grid[@]}" --digest
  same vcr-wormhole "$wormhole" --topology $topology "${grid[@]}" --digest
  for engine in cycle event; do
    same vcr-mesh "$mesh" --topology $topology "${grid[@]}" --engine $engine
    same vcr-deep "$deep" --topology $topology "${grid[@]}" --engine $engine --packet-flits 48
  done
done
same vcr-mesh "$mesh" --topology xmesh "${grid[@]}" --digest --threads 2
same vcr-mesh "$mesh" --topology torus --rows 3 --cols 5 --dead-links 5:0 --check-engine
same vcr-wormhole "$wormhole" --topology tree "${levels[@]}" --digest
same vcr-tree "$tree" --topology tree "${levels[@]}" --engine cycle --digest
same vcr-tree "$tree" --topology tree "${levels[@]}" --engine event --sat ring --source bernoulli --threads 2

# Coverage: the points of the build, and with --via those of heads that come; none comes back from a PE
for router in vcr "$noc"; do
  # shellcheck disable=SC2086
  expect 0 "$FEDX" run --router $router --topology mesh "${grid[@]}" --cycles 1500 --load 0.4 --coverage "of ${router%% *}" --quiet
done
diff <(grep -v '"router"' "of vcr") <(grep -v '"router"' "of vcr-wormhole") || fail "a shape has other points than its build"
expect 0 "$FEDX" run --router vcr --topology mesh "${grid[@]}" --vcs 8 --via valiant --cycles 1500 --load 0.4 --coverage via --quiet
expect 0 "$FEDX" coverage via via --points intermediate
[ "$(grep -cE '^  (elsewhere|here|none), [0-4] +[1-9]' out)" -eq 14 ] && grep -qE '^  none, 4 +0' out || { cat out; fail "points of intermediate routers"; }

# A run that was interrupted, and several processes
long=(--cycles 2000000 --load 0.3 --workload single --topology torus "${grid[@]}")
mkdir whole again
expect 0 "$FEDX" run --router vcr-mesh "${long[@]}" --json whole/run.json
command cp out whole/words
# shellcheck disable=SC2086
expect 3 timeout --preserve-status -s INT 0.5 "$FEDX" run --router $mesh "${long[@]}" --json again/run.json --checkpoint run.ckpt
expect 0 "$FEDX" run --resume run.ckpt
command cp out again/words
comparable whole
comparable again
diff -r whole again || fail "a run of a shape that goes on is not that of its build"
processes=no
if (. "$here/mpi_launch.sh") >/dev/null 2>&1; then
  . "$here/mpi_launch.sh"
  # shellcheck disable=SC2086
  { outputs one -- --router vcr-mesh --topology torus "${grid[@]}" && outputs two "$mpirun" -n 2 -- --router $mesh --topology torus "${grid[@]}"; }
  diff -r one two || fail "two processes run another fabric"
  processes=yes
fi

# Twelve shapes, more than there are places for, in one sweep: each point is what it is alone
cat >many.yaml <<'END'
title: many shapes
seeds: 1
x: channels.depth
values: [8, 9, 10, 11, 12, 13]
y: message_latency.mean_cycles
y_label: latency
base: [fabric.router=vcr, fabric.topology=mesh, fabric.rows=4, fabric.cols=4, channels.bypass=on, channels.speedup=on, channels.packet_flits=8, run.cycles=2000, traffic.load=0.3]
curves:
  - {name: three, set: [channels.vcs=3]}
  - {name: five, set: [channels.vcs=5]}
END
expect 0 "$FEDX" sweep many.yaml --out many --jobs 11 --quiet
expect 0 "$FEDX" sweep many.yaml --out many1 --jobs 1 --quiet
diff many/many.csv many1/many.csv || fail "shapes that run beside each other are not what they are alone"
[ "$(cut -d, -f4 many/many.csv | sort -u | wc -l)" -ge 8 ] || fail "shapes make no difference"

# bad WORDS OPTION...
bad() { refused "$1" "$FEDX" run --cycles 100 "${@:2}"; }
bad "--ports 6 goes with --router vcr, vcr-tree, vcr-mesh, vcr-deep, vcr-wormhole, not with --router fedx" --ports 6
bad "--ports 13: must be a whole number from 2 to 12, or auto" --router vcr --ports 13
bad "--vcs 17: must be a whole number from 1 to 16, or auto" --router vcr --vcs 17
bad "--vcs 0: must be" --router vcr --vcs 0
bad "--depth 1: must be a whole number from 2 to 64, or auto" --router vcr --depth 1
bad "--depth deep: must be" --router vcr --depth deep
bad "--flit-bits 192: must be one of auto, 64, 128, 256" --router vcr --flit-bits 192
bad "--table-size 9: a route table needs a route stage: --route-stage on" --router vcr --table-size 9
bad "has 4 ports, and 8 x 8 mesh needs port 4 of router 0" --router vcr --ports 4 --topology mesh
bad "a packet has 8192 bits at most, and flits of --router vcr have 256" --router vcr --flit-bits 256 --packet-flits 33 --topology mesh
bad "no RTL of a terminal" --router vcr --vcs 3 --topology mesh --lockstep-terminals
bad "for router 0 port 0 channel 0" --router vcr --vcs 1 --topology torus
bad "route table for fewer endpoints" --router vcr --route-stage on --table-size 8 --topology mesh --rows 3 --cols 4
refused "must be one of fedx, vcr," "$FEDX" verify --router vcr-5p4v4d192f

# Its testbench has the stimulus for its shape.
if command -v iverilog >/dev/null; then
  expect 0 "$FEDX" gen-tb --router vcr --ports 3 --vcs 2 --depth 3 --flit-bits 128 --cycles 3000 --out testbench
  expect 0 make -C testbench icarus
  grep -q "PASS: 3000 cycles compared" out || { cat out; fail "the testbench of a shape"; }
fi
command -v verilator >/dev/null || { echo "$runs runs are those of builds, processes: $processes; no RTL without verilator" && exit; }

# RTL of shapes, built once each
export XDG_CACHE_HOME=$scratch/cache CXXFLAGS=-O0
with_quick_clang "$scratch/quick"
# compared COMMAND...
compared() {
  expect 0 "$@"
  grep -E '^compared .* [1-9][0-9]* named registers, .*: 0 differences' out || { cat out; fail "nothing compared: $*"; }
}
# pick VARIABLE WORDS...: one of them, at random
pick() {
  local -n picked=$1
  shift
  shift $((RANDOM % $#))
  # shellcheck disable=SC2034 # the caller's
  picked=$1
}

# in_rtl CYCLES OPTION...: a fabric of a shape in lockstep, then one of its routers alone
built=0
in_rtl() {
  local cycles=$1 name
  shift
  compared "$FEDX" run "$@" --workload single --load 0.6 --cycles 5000 --lockstep all --quiet --json shape.json
  name=$(python3 -c 'import json; print(json.load(open("shape.json"))["fabric"]["router"])')
  touch marker
  compared "$FEDX" run "$@" --load 0.2 --cycles 1000 --lockstep 0 --rtl 1-3 --quiet
  compared "$FEDX" verify --router "$name" --cycles "$cycles" --quiet
  compared "$FEDX" verify --router "$name" --inject 2048 --quiet
  built=$((built + 1))
  [ "$(find cache -name '*.so' | wc -l)" -eq $built ] && [ -z "$(find cache -name '*.so' -newer marker)" ] || fail "$name: its RTL is not built once"
  echo "$name is its RTL"
}

shapes=1 cycles=20000 bits="" bypass="" speedup="" stage=""
[ "${1-}" != --long ] || shapes=4 cycles=1000000
RANDOM=43
for ((k = 0; k < shapes; k++)); do
  pick bits 64 128 256 && pick bypass off on && pick speedup off on && pick stage off on
  in_rtl $cycles --router vcr --topology mesh --rows 2 --cols 4 --via valiant --ports $((5 + RANDOM % 3)) --vcs $((2 + RANDOM % 3)) --depth $((2 + RANDOM % 9)) \
    --flit-bits "$bits" --bypass "$bypass" --speedup "$speedup" --route-stage "$stage"
  pick speedup off on && pick stage off on
  in_rtl $cycles --router vcr-tree --topology tree --arity 2 --levels 3 --ports $((4 + RANDOM % 2)) --vcs $((1 + RANDOM % 4)) --depth $((2 + RANDOM % 9)) \
    --speedup "$speedup" --route-stage "$stage"
done

# Intermediate routers in a torus and in a dragonfly, a million router-cycles each
if [ "${1-}" = --long ]; then
  expect 0 "$FEDX" topology dragonfly --size 3,2 --endpoints 1 -o dragonfly.yaml
  in_rtl $cycles --router vcr --vcs 6 --topology torus --rows 4 --cols 4 --via romm
  in_rtl $cycles --router vcr --ports 7 --vcs 4 --depth 8 --packet-flits 8 --route-stage on --table-size 64 --topology graph --graph dragonfly.yaml --via valiant
fi

# Routes that are given, in one shape: a million router-cycles each by --long
expect 0 "$FEDX" topology random --size 16,3 --seed 3 -o random.yaml
table=(--router vcr --route-stage on --table-size 64 --load 0.3 --workload single --lockstep all --quiet)
for routes in west-first odd-even o1turn; do
  compared "$FEDX" run "${table[@]}" --topology mesh "${grid[@]}" --routes $routes --cycles $((cycles / 15))
done
compared "$FEDX" run "${table[@]}" --topology graph --graph random.yaml --routes up-down --cycles $((cycles / 15))

# Two channels with room for a packet each, near saturation: a head whose port is full from this cycle on sees last resorts at outputs that
# nobody has looked at before.
for seed in 8 21 22 23 24 25; do
  for arbitration in oldest round-robin; do
    expect 0 "$FEDX" run --router vcr --ports 5 --vcs 2 --depth 7 --bypass on --speedup on --route-stage on --table-size 16 --topology mesh \
      --rows 4 --cols 2 --packet-flits 7 --workload single --load 0.88 --arbitration $arbitration --seed $seed --cycles 4000 --check-engine
    grep -q '^engines .*: 0 differences$' out || fail "seed $seed, $arbitration: nothing was compared"
  done
done

# A router of the user's own of such a shape that is wrong: kept, and shown again
expect 1 "$FEDX" run --router vcr --vcs 3 --depth 6 --topology mesh --rows 2 --cols 2 --lockstep all --load 1 --cycles 3000 --quiet \
  --dut "$FEDX_BUILD/examples/vcr_unfair/vcr_unfair.f" --top vcr_router --map "$FEDX_SOURCE/examples/vcr_regs.yaml" \
  --parameter VCS=3 --parameter DEPTH=6 --bundle bundle
expect 1 "$FEDX" replay bundle --trust
grep -q 'the difference that was recorded' out || fail "the bundle does not show it again"
echo "$runs runs are those of builds, processes: $processes; $built shapes are their RTL"
