#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The waveform of a bundle, by Verilator: what testbench.gtkw names is there, structures are structures, and the markers are at the cycles
# of the failure and of its packets. With --long as FST, too.
. "$(dirname "$0")/../../case.sh"
cp "$FEDX_SOURCE"/examples/your-router/struct_switch.* .
expect 1 "${verify[@]}" struct_switch.yaml --define FAULT_TURN --bundle found --json found.json
expect 0 make -s -C found wave TRACE=--trace WAVE=+vcd CXX=g++
cat >waveform.py <<'P'
import json, sys
folder = sys.argv[1]
names, scopes, times, now, id_of_now = set(), [], {}, 0, None
for line in open(f"{folder}/testbench.vcd"):
    word = line.split()
    if not word:
        continue
    if word[0] == "$scope":
        scopes.append(word[2])
    elif word[0] == "$upscope":
        scopes.pop()
    elif word[0] == "$var":
        name = ".".join(scopes + [word[4]])
        bits = word[5] if word[5] != "$end" else ""
        names |= {name, name + ("[0]" if bits == "[0:0]" else bits)}
        id_of_now = word[3] if name == "TOP.testbench.now" else id_of_now
    elif word[0][0] == "#":
        now = int(word[0][1:])
    elif len(word) == 2 and word[1] == id_of_now:
        times[now] = int(word[0][1:], 2)

def cycle_at(time):
    return times[max(t for t in times if t <= time)]

save = open(f"{folder}/testbench.gtkw").read().split("\n")
signals = [line for line in save if line.startswith("TOP.")]
assert len(signals) > 8 and set(signals) <= names, set(signals) - names
markers = [int(word) for word in next(line for line in save if line.startswith("*")).split()[1:]]
failure = json.load(open(f"{folder}.json"))["failure"]
# The count of cycles goes on behind the last one that is judged.
assert cycle_at(markers[0] - 1) == failure["waves"]["wrong"], markers[0]
for i, packet in enumerate(failure["history"]):
    for k, key in enumerate(("in", "out")):
        marker = markers[1 + 2 * i + k]
        assert (marker < 0 and packet[key] is None) or cycle_at(marker - 1) == packet[key], (packet, marker)
for wanted in sys.argv[2:]: # in the waveform, or an end of the page's picture
    ends = {end["end"] for end in failure["waves"]["ends"]}
    assert wanted in ends or any(wanted in name for name in names), f"no {wanted}"
P
python3 waveform.py found 'r0.held_reg[0].flit.head.tag' 'input 0' || fail "the save file is not that of the waveform"
# Headers and responses are there, too.
cp "$FEDX_SOURCE"/examples/your-router/write_switch.* .
expect 1 "${verify[@]}" write_switch.yaml --define FAULT_ORDER --bundle writes --json writes.json
expect 0 make -s -C writes wave TRACE=--trace WAVE=+vcd CXX=g++
for name in header_valid header_back header; do grep -qE "_i[0-9]_$name" writes/testbench.gtkw || fail "no $name of an input"; done
for end in input output; do
  for what in '' ', header' ' of responses'; do
    grep -qE "\"end\": *\"$end [0-9]$what\"" writes.json || fail "no $end$what in the picture"
  done
done
python3 waveform.py writes || fail "the save file of writes is not that of the waveform"
if [ -n "$long" ]; then
  expect 0 make -s -C found wave CXX=g++
  [ "$(wc -c <found/testbench.fst)" -gt 1000 ] || fail "no testbench.fst"
fi
echo "2 waveforms"
