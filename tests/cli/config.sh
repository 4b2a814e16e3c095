#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Configurations: a file, options and --set give the same run; what is printed gives it again; each
# kind of error is one exact line.
. "$(dirname "$0")/../common.sh"
cd "$scratch"

# says "LINE" COMMAND...: bad input, that one line and nothing else.

# file "TEXT" "ERROR": what fedx run says of a file x.yaml with that text.
file() {
  printf '%b' "$1" >x.yaml
  refused_exactly "fedx run: $2" "$FEDX" run x.yaml
}
file 'fabric:\n  row: 3\n' "x.yaml:2: fabric.row is not a key; did you mean fabric.rows?"
file 'fabrik:\n  rows: 3\n' "x.yaml:1: fabrik is neither a section nor a key; the sections are fabric, traffic, flow, channels, responses, sat, streams, fault, run, output"
file 'run:\n  hurry: 3\n' "x.yaml:2: run.hurry is not a key; run has cycles, warmup, detect_warmup, sample, spread, distances, energy, stall, drain, latency_limit, window_packets, windows, precision, settle, max_cycles, engine, check_engine, threads, digest"
file 'fabric:\n  load: 0.5\n' "x.yaml:2: fabric.load is not a key; did you mean traffic.load?"
file 'run:\n  cycles: 10\n  stall: 5\n  cycles: 20\n' "x.yaml:4: run.cycles is a second time here: line 2 has it"
file 'run: {}\nflow: {}\nrun: {}\n' "x.yaml:3: section run is a second time here: line 1 has it"
file 'fabric:\n  rows: three\n' "x.yaml:2: fabric.rows: three must be a whole number from 1 to 32768"
file 'fabric:\n  rows: [3]\n' "x.yaml:2: fabric.rows must be one value, not a list or more keys"
file 'traffic:\n\n  load: 2.5\n' "x.yaml:3: traffic.load: 2.5 must be a number over 0, up to 2"
file 'flow:\n  backpressure: some\n' "x.yaml:2: flow.backpressure: some must be one of none, message, destination"
file 'flow:\n  class_rule: on\n' "x.yaml:2: flow.class_rule: on must be true or false"
file 'traffic: {alpha: 1.2345}\n' "x.yaml:1: traffic.alpha: 1.2345 must be from 0 to 1000000 with at most three decimals, or auto"
file 'hello\n' "x.yaml:1: a configuration must be sections with keys below them"
file 'fabric: {rows: 3\n' "x.yaml:2: not YAML: did not find expected ',' or '}'"
file 'fabric: {rows: 3}\n---\nfabric: {cols: 3}\n' "x.yaml:3: a second document: a file holds one configuration"
file 'run:\n  cycles: 10\n  warmup: 10\n' "x.yaml:3: run.warmup must be less than run.cycles"
file 'fabric:\n  cols: 4\ntraffic:\n  pattern: transpose\n' "x.yaml:4: traffic.pattern: transpose needs a square fabric"
file 'fabric:\n  cols: 20\n  rows: 20\n' \
  "x.yaml:3: 20 x 20 xmesh: fabric too large: its diameter 13 needs at least 14 buffers: use --buffers 14"
refused_exactly "fedx config: $(sed 's/^fedx run: //' err)" "$FEDX" config x.yaml
file 'flow:\n  limit_trans: 11\n' \
  "x.yaml:2: flow.limit_trans: 11: BufferLimitTrans must be 0 (off) to the number of buffers"
file 'run:\n  engine: event\n  digest: true\n' "x.yaml:2: run.digest needs the cycle engine"
refused_exactly "fedx run: cannot read none.yaml: No such file or directory" "$FEDX" run none.yaml
refused_exactly "fedx run: cannot read .: Is a directory" "$FEDX" run .
refused_exactly "fedx run: unexpected argument 'now': no file has that name" "$FEDX" run now
refused_exactly "fedx run: unexpected argument 'b.yaml'" "$FEDX" run x.yaml b.yaml
refused_exactly "fedx run: --set: traffic.load must be key=value, such as traffic.load=0.5" "$FEDX" run --set traffic.load
refused_exactly "fedx run: --set: traffic.load: much must be a number over 0, up to 2" "$FEDX" run --set traffic.load=much
refused_exactly "fedx run: --set: fabric.load is not a key; did you mean traffic.load?" "$FEDX" run --set fabric.load=0.5
refused_exactly "fedx run: --pattern transpose needs a square fabric" "$FEDX" run --set fabric.rows=4 --set traffic.pattern=transpose
if [ -c /dev/full ]; then
  expect 2 sh -c "'$FEDX' config --print >/dev/full"
  grep -qx "fedx: cannot write to standard output: No space left on device" err || fail "a full disk is not named"
fi

# Good ones.
: >x.yaml
expect 0 "$FEDX" config x.yaml
grep -qx "x.yaml: good" out || fail "an empty file is not good"
expect 0 "$FEDX" config --print
cp out defaults.yaml
expect 0 "$FEDX" config x.yaml --print
diff out defaults.yaml || fail "an empty file does not give the defaults"
expect 0 "$FEDX" config --command
echo "fedx run" | diff - out || fail "the defaults need options"
# Each line of a printed configuration but sections and the head says what is allowed.
[ "$(grep -c '^  [a-z_]*: .*  # ' defaults.yaml)" -eq "$(grep -c '^  ' defaults.yaml)" ] || fail "a key without a comment"
grep -q '^  warmup: tenth .*# here 400000; .*; unit: cycles$' defaults.yaml || fail "the warm-up is not told"

# The option of a flag is for what is not the default.
expect 0 "$FEDX" config --digest --drain none --no-class-rule --command
echo "fedx run --no-class-rule --drain none --digest" | diff - out || fail "flags are not what they say"

# Switches of more than ten buffers.
printf 'fabric: {rows: 20, cols: 20, buffers: 14}\n' >x.yaml
expect 0 "$FEDX" config x.yaml
expect 0 "$FEDX" config x.yaml --command
echo "fedx run --rows 20 --cols 20 --buffers 14" | diff - out || fail "not the expected command"

# Later wins: defaults, file, then the command line from left to right.
printf 'fabric: {rows: 4, cols: 5}\ntraffic:\n  load: 0.4\n' >x.yaml
expect 0 "$FEDX" config --load 0.5 x.yaml --rows 6 --set fabric.rows=7 --set traffic.seed=3 --seed 4 --command
echo "fedx run --rows 7 --cols 5 --load 0.5 --seed 4" | diff - out || fail "not the expected precedence"

# The same run from options, from --set, from the printed file and from the printed command.
runs=0
same() {
  expect 0 "$FEDX" run "$@" --json first.json
  expect 0 "$FEDX" config "$@" --print
  cp out printed.yaml
  expect 0 "$FEDX" config printed.yaml --print
  diff out printed.yaml || fail "printed, read and printed again is something else: $*"
  expect 0 "$FEDX" run printed.yaml --json again.json
  diff first.json again.json || fail "the printed file gives another run: $*"
  expect 0 "$FEDX" config printed.yaml --command
  local words
  eval "words=($(cat out))"
  expect 0 "$FEDX" "${words[@]:1}" --json again.json
  diff first.json again.json || fail "the printed command gives another run: $*"
  runs=$((runs + 1))
}
small=(--rows 3 --cols 3 --cycles 6000 --digest)
same "${small[@]}"
same "${small[@]}" --alpha 0.125 --skip-blocked --drain none --load 1.23456789012345
same "${small[@]}" --schedule alpha --selection random --latency 2 --backpressure destination --no-class-rule
same "${small[@]}" --source onoff --on-mean 500 --hot-spots 1,2 --hot-senders 0.2 --hot-load 0.3 --warmup 100
same "${small[@]}" --set run.digest=false --buffers 12 --limit-trans 12 --engine event
same "${small[@]}" --pattern transpose --routing deterministic --workload single --threads 2 --stall 0
same "${small[@]}" --set traffic.load=0.4 --set run.drain=none --record "it's a record"
same "${small[@]}" --replay "it's a record" --limit-dest 0 --limit-trans 0 --limit-total 3 --eject-priority 0 --throttle-timeout 9
expect 0 "$FEDX" run "${small[@]}" --load 0.4 --json first.json
expect 0 "$FEDX" run "${small[@]}" --set traffic.load=0.4 --json again.json
diff first.json again.json || fail "an option and --set differ"
echo "$refused errors, each one exact line; $runs runs given again by file and by command"
