#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs that settle: how long they become, what they say of themselves, and that what comes out is the run of that length.
. "$(dirname "$0")/../common.sh"
cd "$scratch"
# read_json FILE EXPRESSION: of the result r
read_json() { python3 -c 'import json, sys; r = json.load(open(sys.argv[1])); print(eval(sys.argv[2]))' "$@"; }
# settled FILE VERDICT EXPRESSION: what the result says, and what must be true of it
settled() {
  [ "$(read_json "$1" "r['settled']['verdict']")" = "$2" ] || fail "$1: $(read_json "$1" "r['settled']"), not $2"
  [ "$(read_json "$1" "$3")" = True ] || fail "$1: not true: $3"
}
checked=0
# settle NAME STATUS OPTION...: run it, with results NAME.json
settle() {
  expect "$2" "$FEDX" run "${@:3}" --json "$1.json" --csv "$1"
  checked=$((checked + 1))
  [ "$(awk -F, 'NR == 2 { print $1, $2, $3, $4, $5, $6 }' "$1/run.csv")" = "$(read_json "$1.json" \
    "r['outcome'], r['cycles'], r['warmup_cycles'], r['counted_from_cycle'], r['saturation'], (r['settled'] or {}).get('verdict', '')" | tr -d "(),'")" ] || fail "$1/run.csv: $(cat "$1/run.csv")"
}
within="all(r['settled'][key] <= r['settled']['asked_percent'] for key in ('moved_percent', 'half_width_percent'))"
small=(--rows 4 --cols 4 --workload single)

# The run that comes out is that of its length, warm-up in proportion; of both kinds of routers.
for router in "" "--router vcr-mesh --topology mesh"; do
  # shellcheck disable=SC2086 # several words or none
  settle settled 0 $router "${small[@]}" --load 0.3 --cycles 2000 --warmup 300 --settle 4%
  grep -Eq "^settled     4% reached: [a-z ]+ moves by [0-3]\.[0-9]+%, \+- [0-3]\.[0-9]+%$" out || fail "$(cat out)"
  settled settled.json settled "$within"
  length=$(($(read_json settled.json "r['counted_from_cycle']") * 20 / 3))
  [ "$length" -ge 4000 ] || fail "one length is none to compare with"
  # shellcheck disable=SC2086
  settle length 0 $router "${small[@]}" --load 0.3 --cycles "$length" --warmup $((length * 3 / 20))
  grep -q "^settled" out && fail "nobody asked"
  diff <(read_json settled.json "{k: v for k, v in r.items() if k not in ('settled', 'precision', 'made_by')}") \
    <(read_json length.json "{k: v for k, v in r.items() if k not in ('settled', 'precision', 'made_by')}") || fail "not the run of $length cycles"
done

# Tighter intervals of the same run; all engines.
settle both 0 "${small[@]}" --load 0.3 --cycles 2000 --settle 8% --precision 3%
settled both.json settled "r['precision']['reached'] and r['settled']['half_width_percent'] <= 3"
settle cycle 0 "${small[@]}" --load 0.3 --cycles 2000 --settle 8% --precision 3% --engine cycle
settle engines 0 "${small[@]}" --load 0.3 --cycles 2000 --settle 8% --precision 3% --check-engine
for other in cycle engines; do
  [ "$(read_json both.json "r['settled'], r['message_latency'], r['cycles']")" = \
    "$(read_json $other.json "r['settled'], r['message_latency'], r['cycles']")" ] || fail "$other: another engine, another run"
done

# Saturated: the throughput alone. With windows: that of the windows, behind a warm-up that doubles.
settle saturated 0 "${small[@]}" --load 2 --limit-dest 0 --limit-trans 0 --eject-priority 0 --cycles 20000 --settle 3% --drain none
grep -q "^settled     3% reached, saturated, of the throughput alone: throughput moves by " out || fail "$(cat out)"
settled saturated.json saturated "$within and r['saturated']"
settle windows 0 --router vcr-tree --topology tree --workload single --load 1 --source bernoulli --terminal-queue --drain none --cycles 100000 \
  --warmup 500 --window-packets 3000 --settle 3%
settled windows.json saturated "$within and r['settled']['farthest'] == 'throughput of the windows' and r['warmup_cycles'] % 500 == 0 and r['warmup_cycles'] > 500"
# A flood to a hot spot is endless: the other nodes settle.
settle flood 0 "${small[@]}" --load 0.2 --hot-spots 5 --hot-senders 1,2,3 --backpressure destination --cycles 5000 --settle 10%
settled flood.json settled "r['saturated']"

# Not settled, each for its reason.
settle budget 0 "${small[@]}" --load 0.3 --cycles 2000 --settle 1% --max-cycles 5000
grep -q "^settled     1% NOT REACHED in 5000 cycles (max_cycles): " out || fail "$(cat out)"
settled budget.json budget "r['warmup_cycles'] == 500"
settle limit 0 "${small[@]}" --load 0.3 --cycles 4000 --settle 4% --latency-limit 200 --drain none
grep -q "^settled     4% NOT REACHED: messages take longer than the limit$" out || fail "$(cat out)"
settled limit.json over_limit "r['settled']['moved_percent'] is None"
settle stalled 1 --rows 4 --cols 4 --load 0.4 --workload wk30 --no-class-rule --backpressure none --limit-dest 0 --limit-trans 0 \
  --eject-priority 0 --cycles 3000000 --stall 20000 --drain none --settle 4%
settled stalled.json stalled "r['outcome'] == 'stall'"

bad() { refused "$1" "$FEDX" run "${@:2}"; }
bad "must be a number from 0 to 50" --settle 51%
bad "--max-cycles must not be less than --cycles" --settle 5% --max-cycles 10
bad "--settle does not go with --checkpoint" --settle 5% --checkpoint c
echo "$checked runs, each asked whether it has settled"
