#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What a run says about its own numbers: what a mean leaves out, saturation, precision, where results come from.
. "$(dirname "$0")/../common.sh"
cd "$scratch"
small=(--rows 4 --cols 4 --cycles 60000)
regular=(--limit-dest 0 --limit-trans 0 --eject-priority 0 --load 1)

# value FILE PATH: of a key of a result, such as message_latency.count
value() {
  python3 -c 'import functools, json, sys
at = functools.reduce(lambda at, key: at[key], sys.argv[2].split("."), json.load(open(sys.argv[1])))
print(at if isinstance(at, str) else json.dumps(at))' "$1" "$2"
}
is() { # FILE PATH VALUE
  [ "$(value "$1" "$2")" = "$3" ] || fail "$1: $2 is $(value "$1" "$2"), not $3"
}
# without FILE KEY...: a result without some keys of its first level, and without what this program is
without() {
  python3 -c 'import json, sys
result = json.load(open(sys.argv[1]))
del result["made_by"]["build"]
print(json.dumps({key: value for key, value in result.items() if key not in sys.argv[2:]}))' "$@"
}

# What is left out and what is completed add up to the same messages, however the run ends; finished they take longer.
for drain in none packets messages; do
  expect 0 "$FEDX" run "${small[@]}" "${regular[@]}" --drain $drain --json $drain.json
  cp out $drain.out
  is $drain.json drain $drain
done
all=$(value messages.json message_latency.count)
for drain in none packets; do
  left=$(value $drain.json message_latency.left_out)
  [ "$left" -gt $((all / 10)) ] || fail "--drain $drain leaves out $left of $all"
  [ $((left + $(value $drain.json message_latency.count))) -eq "$all" ] || fail "--drain $drain: other messages"
  grep -Eq "^  message .* over $((all - left)) of $all, with the others at least [0-9.]+$" $drain.out || fail "$(cat $drain.out)"
  awk -v mean="$(value $drain.json message_latency.mean_cycles)" -v least="$(value $drain.json message_latency.mean_at_least_cycles)" \
    -v whole="$(value messages.json message_latency.mean_cycles)" 'BEGIN { exit !(mean < least && least < whole) }' ||
    fail "--drain $drain: mean, least and whole mean are not in this order"
done
is messages.json message_latency.left_out 0
is messages.json packets.in_fabric 0
is packets.json packets.in_fabric 0

# Saturation is said everywhere; what is not looked for is null. A run of some hundred messages is too short to tell.
grep -q "^backlog .*: too short to tell$" messages.out || fail "$(cat messages.out)"
is messages.json saturated null
is messages.json saturation too_short
expect 0 "$FEDX" run "${small[@]}" "${regular[@]}" --load 2 --cycles 100000 --json saturated.json
grep -q "^backlog .*: SATURATED, message latencies grow with the length of the run$" out || fail "$(cat out)"
grep -Eq "^  message +[0-9.]+ +grows " out || fail "$(cat out)"
is saturated.json saturated true
is saturated.json saturation grows
is saturated.json message_latency.interval saturated
is saturated.json message_latency.ci95_half_width null
# Nothing that grows at all is a growth of 0, and not one that is not known.
expect 0 "$FEDX" run "${small[@]}" --load 1e-9 --json silent.json
is silent.json packets.created 0
is silent.json saturated false
is silent.json backlog.growth 0.0
is silent.json backlog.growth_half_width 0.0
# More than routes carry is told of the shortest run, sources that are held back of a short one.
mesh=(--router vcr-mesh --topology mesh --pattern transpose --routing deterministic --prefer dimension --load-unit link)
expect 0 "$FEDX" run "${mesh[@]}" --load 0.25 --cycles 200 --json routes.json
is routes.json saturated true
is routes.json saturation routes
expect 0 "$FEDX" run "${mesh[@]}" --load 0.19 --cycles 10000 --workload single --json below.json
is below.json saturated false
is below.json saturation not_saturated
expect 0 "$FEDX" run --router vcr-tree --topology tree --workload single --load 1 --source bernoulli --terminal-queue --cycles 4000 --drain none --json held.json
is held.json saturated true
is held.json saturation held_back
[ "$(value held.json message_latency.interval)" != saturated ] || fail "what is held back does not wait, and its latency does not grow"
is messages.json steady null
expect 0 "$FEDX" run "${small[@]}" "${regular[@]}" --load 2 --cycles 100000 --detect-warmup --json detected.json
is detected.json steady false
grep -q "NO STEADY STATE FOUND" out || fail "$(cat out)"
expect 0 "$FEDX" run "${small[@]}" --load 0.3 --workload single --detect-warmup --json light.json
is light.json steady true
is light.json saturated false
is light.json message_latency.interval good
expect 0 "$FEDX" run "${small[@]}" --load 0.3 --workload single --hot-spots 5 --hot-senders 1,2,3 --backpressure destination --json flood.json
is flood.json saturated true
is flood.json independent.saturated false
is flood.json to_hot_spots.saturated true
expect 0 "$FEDX" run "${small[@]}" --cycles 50 --json short.json
is short.json message_latency.interval none
is short.json message_latency.mean_cycles null

# As long as it takes, and the run that comes out is that of its length.
expect 0 "$FEDX" run "${small[@]}" --load 0.5 --workload single --precision 2% --json precise.json
grep -Eq "^precision   2% reached: [a-z ]+ is the widest, \+- [01]\.[0-9]+%$" out || fail "$(cat out)"
is precise.json precision.reached true
cycles=$(awk '$1 == "ran" { print $2 }' out)
longer=$(value precise.json counted_from_cycle)0
[ "$longer" -gt 60000 ] && [ "$longer" -le "$cycles" ] || fail "the run was not made longer"
expect 0 "$FEDX" run "${small[@]}" --load 0.5 --workload single --cycles "$longer" --json length.json
diff <(without precise.json precision made_by) <(without length.json precision made_by) || fail "not the run of $longer cycles"
expect 0 "$FEDX" run "${small[@]}" "${regular[@]}" --precision 5
grep -q "^precision   5% NOT REACHED: no run is long enough, since the message latency grows with its length$" out || fail "$(cat out)"
expect 0 "$FEDX" run "${small[@]}" --load 0.5 --precision 0.1 --max-cycles 100000
grep -q "^precision   0.1% NOT REACHED in 100000 cycles (max_cycles): " out || fail "$(cat out)"
bad() { refused "$1" "$FEDX" run "${@:2}"; }
bad "must be a number from 0 to 50" --precision 5%%
bad "must be a number from 0 to 50" --precision 51%
bad "--max-cycles must not be less than --cycles" --precision 5% --max-cycles 10
bad "--precision does not go with --checkpoint" --precision 5% --checkpoint c
bad "must be one of none, packets, messages" --drain false

# Numbers as they were given, nothing in place of what was not worked out, and the command that makes a result again.
expect 0 "$FEDX" run "${small[@]}" --load 0.7 --json event.json
expect 0 "$FEDX" run --rows 4 --cols 4 --cycles 15000 --load 0.7 --digest --threads 2 --engine cycle --json cycle.json
grep -q '"load": 0.7,' event.json || fail "0.7 is written otherwise"
is event.json pin_digest null
is event.json packets.bytes_checked null
grep -q "this engine moves no bytes" <("$FEDX" run "${small[@]}") || fail "what was not checked looks like a failed check"
[[ $(value cycle.json pin_digest) =~ ^[0-9a-f]{16}$ ]] || fail "no digest of pins"
for result in none messages flood precise event cycle; do
  command=$(value $result.json made_by.command)
  [[ $command == "fedx run "* ]] || fail "$result.json: $command"
  eval "\"$FEDX\" ${command#fedx } --json again.json" >out || fail "$command"
  diff <(without $result.json) <(without again.json) >/dev/null || fail "$command gives another result"
done
echo "$all messages accounted for, 6 results made again"
