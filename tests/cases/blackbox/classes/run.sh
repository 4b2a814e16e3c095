#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Classes of messages: each has packets, checks and points of its own, in the same cycles; a fault is told with its class, what waits
# with the class that it waits for, and a bundle plays all of them. An AXI4 crossbar has a class of writes and one of reads.
. "$(dirname "$0")/../../case.sh"
sources
cp "$FEDX_SOURCE"/examples/your-router/axi_crossbar.* .
for seed in ${long:+1 2} 3; do
  expect 0 "${verify[@]}" counter.yaml --seed "$seed" --cycles 50000 --keep built
  said '^packets +parcel: [1-9][0-9]* of [1-9][0-9]* flits came out'
  said '^ +note: [1-9][0-9]* of [1-9][0-9]* flits came out'
  said '^checks +lost +parcel [1-9][0-9]*, note [1-9][0-9]* packets: good'
  said '^ +credits +note [1-9][0-9]* flits: good'
  expect 0 "${verify[@]}" axi_crossbar.yaml --seed "$seed" --cycles ${long:+10}30000 --keep built-axi
done
# The testbench of what is right passes, with a reset in the middle, with illegal packets, with long waits.
for profile in reset illegal backpressure; do
  expect 0 "${verify[@]}" axi_crossbar.yaml --profile "$profile" --cycles 3000 --keep built-axi --testbench "right-$profile"
  make -C "right-$profile" icarus | grep -q '^PASS: [1-9]' || fail "the testbench of what is right fails: $profile"
done

# wrong NAME OPTION VALUE CHECKS: it is found, in few packets, and every simulator shows it
wrong() {
  wrongs=$((wrongs + 1))
  expect 1 "${verify[@]}" "$1.yaml" "$2" "$3" --bundle "$1-$3" --json found.json --html found.html
  said "^($4)"
  [ "$(sed -nE 's/^bundle .*: ([0-9]+) packets?,.*/\1/p' out)" -le 10 ] || { cat out; fail "$1 $3: more than ten packets are left"; }
  ! grep -q 'does not show it\|cannot run it\|NOT CONFIRMED' out || { cat out; fail "$1 $3 is not confirmed"; }
}
wrongs=0
wrong counter --parameter WRONG=1 'corrupted: cycle [0-9]+: note: '
said '^latency +note: ' # of parcels none was alone
python3 - <<'END' || fail "--json does not say which class failed"
import json
run = json.load(open("found.json"))
failure = run["failure"]
assert failure["class"] == "note" and [c["name"] for c in run["classes"]] == ["parcel", "note"]
assert not run["classes"][1]["checks"]["corrupted"]["good"] and run["classes"][0]["checks"]["corrupted"]["good"]
assert failure["other_classes"][0]["class"] == "parcel" and failure["other_classes"][0]["history"]
assert {e["end"].split()[0] for e in failure["waves"]["ends"]} == {"parcel", "note"}
END
grep -q '<h2>Checks: note</h2>' found.html || fail "--html has no checks of a class"
wrong counter --parameter WRONG=3 'progress: cycle [0-9]+: parcel: '
said '^a deadlock between classes: parcel waits for note, which waits for parcel'
grep -q '^a deadlock between classes: ' counter-WRONG=3/report.txt || fail "the report does not say which class waits for which"
wrong counter --parameter WRONG=4 'progress: cycle [0-9]+: note: '
said '^class note waits for class parcel: it comes through when that one is silent'
wrong axi_crossbar --define FAULT_BLOCK 'progress: cycle [0-9]+: write: '
said '^a deadlock between classes: (write waits for read|read waits for write), '
wrong axi_crossbar --define FAULT_BURST '(framing|corrupted): cycle [0-9]+: write: '
if [ -n "$long" ]; then
  wrong counter --parameter WRONG=2 '(lost|progress): cycle [0-9]+: note: '
  wrong counter --parameter WRONG=5 'sideband: cycle [0-9]+: broken is 1'
  wrong axi_crossbar --define FAULT_ID 'corrupted: cycle [0-9]+: read: '
  wrong axi_crossbar --define FAULT_EARLY 'corrupted: cycle [0-9]+: write responses: .* before all of its request is in'
  wrong axi_crossbar --define FAULT_MIXED 'framing: cycle [0-9]+: read responses: '
  wrong axi_crossbar --define FAULT_SWALLOW 'lost: cycle [0-9]+: read responses: the response to packet [0-9]+ \(the router itself '
  wrong axi_crossbar --define FAULT_ORDER 'order: cycle [0-9]+: read responses: '
fi

expect 0 "${verify[@]}" counter.yaml --cycles 5000 --keep built --junit counter.xml
grep -q 'name="parcel: lost"' counter.xml || fail "--junit has no case of a class"
grep -q 'name="note: lost"' counter.xml || fail "--junit has no case of the other class"
expect 0 "${verify[@]}" counter.yaml --until-covered --keep built
# One class alone
sed '/^  note:/,$d; s/^destination/constants: {ni_valid: 0, ni_to: 0, ni_text: 0, no_credit: 0}\n&/' counter.yaml >parcels.yaml
expect 0 "${verify[@]}" parcels.yaml --cycles 5000
said '^packets +parcel: [1-9]'

# bad EDIT ERROR: a description that says what cannot be, with the line
bad() { altered counter.yaml "$1" "$2"; }
bad 's/^  note:/&\n    clock: clk/' "17: class note: clock belongs to the module: say it outside of classes"
bad 's/^  note:/  parcel:/' "16: classes: parcel: is here twice"
bad 's/^  note:/  a note:/' "16: classes: a note: the name of a class must be a word"
bad '/^  parcel:/,$d; s/^classes:/& {}/' "10: classes: there is none"
bad '/^  parcel:/,$d; s/^classes:/& {note: 3}/' "10: class note must have keys of a description"
bad '/^    outputs: .*credit/d' "1: class note must have inputs and outputs"
bad 's/^  note:/&\n    illegal: {withdrawn: yes}/' "16: class note: of illegal only unroutable and computed go with other classes"
bad 's/broken: zero/broken: {pulse: dropped}/' "8: sideband: broken: with classes an output beside the ports may only stay"
bad 's/ni_text\[\]/pi_data[]/' "20: bits"
bad 's/^    framing/    frming/' "18: frming: no key of a description: did you mean framing"
refused_first "fedx blackbox: --performance: the description has several classes" "${verify[@]}" counter.yaml --performance curves
echo "$wrongs wrong ones"
