#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The waveform of a bundle, by Verilator: what testbench.gtkw names is there, structures are structures, and the markers are at the cycles
# of the failure and of its packets. With --long as FST, too.
. "$(dirname "$0")/../../case.sh"
cp "$FEDX_SOURCE"/examples/your-router/struct_switch.* .
expect 1 "${verify[@]}" struct_switch.yaml --define FAULT_TURN --bundle found --json run.json
expect 0 make -s -C found wave TRACE=--trace WAVE=+vcd CXX=g++
python3 - <<'P' || fail "the save file is not that of the waveform"
import json, re
names, scopes, times, now, id_of_now = set(), [], {}, 0, None
for line in open("found/testbench.vcd"):
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

assert any(re.search(r"r0\.held_reg\[0\]\.flit\.head\.tag", name) for name in names), "no structures"
save = open("found/testbench.gtkw").read().split("\n")
signals = [line for line in save if line.startswith("TOP.")]
assert len(signals) > 8 and set(signals) <= names, set(signals) - names
markers = [int(word) for word in next(line for line in save if line.startswith("*")).split()[1:]]
failure = json.load(open("run.json"))["failure"]
# The count of cycles goes on behind the last one that is judged.
assert cycle_at(markers[0] - 1) == failure["waves"]["wrong"], markers[0]
for i, packet in enumerate(failure["history"]):
    for k, key in enumerate(("in", "out")):
        marker = markers[1 + 2 * i + k]
        assert (marker < 0 and packet[key] is None) or cycle_at(marker - 1) == packet[key], (packet, marker)
P
if [ -n "$long" ]; then
  expect 0 make -s -C found wave CXX=g++
  [ "$(wc -c <found/testbench.fst)" -gt 1000 ] || fail "no testbench.fst"
fi
echo "1 waveform"
