#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Intermediate routers (--via): in a torus they carry what the loads of links allow, and in a dragonfly more than shortest ways where
# these meet; both engines and threads agree.
. "$(dirname "$0")/../common.sh"
cd "$scratch"

# carried OPTION...: by a fabric that is offered more
carried() {
  expect 0 "$FEDX" run --router vcr-deep --workload single --cycles 40000 --drain none --quiet --json run.json "$@"
  python3 -c 'import json; print(json.load(open("run.json"))["throughput"])'
}

# A tornado goes half round the rings of a torus: by shortest ways a third of what ports carry, by intermediate routers one half.
torus=(--topology torus --pattern tornado)
expect 0 "$FEDX" model links --router vcr-deep "${torus[@]}" --via valiant --routing deterministic --load 0.1 --json links.json
bound=$(python3 -c 'import json; print(0.1 / json.load(open("links.json"))["max"])')
valiant=$(carried "${torus[@]}" --via valiant --load 0.6)
shortest=$(carried "${torus[@]}" --load 0.6 --routing deterministic --prefer dimension)
python3 -c '
import sys
bound, valiant, shortest = map(float, sys.argv[1:])
sys.exit(not (abs(bound - 0.5) < 1e-6 and 0.95 * bound <= valiant <= 1.02 * bound and shortest < 0.34))' "$bound" "$valiant" "$shortest" ||
  fail "tornado: bound $bound, $valiant carried, $shortest by shortest ways"

# In a dragonfly each group sends to the fourth one after it: all of it meets in one link, an eighth of what its ports can send.
expect 0 "$FEDX" topology dragonfly --size 4,2 --endpoints 2 -o dragonfly.yaml
for ((e = 0; e < 72; e++)); do echo "$e $(((e + 32) % 72)) 1"; done >groups.txt
dragonfly=(--topology graph --graph dragonfly.yaml --matrix groups.txt --load 0.6)
through=$(carried "${dragonfly[@]}" --via valiant)
direct=$(carried "${dragonfly[@]}")
python3 -c 'import sys; sys.exit(not float(sys.argv[1]) > 2.5 * float(sys.argv[2]))' "$through" "$direct" ||
  fail "groups: $through carried by intermediate routers, $direct by shortest ways"

# Both engines do the same, and so do threads.
small=(--router vcr-mesh --cycles 4000 --load 0.5 --quiet)
expect 0 "$FEDX" run "${small[@]}" --topology mesh --rows 4 --cols 4 --via romm --check-engine
expect 0 "$FEDX" run "${small[@]}" --topology graph --graph dragonfly.yaml --via valiant --check-engine
for threads in 1 2; do
  expect 0 "$FEDX" run "${small[@]}" --topology torus --rows 4 --cols 4 --via valiant --engine cycle --digest --threads $threads --json $threads.json
done
python3 -c '
import json
one, two = (json.load(open(f"{n}.json")) for n in "12")
assert one["pin_digest"] == two["pin_digest"] and one["event_digest"] == two["event_digest"]' || fail "two threads do something else"
echo "tornado: $valiant of $bound, shortest ways $shortest; groups: $through, shortest ways $direct"
