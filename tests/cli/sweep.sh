#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# fedx sweep: points that can be made again, a sweep that goes on where it was, and clear errors that lose nothing.
. "$(dirname "$0")/../common.sh"

cat >"$scratch/small.yaml" <<'Y'
title: a small one
paper: none
y: message_latency.mean_cycles
y_label: cycles
x: traffic.load
values: [0.2, 0.6]
seeds: 2
base: [fabric.rows=3, fabric.cols=3, run.cycles=20000]
curves:
  - name: fifo
  - name: alpha
    set: [traffic.alpha=8]
Y
sweep() { "$FEDX" sweep "$scratch/small.yaml" --out "$scratch/out.d" "$@"; }
expect 0 sweep --jobs 2
[ "$(ls "$scratch/out.d/points" | wc -l)" -eq 8 ] || fail "not eight points"
[ "$(wc -l <"$scratch/out.d/small.csv")" -eq 5 ] || fail "not four rows"
cp "$scratch/out.d/small.csv" "$scratch/first.csv"

# A sweep that was stopped goes on: only what is missing is run, and the results are the same.
rm "$(ls "$scratch/out.d/points/"* | head -n 1)"
expect 0 sweep
grep -q "^1 runs made .* 7 were there" "$scratch/out" || fail "not one run: $(cat "$scratch/out")"
cmp "$scratch/first.csv" "$scratch/out.d/small.csv" || fail "other results"
expect 0 sweep --set traffic.load=0.3 --out "$scratch/set.d"
[ "$(ls "$scratch/set.d/points" | wc -l)" -eq 4 ] || fail "--set does not reach every point"

# Every point says the command that makes it again.
for point in "$scratch/out.d/points/"*; do
  command=$(sed -nE 's/^ "command": "fedx run (.*)",?$/\1/p' "$point")
  [ -n "$command" ] || fail "no command in $point"
  eval "\"$FEDX\" run $command --json -" | grep event_digest | tr -d ' ,' >"$scratch/again"
  grep event_digest "$point" | tr -d ' ,' | cmp - "$scratch/again" || fail "other results from: fedx run $command"
done

wrong() { # expected text, arguments
  expect 2 "$FEDX" sweep "${@:2}"
  grep -qF -- "$1" "$scratch/err" || fail "expected '$1', got: $(cat "$scratch/err")"
}
wrong "cannot read" none
wrong "which experiment" --quiet
sed 's/traffic.alpha=8/traffic.alpha=x/' "$scratch/small.yaml" >"$scratch/bad.yaml"
wrong "bad.yaml: curve 'alpha': traffic.alpha" "$scratch/bad.yaml" --out "$scratch/bad.d"
sed 's/^seeds: 2/seeds: x/' "$scratch/small.yaml" >"$scratch/bad.yaml"
wrong "bad.yaml:7: Invalid INT value" "$scratch/bad.yaml" --out "$scratch/bad.d"
wrong "cannot make the folder" "$scratch/small.yaml" --out /proc/none
if [ -w /dev/full ]; then
  rm "$(ls "$scratch/out.d/points/"* | head -n 1)"
  ln -s /dev/full "$scratch/out.d/small.csv.part" 2>/dev/null
  expect 2 sweep
  grep -q "cannot write" "$scratch/err" || fail "a full disk is not reported: $(cat "$scratch/err")"
  cmp "$scratch/first.csv" "$scratch/out.d/small.csv" || fail "a full disk loses earlier results"
fi
echo "8 points made, resumed, and made again by their commands"
