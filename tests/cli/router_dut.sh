#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A router of any other make: what is wrong with a description or an option is said before anything is built; a first description is
# written from the ports; a right switch passes, and a wrong one is found, made small, and shown in Icarus and in Verilator.
#   router_dut.sh [--long]   --long: every router of examples/your-router with each of its faults; the right ones for 10 million cycles
. "$(dirname "$0")/../common.sh"
command -v verilator >/dev/null || fail "no verilator"
# What is found does not depend on how fast it is.
export CXXFLAGS=-O0 TMPDIR=$scratch/tmp
mkdir "$TMPDIR"
cd "$scratch"
cp -r "$FEDX_SOURCE/examples/your-router" mine

# good DESCRIPTION CYCLES: it passes, and every check that it can make is made
good() {
  expect 0 "$FEDX" blackbox --quiet "mine/$1.yaml" --cycles "$2" --json good.json --keep "built-$1"
  for check in lost duplicate misdelivered corrupted order framing progress reset; do
    python3 -c 'import json, sys; c = json.load(open("good.json"))["checks"][sys.argv[1]]; sys.exit(not (c["good"] and c["count"] > 0))' $check ||
      fail "$1: nothing is checked of $check, or it is not good"
  done
}

# covered DESCRIPTION CYCLES: as built by good, all of its points are hit, and in fewer cycles than these
covered() {
  expect 0 "$FEDX" blackbox --quiet "mine/$1.yaml" --cycles "$2" --until-covered --json covered.json --keep "built-$1"
  python3 -c 'import json, sys
run = json.load(open("covered.json"))
groups = run["points"]
missing = {name: group["missing"] for name, group in groups.items() if group["missing"] or group["hit"] != group["points"]}
sys.exit(f"missing: {missing}" if missing or run["cycles"] >= int(sys.argv[1]) or sum(g["hit"] for g in groups.values()) < 50 else 0)' "$2" ||
    fail "$1: not all points are hit"
}

# right DESCRIPTION BUNDLE: right.v, the bundle's network with the sources as they are without a fault
right() {
  sed '/^endmodule/q' "$2/network.v" >"$2/right.v"
  sed -nE '/^files:/{s/^files: *//; s/[][,]+ */\n/g; p}' "mine/$1.yaml" | while read -r file; do [ -z "$file" ] || cat "mine/$file"; done >>"$2/right.v"
}

# replayed BUNDLE SIMULATOR: the testbench fails there, and passes when the network is right
replayed() {
  expect 2 make -s -C "$1" "$2"
  grep -q '^FAIL: ' out || { cat out; fail "$1: $2 shows nothing"; }
  expect 0 make -s -C "$1" "$2" NETWORK=right.v
  grep -q '^PASS: ' out || { cat out; fail "$1: $2 shows something wrong with a right router"; }
  shown=$((shown + 1))
}

# wrong DESCRIPTION FAULT CHECKS [SIMULATOR...]: one of these finds it, in ten packets or fewer, and so do Icarus and Verilator, or those
wrong() {
  local bundle=$1_$2 left simulator
  expect 1 "$FEDX" blackbox --quiet "mine/$1.yaml" --define "FAULT_$2" --bundle "$bundle" --junit wrong.xml
  grep -qE "^($3): cycle [0-9]+: " out || { cat out; fail "$1 $2: not found by $3"; }
  checks+=" $(sed -nE 's/^([a-z]+): cycle .*/\1/p' out)"
  grep -q '<failure type=' wrong.xml || fail "$1 $2: no failure in JUnit XML"
  left=$(sed -nE "s/^bundle +$bundle: ([0-9]+) packets?,.*/\1/p" out)
  [ "${left:-1000}" -le 10 ] || { cat out; fail "$1 $2: $left packets are left"; }
  right "$1" "$bundle"
  [ $# -gt 3 ] || set -- "$@" icarus verilator
  for simulator in "${@:4}"; do replayed "$bundle" "$simulator"; done
  found=$((found + 1))
}
# swept FAULT COUNT NAMES OPTION...: so many combinations of a sweep fail, these
swept() {
  expect 1 "$FEDX" blackbox --quiet mine/stream_sweep.yaml --define "$1" --cycles 5000 --no-bundle --json swept.json "${@:4}"
  python3 -c 'import json, sys
run = json.load(open("swept.json"))
names = ";".join(c["parameters"] for c in run["combinations"] if c["result"] == "FAILED")
sys.exit(0 if run["failed"] == int(sys.argv[1]) and names == sys.argv[2] else f"{names} failed")' "$2" "$3" || fail "sweep with $1"
}
found=0 shown=0 checks='' # faults, in how many simulators, and what found them

if [ "${1-}" = --long ]; then
  for fault in SINGLE:lost DEST:misdelivered SQUARE:progress 'STALL:stable|lost|corrupted|framing'; do
    wrong stream_switch "${fault%%:*}" "${fault#*:}"
  done
  for fault in HANG:progress LEAK:illegal CUT:progress WITHDRAWN:progress; do wrong stream_guard "${fault%%:*}" "${fault#*:}"; done
  for fault in LOCK:framing FREE:framing KEEP:corrupted; do wrong lane_switch "${fault%%:*}" "${fault#*:}"; done
  for fault in ORDER:order RETURN:misdelivered 'MIXED:framing|corrupted' 'SILENT:progress|lost' SHORT:framing; do
    wrong read_switch "${fault%%:*}" "${fault#*:}"
  done
  for fault in ORDER:order SILENT:progress MIXED:framing EARLY:corrupted AHEAD:corrupted LENGTH:header; do
    wrong write_switch "${fault%%:*}" "${fault#*:}"
  done
  for fault in STROBE:corrupted 'DECODE:corrupted|duplicate' ORDER:order OWNER:misdelivered; do wrong lite_switch "${fault%%:*}" "${fault#*:}"; done
  for fault in HALF:lost LONG:lost TWICE:duplicate ORDER:order RESET:reset WAKE:latency; do wrong stream_store "${fault%%:*}" "${fault#*:}"; done
  for fault in 'SINGLE:progress|framing' DEST:misdelivered 'STALL:corrupted|lost|framing' MIX:framing; do
    wrong mesh_router "${fault%%:*}" "${fault#*:}"
  done
  for fault in 'CREDIT:credits|progress' COUNT:credits 'SINGLE:progress|lost|framing' 'MIX:framing|corrupted'; do
    wrong credit_router "${fault%%:*}" "${fault#*:}"
  done
  for fault in 'LENGTH:progress|lost|framing|corrupted|misdelivered' 'STALL:lost|corrupted|framing|progress' DATA:corrupted 'MIX:framing|corrupted'; do
    wrong vc_router "${fault%%:*}" "${fault#*:}"
  done
  for fault in 'YUMMY:credits|progress' 'VANISH:lost|credits|progress|corrupted' 'MIX:framing|corrupted'; do
    wrong yummy_router "${fault%%:*}" "${fault#*:}"
  done
  for fault in PRIORITY:starvation REST:throughput CHANGE:stable; do wrong stream_mux "${fault%%:*}" "${fault#*:}"; done
  wrong credit_guard OVERRUN 'progress|lost'
  [ "$found" -eq 51 ] || fail "$found faults, and 51 are tested"
  for check in lost duplicate misdelivered corrupted order framing stable credits progress reset latency throughput starvation illegal; do
    [[ " $checks " == *" $check "* ]] || fail "no fault is found by $check"
  done
  export CXXFLAGS=
  for router in stream_switch stream_guard stream_store stream_mux lane_switch read_switch write_switch mesh_router credit_router credit_guard vc_router yummy_router mesh_4x4; do
    good $router 10000000
    covered $router 1000000
  done
  good lite_switch 10000000
  expect 0 "$FEDX" blackbox --quiet mine/stream_sweep.yaml --cycles 1000000
  swept FAULT_SQUARE 2 'INPUTS=2 OUTPUTS=4;INPUTS=3 OUTPUTS=4'
  [ "$shown" -eq $((2 * found)) ] || fail "$found faults, shown $shown times"
  echo "$found faults found, each shown in Icarus and in Verilator, 14 right descriptions good, and one in six sizes"
  exit 0
fi

with_quick_clang "$scratch/quick"
# bad WORDS OPTION...: status 2, these words first, nothing on stdout
bad() { refused_first "fedx blackbox: $1" "$FEDX" blackbox "${@:2}"; }
ours=(mine/stream_switch.yaml)
bad "name the description of the router: fedx blackbox ROUTER.yaml" --seed 2
bad "--profile does not go with --until-covered" "${ours[@]}" --until-covered --profile single_in_flight
bad "--profile illegal: the description has nothing under illegal" "${ours[@]}" --profile illegal
bad "--report goes with --performance" "${ours[@]}" --report page
bad "--profile noise: must be one of single, single_in_flight" "${ours[@]}" --profile noise
bad "cannot read none.yaml: No such file" none.yaml
bad "LINKS: a parameter must be NAME=VALUE" "${ours[@]}" --parameter LINKS
bad "--testbench: mine is there already" "${ours[@]}" --testbench mine
bad "cannot read none.f: No such file" "${ours[@]}" --files none.f
bad "cannot read none.f: No such file" "${ours[@]}" none.f
bad "none.v: no such folder to include from" "${ours[@]}" --include none.v
bad "mine/stream_switch.yaml: must be a Verilog source (.v, .sv) or a list of them (.f)" "${ours[@]}" --files mine/stream_switch.yaml
bad "--profile does not go with --performance" "${ours[@]}" --performance curves --profile full
bad "--performance: mine is there already" "${ours[@]}" --performance mine
bad "--performance: the description sweeps parameters" mine/stream_sweep.yaml --performance curves
bad "--cycles 1000: with --performance it must be 2000 to" "${ours[@]}" --performance curves --cycles 1000
bad "--vcr-depth goes with --performance" "${ours[@]}" --vcr-depth 8
bad "--pattern goes with --performance" "${ours[@]}" --pattern uniform
bad "--pattern diagonal: must be one of uniform, transpose" "${ours[@]}" --performance curves --pattern diagonal
bad "--pattern tornado: needs as many outputs as inputs" "${ours[@]}" --performance curves --pattern tornado
bad "--pattern transpose: needs a square fabric" mine/credit_router.yaml --performance curves --pattern transpose
bad "--top goes with --init" "${ours[@]}" --top x
bad "--testbench does not go with --init" "${ours[@]}" --init x.v --testbench played
bad "--init stream_switch: name the sources of the module behind it, such as stream_switch.v" new.yaml --init stream_switch
bad "--init x names the module: it does not go with --top" new.yaml --init x --top x x.v
bad "cannot read x.v: No such file" --init x.v
bad "mine/stream_switch.yaml: is there already" "${ours[@]}" --init mine/stream_switch.v
# The name that the command has in fedx verify
refused_first "fedx verify: --inject does not go with --router-dut" "$FEDX" verify --router-dut mine/stream_switch.yaml --inject 5
refused_first "fedx verify: --dut does not go with --router-dut" "$FEDX" verify --router-dut=mine/stream_switch.yaml --dut x.v --top x
refused_first "fedx blackbox: --vcr-depth goes with --performance" "$FEDX" verify --vcr-depth 8 --router-dut mine/stream_switch.yaml

# altered SED WORDS: a description with a mistake
altered() {
  sed "$1" mine/stream_switch.yaml >mine/altered.yaml
  ! cmp -s mine/altered.yaml mine/stream_switch.yaml || fail "nothing altered: $1"
  bad "$2" mine/altered.yaml
}
altered 's/^packets:/packtes:/' "mine/altered.yaml:11: packtes: no key of a description: did you mean packets?"
altered '/^files:/d' "mine/altered.yaml:1: the description names no files: name the sources by --files LIST.f, or by files in the description"
altered 's/^clock: aclk/clock: clk/' "mine/altered.yaml:5: module stream_switch has no pin clk"
altered 's/data: 32/data: 16/' "mine/altered.yaml:19: pin s_tdata of module stream_switch is 96 bits wide, and the description has 48 of it"
altered 's/    dest: s_tdest.*//' "mine/altered.yaml:14: input s_tdest of module stream_switch, of 12 bits, is driven by nothing"
altered 's/^files: .*/files: none.v/' "cannot read mine/none.v: No such file"

# Of a sweep: one size fails, one is refused before it is built.
sed -i 's/OUTPUTS: .2, 4./OUTPUTS: [4, 20]/' mine/stream_sweep.yaml
swept FAULT_SQUARE 1 OUTPUTS=4 --parameter INPUTS=3
grep -q 'destination: 4 bits cannot tell 20 apart' err || { cat err; fail "a size that does not fit is not refused"; }

# Names that end with the direction, packed arrays and structures
cat >mine/lanes.sv <<'VERILOG'
module lanes (input logic clk_i, rst_ni, input struct packed {logic [2:0] mode; logic test;} set_i, input logic [2:0] s_valid_i, output logic [2:0] s_ready_o,
  input logic [2:0][15:0] s_data_i, output logic [1:0] m_valid_o, input logic [1:0] m_ready_i, output logic [1:0][15:0] m_data_o);
endmodule
VERILOG
expect 0 "$FEDX" blackbox mine/lanes.yaml --init mine/lanes.sv
for line in 'files: \["lanes.sv"\]' '  data: 16' '  count: 3' '    ready: s_ready_o\[\]' '    ready: m_ready_i\[\]' '  set_i.mode: 0   # CHECK: an input of 3 bits'; do
  grep -qx "$line" mine/lanes.yaml || { cat mine/lanes.yaml; fail "--init: no line $line"; }
done
# Names that YAML or a description cannot have as they are
printf 'module escaped (input clk, input rst, output \\{"a: );\nendmodule\n' >mine/escaped.v
expect 0 "$FEDX" blackbox mine/escaped.yaml --init mine/escaped.v
grep -qE '^  - ("\{\\"a:"|__07b__022a__03a)$' mine/escaped.yaml || { cat mine/escaped.yaml; fail "--init: an escaped name"; }
expect 0 "$FEDX" blackbox new.yaml --init mine/stream_switch.v
# Its guesses are right, but for the longest packet, which is nobody's to guess.
good stream_switch 20000
covered stream_switch 100000
expect 1 "$FEDX" blackbox --quiet mine/stream_switch.yaml --cycles 100 --until-covered --keep built-stream_switch
grep -q '^            not hit: ' out || { cat out; fail "nothing is said of points that are not hit"; }
expect 0 "$FEDX" blackbox --quiet new.yaml --cycles 2000
# Curves: as much comes out as goes in at low load, both of the switch and of vcr.
expect 0 "$FEDX" blackbox --quiet "${ours[@]}" --performance curves --report page --vcr-depth 8 --cycles 3000 --keep built-stream_switch
[ -s page/report.html ] || fail "no report"
grep -q '^saturation  vcr, 1 x 8 flits an input: ' out || { cat out; fail "no words about vcr beside"; }
python3 - <<'PYTHON' || fail "curves"
import csv, json, xml.dom.minidom
xml.dom.minidom.parse("curves/latency.svg")
j = json.load(open("curves/curves.json"))
assert json.load(open("page/report.json"))["performances"] == [j]
rows = list(csv.DictReader(open("curves/curves.csv")))
assert len(rows) == 20 and [len(c["points"]) for c in j["curves"]] == [10, 10]
for row, p in zip(rows, [p for c in j["curves"] for p in c["points"]]):
    assert abs(float(row["delivered"]) - p["delivered"]) < 1e-5
    assert (p["latency_mean"] is None) == (row["latency_mean"] == "")
for c in j["curves"]:
    assert abs(c["points"][0]["delivered"] - 0.1) < 0.03 and c["points"][0]["latency_mean"] < c["points"][1]["latency_mean"]
PYTHON
wrong stream_switch SINGLE lost icarus
# The sources are named on the command line, whether the description has some or not. What passes can be played in Icarus, too.
echo stream_switch.v >mine/switch.f
echo "module stream_switch;" >mine/broken.v
sed 's/^files:.*/files: broken.v/' mine/stream_switch.yaml >mine/elsewhere.yaml
sed '/^files:/d' mine/stream_switch.yaml >mine/pins.yaml
expect 0 "$FEDX" blackbox --quiet mine/elsewhere.yaml --files mine/stream_switch.v --cycles 2000 --keep built-elsewhere
sed 1d out >named # without the seconds of the build
expect 0 "$FEDX" verify --quiet --router-dut mine/elsewhere.yaml --files mine/stream_switch.v --cycles 2000 --keep built-elsewhere
sed 1d out | diff named - || fail "fedx verify --router-dut is not fedx blackbox"
expect 0 "$FEDX" blackbox --quiet mine/pins.yaml --files mine/switch.f --cycles 2000 --profile stalls --testbench played
expect 0 make -s -C played icarus
grep -q '^PASS: [1-9][0-9]* packets' out || { cat out; fail "Icarus plays nothing of what passes"; }
expect 1 "$FEDX" blackbox --quiet mine/pins.yaml --files mine/switch.f --define FAULT_DEST --no-bundle
grep -q '^repeat with: fedx blackbox mine/pins.yaml --files mine/switch.f ' out || { cat out; fail "the command does not name the sources"; }
# With the compiler that is there: the quick one has no coroutines.
expect 2 env PATH="${PATH#*:}" make -s -C stream_switch_SINGLE verilator
grep -q '^FAIL: ' out || { cat out; fail "Verilator shows nothing"; }
grep -q '^lost, cycle ' stream_switch_SINGLE/report.txt || fail "no report"
echo "$refused descriptions and options refused, each with a sentence; a switch passes and shows all that its ports can, and a wrong one is found"
