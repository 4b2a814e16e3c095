#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Mistakes that simulation by default does not find, and proofs do: rare values and conjunctions, and states at power-up. --long: all ten,
# as a table.
. "$(dirname "$0")/../../case.sh"
command -v yosys >/dev/null || skip "no yosys"
command -v berkeley-abc yosys-abc abc >/dev/null || skip "no abc"
sources

# rare NUMBER TITLE: simulation passes the mistake, and a proof finds it; a row of the table
rare() {
  expect 0 "${verify[@]}" rare.yaml --parameter "RARE=$1" --keep "kept$1"
  expect 1 "${verify[@]}" rare.yaml --parameter "RARE=$1" --keep "kept$1" --prove --seconds 120 --no-bundle --json "$1.json"
  ! grep 'NOT CONFIRMED' out || fail "the bench passes with a counterexample"
  python3 - "$1" "$2" <<'P'
import json, sys
number, title = sys.argv[1:]
wrong = {name: of for name, of in json.load(open(number + ".json"))["properties"].items() if of["verdict"] == "wrong"}
print(f"| {title} | {', '.join(wrong)} | {min(of['depth'] for of in wrong.values())} | {sum(of['seconds'] for of in wrong.values()):.1f} | passes |")
P
  rares=$((rares + 1))
}
rares=0
rare 4 "a flit within a packet is lost, for one value of 28 bits"
rare 8 "a bit changes for one of 24 bits, if a register that is never reset began as 1 or 2"
if [ -n "$long" ]; then
  rare 1 "a packet goes elsewhere when both inputs have the same 28 bits"
  rare 2 "the switch stops after two values, one behind the other"
  rare 3 "an input comes first for ever, after one value of 28 bits"
  rare 5 "a packet does not end when its flits have one sum of 28 bits"
  rare 6 "a bit changes for one value of 28 bits"
  rare 7 "a bit changes for one value of 24 bits in the tenth cycle in which it is held up"
  rare 9 "a bit changes for the complement of the flit before"
  rare 10 "a reset behind one value does not reach a register"
fi
echo "$rares mistakes found by proofs alone"
