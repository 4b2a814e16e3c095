#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Functional coverage: model, RTL and both in lockstep, on any number of threads, interrupted or not, cover the same; files
# are merged; the stimulus that is aimed at holes hits every reachable point of the RTL and no other; bad input is named.
#   coverage.sh              all, but the run that aims at holes ends before it has filled the last ones
#   coverage.sh --complete   with that run to its end
#   coverage.sh --markdown   only the tables for tests/results_page.py --table coverage, from that run
. "$(dirname "$0")/../common.sh"
cd "$scratch"

if [ "${1-}" = --markdown ]; then
  expect 0 "$FEDX" verify --until-covered --coverage all.json --quiet
  "$FEDX" coverage all.json --markdown
  exit 0
fi

# number NAME FILE: a number at the top of a coverage file
number() {
  sed -nE "s/^  \"$1\": ([0-9]+),?$/\1/p" "$2"
}

# Who simulates it does not matter, nor how.
fabric=(run --rows 2 --cols 3 --load 0.7 --warmup 0 --cycles 6000 --quiet)
expect 0 "$FEDX" "${fabric[@]}" --coverage model.json
grep -E "^coverage +[0-9]+ of [0-9]+ reachable points hit, [0-9]+ missing; [0-9]+ points unreachable$" out
[ "$(number cycles model.json)" -ge 36000 ] || fail "$(number cycles model.json) switch-cycles sampled"
[ "$(number hit model.json)" -ge 100 ] || fail "$(number hit model.json) points hit"
for way in "--rtl all" "--lockstep all" "--rtl random:1 --threads 2" "--threads 3"; do
  # shellcheck disable=SC2086 # several words
  expect 0 "$FEDX" "${fabric[@]}" $way --coverage other.json
  cmp -s model.json other.json || fail "$way covers something else than the model"
done
# A run that is killed and resumed.
fabric+=(--cycles 60000)
expect 0 "$FEDX" "${fabric[@]}" --coverage whole.json
"$FEDX" "${fabric[@]}" --coverage parts.json --checkpoint run.ckpt --checkpoint-every 5000 >out 2>err </dev/null &
killed=$!
while kill -0 $killed 2>/dev/null && [ ! -e run.ckpt ]; do
  sleep 0.01
done
kill -9 $killed 2>/dev/null || true
wait $killed 2>/dev/null || true
if [ -e run.ckpt ]; then
  [ ! -e parts.json ] || fail "a killed run left its coverage"
  expect 0 "$FEDX" run --resume run.ckpt
fi
cmp whole.json parts.json || fail "a resumed run covers something else"

# Aimed at the holes: of the reachable points of the RTL most are hit soon, in the end every one, and no other.
if [ "${1-}" = --complete ]; then
  expect 0 "$FEDX" verify --until-covered --coverage all.json --quiet
  [ "$(number hit all.json)" = "$(number reachable all.json)" ] || fail "holes in all.json"
else
  expect 1 "$FEDX" verify --until-covered --cycles 3000000 --coverage all.json --quiet
  [ "$(($(number hit all.json) * 100))" -ge "$(($(number reachable all.json) * 95))" ] || fail "many holes in all.json"
fi
grep -E "^(compared|coverage)" out
grep -qE "^compared .*: 0 differences$" out || fail "nothing compared"
[ "$(number impossible all.json)" = 0 ] || fail "a point was hit that is said to be unreachable"
[ "$(number reachable all.json)" -ge 1900 ] || fail "only $(number reachable all.json) reachable points"
if [ "${1-}" = --complete ]; then
  expect 0 "$FEDX" coverage all.json --complete
  ! grep "^missing" out || fail "complete, and yet something is missing"
fi
# Not without aim, in so few cycles; what is missing is said, and the exit status too.
expect 1 "$FEDX" verify --until-covered --cycles 20000 --coverage few.json --quiet
grep -qE "^missing +pair: " out || fail "the holes are not named"
expect 1 "$FEDX" coverage few.json --complete
expect 0 "$FEDX" verify --cycles 20000 --coverage - --quiet
number hit out | grep -qx "[1-9][0-9]*" || fail "no JSON on standard output"

# Merging: sums, in any order, and the same from the merged file.
expect 0 "$FEDX" coverage model.json few.json --out ab.json
expect 0 "$FEDX" coverage few.json model.json --out ba.json
cmp ab.json ba.json || fail "the order of files matters"
[ "$(number cycles ab.json)" -eq $(($(number cycles model.json) + $(number cycles few.json))) ] || fail "cycles are not summed up"
[ "$(number hit ab.json)" -ge "$(number hit few.json)" ] || fail "points were lost"
expect 0 "$FEDX" coverage ab.json --out again.json
cmp ab.json again.json || fail "a file is not what it was"
expect 0 "$FEDX" coverage all.json --points verdict
grep -qE "^  PE, throttled +[0-9]+  first in cycle [0-9]+, seed 1, place [0-9]+$" out || fail "no first hit"
grep -qE "^  0, throttled +0  unreachable: " out || fail "no reason"
expect 0 "$FEDX" coverage
grep -qE "^coverage +0 of [1-9][0-9]{3} reachable points hit" out || fail "no points without a file"

bad() { refused "$1" "$FEDX" "${@:2}"; }
sed 's/"coverage": 2/"coverage": 3/' few.json >version.json
sed 's/"name": "verdict"/"name": "verdicts"/' few.json >family.json
sed '0,/"0, admitted"/s//"7, admitted"/' few.json >point.json
sed '0,/"hits": [1-9][0-9]*/s//"hits": 0/' few.json >hits.json
head -c 1000 few.json >cut.json
# Whole JSON all the same: a family, points and a count are missing.
python3 - <<'END'
import copy, json
whole = json.load(open("few.json"))
def write(name, change):
    value = copy.deepcopy(whole)
    change(value)
    json.dump(value, open(name, "w"))
def last_hit(value):
    family = next(f for f in value["families"] if len(f["hits"]) > 1)
    family["hits"].popitem()
write("families.json", lambda v: v["families"].pop())
write("twice.json", lambda v: v["families"].append(v["families"][0]))
write("lost.json", last_hit)
write("count.json", lambda v: v.update(hit=v["hit"] + 1))
write("sum.json", lambda v: v.update(hit=2**31 - 1, impossible=16))
write("wide.json", lambda v: v.update(hit=v["hit"] + 2**32))
write("much.json", lambda v: v.update(cycles=2**60))
END
echo '{}' >empty.json
bad "none.json: " coverage none.json
bad "cut.json:" coverage cut.json
grep -qE "cut.json:[1-9][0-9]*: " err || fail "the line is not said"
bad "empty.json: not a coverage file: " coverage empty.json
bad "version.json: version 3 with " coverage version.json
bad "family.json: no family is called verdicts here" coverage family.json
bad "point.json: verdict, point 7, admitted: no such point here" coverage point.json
bad "hits.json: verdict, point 0, admitted: hits and cycle must be 1 or more" coverage hits.json
bad "families.json: " coverage families.json
grep -qE "families of [0-9]+ are in it: the file is damaged, or cut short" err || fail "a family that is missing"
bad "twice.json: verdict is a second time in it" coverage twice.json
bad "the file is damaged, or cut short" coverage lost.json
bad "count.json: hit and impossible: " coverage count.json
bad "sum.json: 2147483647 points hit and 16 impossible, of " coverage sum.json
bad "wide.json: " coverage wide.json
bad "much.json: " coverage much.json
bad "points" coverage few.json --points nothing
bad "no/folder" verify --coverage no/folder/x.json
bad "cannot both go to standard output" verify --coverage - --json -
bad "cannot both go to standard output" run --coverage - --json -
bad "--profile does not go with --until-covered" verify --until-covered --profile noise
bad "--coverage does not go with --inject" verify --inject 1 --coverage x.json
bad "--coverage needs the cycle engine" run --engine event --coverage x.json
bad "--coverage is for switches of 10 or 20 buffers, not --buffers 12" run --buffers 12 --coverage x.json
[ ! -e x.json ] || fail "bad input left a file"
