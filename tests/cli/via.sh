#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Intermediate routers (--via): in a torus they carry what the loads of links allow, and in a dragonfly more than shortest ways where
# these meet; both engines and threads agree.
. "$(dirname "$0")/../common.sh"
mpirun=
[ ! -e "$FEDX_BUILD/libfedx_mpi.so" ] || . "$here/mpi_launch.sh"
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
dragonfly=(--topology graph --graph dragonfly.yaml --matrix "$FEDX_SOURCE/examples/dragonfly_groups.txt" --load 0.6)
through=$(carried "${dragonfly[@]}" --via valiant)
direct=$(carried "${dragonfly[@]}")
# Who chooses by the outputs of his router carries most of both: there what others carry by intermediate routers alone, and where all
# send to all what shortest ways do.
expect 0 "$FEDX" run --router vcr-deep "${dragonfly[@]/0.6/0.35}" --via ugal --workload single --cycles 20000 --quiet --json groups.json
expect 0 "$FEDX" run --router vcr-deep "${dragonfly[@]:0:4}" --load 0.6 --via ugal --workload single --cycles 20000 --quiet --json all.json
python3 -c '
import json
for name, load in ("groups", 0.35), ("all", 0.6):
    carried = json.load(open(f"{name}.json"))["throughput"]
    assert carried > 0.97 * load, (name, carried)' || fail "ugal"
python3 -c 'import sys; sys.exit(not float(sys.argv[1]) > 2.5 * float(sys.argv[2]))' "$through" "$direct" ||
  fail "groups: $through carried by intermediate routers, $direct by shortest ways"

# Both engines do the same, and so do threads.
small=(--router vcr-mesh --cycles 4000 --load 0.5 --quiet)
expect 0 "$FEDX" run "${small[@]}" --topology mesh --rows 4 --cols 4 --via romm --check-engine
expect 0 "$FEDX" run "${small[@]}" --topology graph --graph dragonfly.yaml --via valiant --check-engine
for via in valiant ugal; do
  for threads in 1 2; do
    expect 0 "$FEDX" run "${small[@]}" --topology torus --rows 4 --cols 4 --via $via --engine cycle --digest --threads $threads --json $threads.json
  done
  python3 -c '
import json
one, two = (json.load(open(f"{n}.json")) for n in "12")
assert one["pin_digest"] == two["pin_digest"] and one["event_digest"] == two["event_digest"]' || fail "$via: two threads do something else"
done
if [ "$mpirun" ]; then
  expect 0 "$mpirun" -n 2 "$FEDX" run "${small[@]}" --topology torus --rows 4 --cols 4 --via ugal --digest --json 2.json
  python3 -c '
import json
one, two = (json.load(open(f"{n}.json")) for n in "12")
assert one["pin_digest"] == two["pin_digest"] and one["event_digest"] == two["event_digest"]' || fail "two processes do something else"
fi
# A run goes on from a checkpoint as if there was none.
long=("${small[@]/4000/400000}" --topology torus --rows 4 --cols 4 --via ugal --digest)
expect 0 "$FEDX" run "${long[@]}" --json whole.json
expect 3 timeout --preserve-status -s INT 0.5 "$FEDX" run "${long[@]}" --json again.json --checkpoint run.ckpt
expect 0 "$FEDX" run --resume run.ckpt
python3 -c '
import json
one, two = (json.load(open(f"{n}.json")) for n in ("whole", "again"))
assert one["pin_digest"] == two["pin_digest"] and one["event_digest"] == two["event_digest"]' || fail "a run that goes on is another one"
ln -s "$FEDX_SOURCE/examples" examples
expect 0 "$FEDX" sweep examples/intermediate_routers.yaml --list
[ "$(grep -c -- "--via" out)" -eq 54 ] || fail "the study has other runs"
refused "ways depend on other packets" "$FEDX" model links --router vcr-mesh --topology torus --via ugal --load 0.1
refused "no event engine for packets that choose" "$FEDX" run --router vcr-mesh --topology torus --via ugal --engine event
refused "goes with --via ugal" "$FEDX" run --router vcr-mesh --topology torus --via valiant --via-bias 3
echo "tornado: $valiant of $bound, shortest ways $shortest; groups: $through, shortest ways $direct"
