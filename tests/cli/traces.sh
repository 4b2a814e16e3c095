#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Traces with classes and dependencies: the same events of both engines, any number of threads and processes, from a checkpoint, from
# a record, and with RTL; each message appears when the script that knows the rules says so.
. "$(dirname "$0")/../common.sh"
mpirun=
[ ! -e "$FEDX_BUILD/libfedx_mpi.so" ] || . "$here/mpi_launch.sh"
cd "$scratch"
runs=0
# run NAME OPTION...: a run of the trace, its events in NAME
run() {
  expect 0 "$FEDX" run "${fabric[@]}" "${@:2}" --trace "$1" --quiet
  runs=$((runs + 1))
}
same() { cmp "$1" "$2" || fail "other events: $2"; }

cat >make.py <<'PYTHON'
import random, sys
nodes, messages, draw = int(sys.argv[1]), int(sys.argv[2]), random.Random(int(sys.argv[3]))
come = [[] for n in range(nodes)]
time = 0
for i in range(messages):
    time += draw.choice([0, 0, 1, 3, 20])
    source, needs = draw.randrange(nodes), ""
    if draw.random() < 0.7 and come[source]:
        needs = ",".join(str(d) for d in draw.sample(come[source][-12:], min(draw.choice([1, 1, 3]), len(come[source][-12:]))))
        needs = f" {needs} {draw.choice([0, 0, 5, 300])}"
    destination = (source + draw.randrange(1, nodes)) % nodes
    print(time, source, destination, draw.choice([1, 1, 2, 5]), draw.randrange(2), 7 * i + 3, end=needs + "\n")
    come[destination].append(7 * i + 3)
PYTHON
# From the record, and from when messages had come: those of a source are sent in the order in which they appear.
cat >check.py <<'PYTHON'
import collections, sys
trace, record = ([line.split() for line in open(name) if line[0] != "#"] for name in sys.argv[1:3])
given = {w[5]: w for w in trace}
assert sorted(w[1:] for w in trace) == sorted(w[1:] for w in record) and len(trace) > 500
queue, sent, come = collections.defaultdict(collections.deque), {}, {}
for w in record:
    queue[w[1]].append(w[5])
for line in open(sys.argv[3]):
    cycle, node, event, source, destination, message, packet = line.split()
    if event == "i" and packet == "0":
        sent[source, message] = queue[source].popleft()
    elif event == "m":
        come[sent[source, message]] = int(cycle)
waited = 0
for w in record:
    needs = [come[n] for n in w[6].split(",")] if len(w) > 6 else []
    due = max([int(given[w[5]][0])] + [cycle + int(w[7]) for cycle in needs])
    assert int(w[0]) == due, (w, needs, due)
    waited += due > int(given[w[5]][0])
assert waited > 100, waited
PYTHON
python3 make.py 16 1500 1 >trace
for fabric in "--rows 4 --cols 4" "--router vcr-mesh --topology mesh --rows 4 --cols 4 --trace-classes" \
  "--router vcr-tree --topology tree --arity 4 --levels 2 --eject-overhead 9" "--router axis-noc --topology mesh --rows 4 --cols 4"; do
  read -r -a fabric <<<"$fabric --cycles 250000"
  run cycle --replay trace --engine cycle --record record
  case "${fabric[*]}" in
    *--trace-classes*) ;; # those of class 1 overtake others
    *) python3 check.py trace record cycle || fail "messages appear at other times: ${fabric[*]}" ;;
  esac
  run threads --replay trace --threads 2
  same cycle threads
  case "${fabric[*]}" in
    *axis-noc*) ;; # has no event engine
    *) run event --replay trace --engine event && same cycle event ;;
  esac
  run again --replay record
  same cycle again
  if [ "$mpirun" ]; then
    "$mpirun" -n 2 "$FEDX" run "${fabric[@]}" --replay trace --trace ranks --record record_of_ranks --quiet >words || fail "two processes: $(cat words)"
    same cycle ranks
    cmp record record_of_ranks || fail "another record of two processes"
  fi
done

# Routers enough for event engines in parts, which step several cycles before they tell each other what happened
python3 make.py 128 4000 3 >trace
for fabric in "--router vcr-mesh --topology mesh --trace-classes" "--topology torus --buffers 20"; do
  read -r -a fabric <<<"$fabric --rows 8 --cols 16 --replay trace --cycles 80000"
  run cycle --engine cycle
  run parts --engine event --threads 2
  same cycle parts
  if [ "$mpirun" ]; then
    "$mpirun" -n 2 "$FEDX" run "${fabric[@]}" --engine event --trace ranks --quiet >words || fail "two processes: $(cat words)"
    same cycle ranks
  fi
done

# From the middle of a run
python3 make.py 16 150000 2 >trace
for fabric in "--rows 4 --cols 4" "--router vcr-mesh --topology mesh --rows 4 --cols 4 --trace-classes"; do
  read -r -a fabric <<<"$fabric --replay trace --cycles 3000000"
  run whole
  expect 3 timeout --preserve-status -s INT 0.4 "$FEDX" run "${fabric[@]}" --trace part --checkpoint saved --quiet
  expect 0 "$FEDX" run --resume saved --quiet
  same whole part
done

# Classes have channels and figures of their own.
expect 0 "$FEDX" run --router vcr-mesh --topology mesh --rows 4 --cols 4 --replay record --trace-classes --json classes.json
grep -q '^classes     messages of class 1 ' out || fail "nothing is said of classes"
grep -q '^responses$' out || fail "no figures of a class"
python3 -c '
import json
r = json.load(open("classes.json"))
assert r["requests"]["messages"] + r["responses"]["messages"] == 1500 and min(r["requests"]["messages"], r["responses"]["messages"]) > 500
assert "round_trip_latency" not in r, r["round_trip_latency"]' || fail "figures of classes"
# Shares of a PE's packets, of which both classes have 400: those of class 1 go to PE 5.
{ printf '0 0 5 1 1\n%.0s' {1..400} && printf '0 0 6 1 0\n%.0s' {1..400}; } >shares
for share in 0 0.25 0.5 1; do
  for engine in cycle event; do
    expect 0 "$FEDX" run --router vcr-mesh --topology mesh --rows 4 --cols 4 --replay shares --trace-classes --response-share "$share" --engine "$engine" \
      --trace "$engine" --quiet --cycles 20000
  done
  [ "$share" = 1 ] || grep -q "; $share of packets while both wait$" out || fail "nothing is said of a share of $share"
  cmp cycle event || fail "other events of the event engine with a share of $share"
  awk -v share="$share" '$3 == "i" && ++sent <= 400 && $5 == 5 { ones++ } END { if (ones < 400 * share - 1 || ones > 400 * share + 1) { print ones; exit 1 } }' \
    cycle || fail "packets of class 1 have another share than $share"
done
refused "--response-share goes with --trace-classes" "$FEDX" run --router vcr-mesh --topology mesh --rows 4 --cols 4 --responses 1 --response-share 0.5
for wrong in "--trace-classes:--trace-classes goes with --replay" \
  "--trace-classes --replay record --responses 1:--trace-classes does not go with --responses" \
  "--trace-classes --replay record --terminal-queue:--trace-classes does not go with --terminal-queue" \
  "--trace-classes --replay record --vcs 1:--trace-classes needs two channels, and --router vcr-mesh has one"; do
  read -r -a options <<<"${wrong%%:*}"
  refused "${wrong#*:}" "$FEDX" run --router vcr-mesh --topology mesh --rows 4 --cols 4 "${options[@]}"
done
refused "--faults does not go with a trace in which messages depend on others" "$FEDX" run --rows 4 --cols 4 --replay record --faults single:1e-6
if [ -e "$FEDX_BUILD/libfedx_rtl.so" ]; then
  expect 0 "$FEDX" run --rows 4 --cols 4 --replay record --cycles 3000 --digest
  grep '^digest ' out >model
  expect 0 "$FEDX" run --rows 4 --cols 4 --replay record --cycles 3000 --digest --lockstep all
  grep '^digest ' out | diff model - || fail "another digest in lockstep"
fi
echo "compared: $runs runs"
