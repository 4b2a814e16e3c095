#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What --json writes is what docs/reference/results.schema.json says, whatever the run; damaged results are not. The same for --report
# and report.schema.json.
. "$(dirname "$0")/../common.sh"
mkdir "$scratch/results" "$scratch/reports"

run() { # NAME STATUS OPTIONS...: the results of a small run
  local name=$1 status=$2
  shift 2
  expect "$status" "$FEDX" run --rows 4 --cols 4 --cycles 20000 --quiet "$@" --json "$scratch/results/$name.json"
}
has() { # NAME TEXT...: the run is the case that it is meant to be
  local name=$1 text
  shift
  for text in "$@"; do
    grep -qF -- "$text" "$scratch/results/$name.json" || fail "$name: no $text in its results"
  done
}

run plain 0 --record "$scratch/messages"
run cycle 0 --engine cycle --digest --drain packets
if [ -f "$FEDX_BUILD/libfedx_rtl.so" ]; then
  run lockstep 0 --rows 2 --cols 2 --cycles 4000 --lockstep all
  has lockstep '"lockstep_nodes": 4'
fi
run hot 0 --hot-spots 5 --load 0.5
run hot_load 0 --hot-spots 5,6 --hot-load 0.3
has hot '"hot_load": "backlog"' '"to_hot_spots"'
run faults 0 --faults single:1e-3
printf 'faults:
  - {kind: stuck_1, node: 5, port: 6, wire: acc, cycle: 3000, length: 9000}
  - {kind: stuck_0, node: 5, port: 6, wire: refuse, cycle: 3000, length: 9000}
  - {kind: reset, node: 9, cycle: 8000}\n' >"$scratch/held.yaml"
run held 1 --faults "$scratch/held.yaml"
has held '"where": "lost_by_reset"' '"outcome": "not_conserved"'
run replay 0 --replay "$scratch/messages"
has replay '"load": null'
run windows 0 --window-packets 150 --windows 3 --drain none
has windows '"complete": 3' '"nodes":'
run no_window 0 --cycles 3000 --window-packets 1000000 --hot-spots 5 --drain none
has no_window '"complete": 0' '"jain": null'
run short 0 --cycles 100 --warmup 95 --drain none
has short '"saturated": null' '"mean_cycles": null' '"mean_at_least_cycles": null' '"mean_used": null' '"max_used": null' '"mean_queued_packets": null' '"mean_path_hops": null'
run few 0 --cycles 3000
has few '"interval": "few"'
run unsteady 0 --load 0.7 --cycles 100000 --seed 2
has unsteady '"interval": "unsteady"' '"interval": "correlated"'
run saturated 0 --load 2 --cycles 100000 --drain none
has saturated '"saturated": true' '"interval": "saturated"'
run detected 0 --detect-warmup --load 0.3
has detected '"steady": '
run precise 0 --load 0.3 --precision 20
has precise '"reached": true'
run hopeless 0 --load 1.5 --precision 5 --max-cycles 40000
has hopeless '"reached": false'
run settled 0 --load 0.3 --workload single --settle 20
has settled '"verdict": "settled"'
run budget 0 --load 0.3 --settle 1 --max-cycles 20000
has budget '"verdict": "budget"'
run bursts 0 --source onoff --pattern hot-region
run alpha 0 --alpha 8 --skip-blocked --workload wk30
run wide 0 --buffers 20
expect 0 "$FEDX" run --topology hexmesh --edge 3 --spread --cycles 20000 --quiet --json "$scratch/results/hexagon.json"
has hexagon '"edge": 3'
run vcr 0 --router vcr --topology mesh --load 0.3
run axis 0 --router axis-noc --topology mesh --load 0.3
has vcr '"router": "vcr"' '"flow": null' '"off_way": 0'
run tasks 0 --router vcr-wormhole --topology mesh --load-unit link --load 0.1 --pattern bit-complement --second-load 0.1 --second-pattern bit-reversal
has tasks '"second_task": {' '"first_task": {' '"link_load": 0.1'
run answered 0 --router vcr-mesh --topology mesh --load 0.3 --responses 2 --distances
has answered '"latency_by_distance": [' '"responses": {' '"requests": {' '"round_trip_latency": {'
run multicasts 0 --router vcr-mesh --topology mesh --load 0.3 --multicast 0.2
has multicasts '"multicast": {' '"copy_latency": {' '"first_copy_latency": {' '"last_copy_latency": {'
run vcr_faults 1 --router vcr --topology mesh --load 0.3 --faults random:1e-5 --drain packets
has vcr_faults '"order":' '"conserved": false'
run torus 0 --topology torus
has torus '"topology": "torus"' '"rows": 4'
run stuck 1 --no-class-rule --backpressure none --limit-dest 0 --limit-trans 0 --workload wk30 --load 1.5 \
  --eject-priority 0 --cycles 400000 --stall 20000
has stuck '"outcome": "stall"'
expect 0 "$FEDX" sweep figure-02 --preview --set fabric.rows=3 --set fabric.cols=3 --set run.cycles=4000 --set run.warmup=500 --quiet \
  --out "$scratch/sweep"
# The rest of its many points are like these.
for point in $(find "$scratch/sweep/points" -name '*.json' | sort | head -n 20); do
  cp "$point" "$scratch/results/point-$(basename "$point")"
done

# fedx verify: good, and with a mutant in the RTL, whose difference is told with a command that finds it again
verify() { # NAME STATUS OPTIONS...
  local name=$1 status=$2
  shift 2
  expect "$status" "$FEDX" verify --quiet "$@" --json "$scratch/results/$name.json"
}
# repeats NAME OPTION...: the command of its difference ends with the same one
repeats() {
  local command
  command=$(/usr/bin/python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["difference"]["repeat"])' "$scratch/results/$1.json")
  (cd "$scratch" && PATH=$(dirname "$FEDX"):$PATH bash -c "$command ${*:2}" >"$scratch/repeated") && fail "$1 is not repeated"
  grep -qF "$(sed -nE 's/^mismatch: (.*)/\1/p' "$scratch/out")" "$scratch/repeated" || fail "$1: another difference by $command"
}
if [ -f "$FEDX_BUILD/libfedx_rtl.so" ]; then
  verify verify 0 --cycles 20000 --coverage "$scratch/coverage.json"
  verify inject 0 --inject 10000
  wrong="$scratch/a wrong one.so"
  "$here/mutants/run.sh" --object "$wrong" pool_release_lost >/dev/null
  verify different 1 --rtl-object "$wrong" --bundle "$scratch/bundle"
  has different '"kind": "register"' "\"bundle\": \"$scratch/bundle\"" '"pass": "profiles"'
  repeats different --quiet --no-bundle
  replay() { # NAME STATUS RTL: the bundle of that difference
    expect "$2" "$FEDX" replay "$scratch/bundle" --rtl-object "$3" --json "$scratch/results/$1.json"
  }
  replay replayed 1 "$wrong"
  has replayed '"outcome": "mismatch"' '"recorded": true' "\"bundle\": \"$scratch/bundle\""
  repeats replayed
  expect 1 "$FEDX" replay "$scratch/bundle" --rtl-object "$wrong" --json -
  cmp "$scratch/out" "$scratch/results/replayed.json" || fail "replayed: something else on standard output"
  replay repaired 0 "$FEDX_BUILD/libfedx_rtl.so"
  has repaired '"outcome": "good"' '"recorded": null'
  verify different_injected 1 --rtl-object "$wrong" --inject 10000
  has different_injected '"kind": "register"' '"batch": 0'
  repeats different_injected --quiet --no-bundle
  verify no_pass 1 --rtl-object "$wrong" --pins --cycles 2000000
  has no_pass '"bundle": null'
  expect 1 "$FEDX" run --rows 4 --cols 4 --lockstep all --cycles 20000 --rtl-object "$wrong" --bundle "$scratch/bundle2" --quiet \
    --json "$scratch/results/run_different.json"
  has run_different '"outcome": "mismatch"' "\"bundle\": \"$scratch/bundle2\""
fi
# A virtual-channel router, right and wrong, in place of its RTL
router=(--router vcr --rtl-object "$FEDX_BUILD/tests/libvcr_wrong.so")
verify vcr_verify 0 "${router[@]}" --cycles 20000 --coverage "$scratch/vcr_coverage.json"
verify vcr_inject 0 "${router[@]}" --inject 4096
has vcr_verify '"router": "vcr"' '"settings": '
if [ -e "$FEDX_BUILD/libvcr_terminal_noc.so" ]; then
  verify vcr_terminal 0 --router vcr-terminal --cycles 20000
  has vcr_terminal '"router": "vcr-terminal"' '"illegal": '
fi
usual=$FEDX_BUILD/libaxis_usual.so
if [ -e "$usual" ]; then
  verify axis 0 --router axis --cycles 20000
  verify axis_shape 0 --router axis-4x4 --rtl-object "$usual" --cycles 20000
  verify axis_different 1 --router axis-4x4-dest4 --rtl-object "$FEDX_BUILD/libaxis_odd.so" --cycles 20000 --no-bundle
  verify axis_noc 0 --router axis-noc --cycles 20000
  has axis_shape '"router": "axis-4x4"' '"noise": '
  has axis_different '"router": "axis-4x4"' '"kind": "pin"'
fi
export VCR_WRONG=wire
verify vcr_different 1 "${router[@]}" --no-bundle
has vcr_different '"outcome": "mismatch"'
repeats vcr_different --quiet --no-bundle
verify vcr_different_injected 1 "${router[@]}" --inject 10000
repeats vcr_different_injected --quiet --no-bundle
unset VCR_WRONG

# fedx blackbox: good and wrong, of one class and of two, of sizes, seeds and loads; proofs are in tests/cases/blackbox/proofs
if command -v verilator >/dev/null; then
  with_quick_clang "$scratch/quick"
  export QUICK_TESTBENCH=yes CXXFLAGS=-O0
  cp "$FEDX_SOURCE"/examples/your-router/*.yaml "$FEDX_SOURCE"/examples/your-router/*v "$here"/cases/blackbox/classes/counter.* "$scratch"
  box() { # NAME STATUS DESCRIPTION OPTIONS...
    expect "$2" "$FEDX" blackbox "$scratch/$3.yaml" --quiet --no-bundle --cycles 5000 --json "$scratch/results/box_$1.json" "${@:4}"
  }
  box good 0 stream_switch
  box wrong 1 stream_switch --define FAULT_DEST
  has box_wrong '"check": "misdelivered"' '"waves": {' '"bundle": null'
  box credits 1 counter --parameter WRONG=1 --cycles 200000
  has box_credits '"credit": [' '"ready": [' '"other_classes": ['
  box classes 0 axi_crossbar
  has box_classes '"classes": [' '"responses": {'
  box class_wrong 1 axi_crossbar --define FAULT_SWALLOW --cycles 60000
  has box_class_wrong '"response_history": ['
  box sizes 1 stream_sweep --define FAULT_SQUARE --cycles 20000
  has box_sizes '"format": "fedx-router-sweep"' '"result": "FAILED"' '"result": "good"'
  box seeds 0 stream_switch --seeds 1..2
  expect 0 "$FEDX" blackbox "$scratch/credit_router.yaml" --quiet --performance "$scratch/curves" --cycles 2000 --report "$scratch/reports/loads"
  cp "$scratch/curves/curves.json" "$scratch/results/box_loads.json"
  has box_loads '"format": "fedx-router-performance"' '"saturated": null'
fi
"$here/cli/schema.py" "$FEDX_SOURCE/docs/reference/results.schema.json" "$scratch"/results/*.json

# Data of reports
report() { # NAME COMMAND ARGUMENT...
  local name=$1
  shift
  expect 0 "$FEDX" "$@" --quiet --report "$scratch/reports/$name"
}
report run run --rows 4 --cols 4 --cycles 20000 --load 0.9 --hot-spots 5 --spread --distances
report token run --router vcr-tree --topology tree --arity 4 --levels 2 --workload single --load 1 --source bernoulli --terminal-queue \
  --pattern hot-region --sat ring --sat-l 3 --sat-k 4 --drain none --cycles 3000
report verify verify --cycles 20000 --coverage "$scratch/coverage.json"
report vcr verify --router vcr --cycles 20000
report sweep sweep figure-02 --preview --set fabric.rows=3 --set fabric.cols=3 --set run.cycles=4000 --set run.warmup=500 --out "$scratch/points"
if [ -f "$FEDX_BUILD/libfedx_rtl.so" ]; then
  expect 1 "$FEDX" verify --rtl-object "$wrong" --cycles 100000 --no-bundle --quiet --report "$scratch/reports/different"
fi
"$here/cli/report_schema.py" "$FEDX_SOURCE/docs/reference" "$scratch"/reports/*/report.json
