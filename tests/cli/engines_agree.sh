# SPDX-License-Identifier: Apache-2.0
# Sourced by tests of traffic, behind common.sh: runs with the same events and results, however they are run.
mpirun=
[ ! -e "$FEDX_BUILD/libfedx_mpi.so" ] || . "$here/mpi_launch.sh"
runs=0
# results NAME COMMAND...
results() {
  local name=$1
  shift
  expect 0 "$@" --json "$name.json" --quiet
  runs=$((runs + 1))
}
# comparable NAME: results without what says how the run was made
comparable() { sed '/"\(seconds\|threads\|name\|command\|bytes_checked\|port_bits\|resumed.*\)":/d' "$1.json"; }
# same NAME OTHER
same() { diff <(comparable "$1") <(comparable "$2") >difference || { head -n 20 difference >&2 && fail "other results: $2"; }; }
# same_latencies NAME OTHER
same_latencies() {
  python3 - "$@" <<'PYTHON' || fail "other latencies: $2"
import json, sys
one, other = ({k: v for k, v in json.load(open(name + ".json")).items() if k.endswith("_latency")} for name in sys.argv[1:])
assert one and one == other
PYTHON
}

# engines_agree: of the options in `fabric` both engines, threads and processes; of `fabric_replay` the messages that were recorded;
# of `fabric_long`, if there is one, which takes over a third of a second, a run from its middle. Leaves event.json.
engines_agree() {
  local engine
  results event "$FEDX" run "${fabric[@]}" --cycles 20000 --trace trace --record record
  results cycle "$FEDX" run "${fabric[@]}" --cycles 20000 --engine cycle --trace trace_cycle
  cmp trace trace_cycle || fail "other events of the cycle engine"
  results threads "$FEDX" run "${fabric[@]}" --cycles 20000 --threads 2 --trace trace_threads
  cmp trace trace_threads || fail "other events of two threads"
  same event threads
  same_latencies event cycle
  results replay "$FEDX" run "${fabric_replay[@]}" --cycles 20000 --trace trace_replay --replay record
  cmp trace trace_replay || fail "other events of the trace"
  same_latencies event replay
  expect 0 "$FEDX" run "${fabric[@]}" --cycles 20000 --check-engine --quiet
  grep -qE 'engines +[1-9].*: 0 differences' out || fail "engines not compared"
  if [ "$mpirun" ]; then
    "$mpirun" -n 3 "$FEDX" run "${fabric[@]}" --cycles 20000 --trace trace_ranks --json ranks.json --quiet >words || fail "three processes: $(cat words)"
    cmp trace trace_ranks || fail "other events of three processes"
    same_latencies event ranks
    "$mpirun" -n 2 "$FEDX" run "${fabric[@]}" --cycles 5000 --engine cycle --trace trace_ranks --quiet >words || fail "two processes: $(cat words)"
    expect 0 "$FEDX" run "${fabric[@]}" --cycles 5000 --trace trace_short --quiet
    cmp trace_short trace_ranks || fail "other events of two processes in the cycle engine"
  fi
  [ ${#fabric_long[@]} -eq 0 ] || for engine in event cycle; do
    expect 0 "$FEDX" run "${fabric_long[@]}" --engine "$engine" --trace whole --json whole.json --quiet
    expect 3 timeout --preserve-status -s INT 0.3 "$FEDX" run "${fabric_long[@]}" --engine "$engine" --trace part --checkpoint saved --quiet
    expect 0 "$FEDX" run --resume saved --json part.json --quiet
    cmp whole part || fail "other events from a checkpoint of the $engine engine"
    same_latencies whole part
  done
}
