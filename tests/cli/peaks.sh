#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Experiments that search a peak: what is found is the last step within the limit, by runs that can be made again and gone on with; the
# study of selection functions in small, each condition of whose claims has a figure.
. "$(dirname "$0")/../common.sh"

cat >"$scratch/peak.yaml" <<'Y'
title: a peak
paper: none
y: traffic.link_load
y_label: load of links
x: channels.prefer
values: [dimension, diagonal]
seeds: 2
peak: {key: traffic.load, step: 0.03, most: 0.9, figure: message_latency.mean_at_least_cycles, limit: 60}
bars: true
base: [fabric.router=vcr-mesh, fabric.topology=mesh, fabric.rows=4, fabric.cols=4, traffic.pattern=transpose, traffic.workload=single,
  traffic.load_unit=link, run.cycles=3000, run.warmup=1000, run.drain=none, run.latency_limit=120]
curves:
  - name: oblivious
    set: [traffic.routing=deterministic]
  - name: adaptive
    only: [diagonal]
Y
sweep() { "$FEDX" sweep "$scratch/peak.yaml" --out "$scratch/out.d" --quiet "$@"; }
expect 0 sweep --list
[ "$(grep -c "^fedx run .* # largest traffic.load, up to 0.9 by 0.03, with message_latency.mean_at_least_cycles <= 60$" "$scratch/out")" -eq 6 ] ||
  fail "not six searches: $(cat "$scratch/out")"
expect 0 sweep
cp "$scratch/out.d/peak.csv" "$scratch/first.csv"
grep -q '^"adaptive",dimension,0,,,0,' "$scratch/first.csv" || fail "a point that a curve does not have: $(cat "$scratch/first.csv")"
grep -q "with boxerrorbars" "$scratch/out.d/peak.gnuplot" || fail "no bars"

# The peak of a seed: the figure is within the limit there, and not a step further.
latency() { # link load, seed, options
  "$FEDX" run --router vcr-mesh --topology mesh --rows 4 --cols 4 --pattern transpose --workload single --load-unit link --cycles 3000 \
    --warmup 1000 --drain none --latency-limit 120 --load "$1" --seed "$2" "${@:3}" --json - |
    python3 -c 'import json, sys; print(json.load(sys.stdin)["message_latency"]["mean_at_least_cycles"])'
}
expect 0 sweep --set traffic.seed=1 --out "$scratch/one.d"
peak=$(sed -n 's/^"adaptive",diagonal,2,\([0-9.]*\),.*/\1/p' "$scratch/one.d/peak.csv")
[ -n "$peak" ] || fail "no peak: $(cat "$scratch/one.d/peak.csv")"
python3 - "$(latency "$peak" 1)" "$(latency "$(python3 -c "print(round($peak + 0.03, 2))")" 1)" <<'P' || fail "$peak is not the peak"
import sys
within, beyond = map(float, sys.argv[1:])
sys.exit(not within <= 60 < beyond)
P

# Where runs are saturated: not at the load that is found, and not known not to be a step further; beside it the bound of the links.
cat >"$scratch/saturation.yaml" <<'Y'
title: a saturation
y: traffic.link_load
y_label: load of links
x: channels.routes
values: [dimension-order, o1turn, west-first]
seeds: 1
peak: {key: traffic.load, step: 0.05, most: 1, figure: saturated}
bars: true
low: traffic.link_load
high: links_worked_out.bound
base: [fabric.router=vcr-deep, fabric.topology=mesh, fabric.rows=4, fabric.cols=4, traffic.pattern=transpose, traffic.workload=single,
  traffic.load_unit=link, run.cycles=20000, run.drain=none, run.settle=20, run.max_cycles=40000]
curves:
  - {name: oblivious, set: [traffic.routing=deterministic]}
  - {name: adaptive, only: [west-first]}
Y
expect 0 "$FEDX" sweep "$scratch/saturation.yaml" --out "$scratch/saturation.d" --list
grep -q "# largest traffic.load, up to 1 by 0.05, not saturated$" "$scratch/out" || fail "not the search: $(cat "$scratch/out")"
expect 0 "$FEDX" sweep "$scratch/saturation.yaml" --out "$scratch/saturation.d" --quiet
python3 - "$scratch/saturation.d" <<'P' || fail "not where it is saturated: $(cat "$scratch/saturation.d/saturation.csv")"
import csv, glob, json, sys
rows = list(csv.reader(open(sys.argv[1] + "/saturation.csv")))[1:]
found = {(r[0], r[1]): (float(r[3]), float(r[13])) for r in rows if r[3]}
assert len(found) == 4
for load, bound in found.values():
    assert 0.8 * bound - 0.05 < load <= bound
assert found["oblivious", "o1turn"][1] > 1.9 * found["oblivious", "dimension-order"][1]
runs = [json.load(open(name)) for name in glob.glob(sys.argv[1] + "/points/*.json")]
for load, bound in found.values():
    near = [r for r in runs if abs(r["traffic"]["link_load"] - load) < 1e-9 and abs(r["links_worked_out"]["bound"] - bound) < 1e-5]
    beyond = [r for r in runs if abs(r["traffic"]["link_load"] - load - 0.05) < 1e-9 and abs(r["links_worked_out"]["bound"] - bound) < 1e-5]
    assert any(r["saturated"] is False for r in near) and any(r["saturated"] is not False for r in beyond)
P

# The second seed begins at the peak of the first one, on however many threads: the same peaks, by fewer runs than halving needs.
sed 's/seeds: 2/seeds: 12/; s/step: 0.03/step: 0.01/' "$scratch/peak.yaml" >"$scratch/fine.yaml"
for jobs in 1 3; do
  expect 0 "$FEDX" sweep "$scratch/fine.yaml" --out "$scratch/fine-$jobs.d" --quiet -j $jobs
  runs=$(sed -nE 's/^([0-9]+) runs made .* 0 were there$/\1/p' "$scratch/out")
  [ -n "$runs" ] && [ "$runs" -lt $((36 * 6)) ] || fail "36 searches in 90 steps each, by ${runs:-no} runs"
  cmp "$scratch/fine-1.d/fine.csv" "$scratch/fine-$jobs.d/fine.csv" || fail "other peaks on $jobs threads"
done

# A search that was stopped goes on with the runs that are there.
points=("$scratch/out.d/points/"*)
rm "${points[0]}" "${points[1]}"
expect 0 sweep
cmp "$scratch/first.csv" "$scratch/out.d/peak.csv" || fail "other peaks after an interruption"
grep -qE "^2 runs made .* $((${#points[@]} - 2)) were there" "$scratch/out" || fail "not two runs: $(cat "$scratch/out")"

wrong() { # what sed does to the experiment: the error that it brings
  sed "$1" "$scratch/peak.yaml" >"$scratch/bad.yaml"
  refused "$2" "$FEDX" sweep "$scratch/bad.yaml" --out "$scratch/bad.d"
}
wrong 's/step: 0.03/step: 0/' "bad.yaml: peak: step 0 and most 0.9 must be over 0, and one to 10000 steps"
wrong 's/most: 0.9/most: 9/' "bad.yaml: peak: traffic.load: 9 must be a number over 0, up to 2"
wrong 's/, limit: 60//' "bad.yaml: peak: limit: must be over 0, with any figure but saturated"
wrong 's/figure: message_latency.mean_at_least_cycles/figure: saturated/' "bad.yaml: peak: limit: saturated has none"
wrong 's/key: traffic.load/key: traffic.lode/' "bad.yaml: peak: traffic.lode is not a key; traffic has "
wrong 's/key: traffic.load/key: channels.prefer/' "bad.yaml: peak: key: channels.prefer is x already"
wrong 's/figure: message_latency.mean_at_least/figure: message_latency.mean_at_most/' "bad.yaml: peak: figure: no such figure"
wrong 's/only: \[diagonal/only: [random/' "bad.yaml: curve 'adaptive': only: random is none of the values"
wrong '1i stretch: 1001' "bad.yaml: stretch: 1001 must be from 1 to 1000"

# A peak is one of runs that settled: with a budget for none of them there is no peak, with enough there is.
expect 0 sweep --set run.settle=20 --set run.max_cycles=3000 --out "$scratch/budget.d"
[ "$(cut -d, -f 3 "$scratch/budget.d/peak.csv" | sort -u | tr '\n' ' ')" = "0 seeds " ] || fail "peaks that have not settled: $(cat "$scratch/budget.d/peak.csv")"
# A run that has no interval yet, but moved by less than what is asked when it became twice as long, is one of those.
expect 0 sweep --set run.settle=20 --set run.max_cycles=24000 --out "$scratch/still.d"
awk -F, '$3 == 2 && $10 > 0' "$scratch/still.d/peak.csv" | grep -q . || fail "no peak of runs that move no more: $(cat "$scratch/still.d/peak.csv")"
expect 0 sweep --set run.settle=20 --set run.max_cycles=96000 --out "$scratch/settled.d"
[ "$(grep -cE '^"(oblivious|adaptive)",[a-z]*,2,' "$scratch/settled.d/peak.csv")" -eq 3 ] || fail "no settled peaks: $(cat "$scratch/settled.d/peak.csv")"

# Windows and limits in cycles are stretched, those of --set, too.
sed '1i stretch: 3' "$scratch/peak.yaml" >"$scratch/stretched.yaml"
expect 0 "$FEDX" sweep "$scratch/stretched.yaml" --out "$scratch/stretched.d" --list --set run.warmup=500
[ "$(grep -cE "^fedx run .*--cycles 9000 .*--latency-limit 360" "$scratch/out")" -eq 6 ] && [ "$(grep -cE "^fedx run .*--warmup 1500 " "$scratch/out")" -eq 6 ] ||
  fail "not stretched: $(cat "$scratch/out")"

# The study, with two seeds and in a moment: each condition has a figure.
mkdir -p "$scratch/few/selection"
for experiment in "$FEDX_SOURCE"/experiments/selection/*.yaml; do
  sed -E -e 's/^seeds: .*/seeds: 2/' -e '/^settle:/d' -e 's/step: .*/step: 0.2/' -e 's/^values: \[0.05.*/values: [0.1, 0.2, 0.45]/' -e 's/^values: \[0.02.*/values: [0.1, 0.22]/' "$experiment" \
    >"$scratch/few/selection/${experiment##*/}"
done
few=(--set fabric.rows=4 --set fabric.cols=4 --set run.cycles=300 --set run.warmup=100 --set run.settle=0)
expect 0 "$FEDX" sweep selection --experiments "$scratch/few" --out "$scratch/few.d" --quiet "${few[@]}" --claims "$scratch/claims.md"
[ "$(grep -c "^### " "$scratch/claims.md")" -eq 36 ] || fail "not 36 claims"
grep -q "^Generated by .build/fedx sweep selection ${few[*]} --claims docs/papers/selection-claims.md. " "$scratch/claims.md" ||
  fail "another page: $(sed -n 3p "$scratch/claims.md")"
grep "no figure" "$scratch/claims.md" && fail "a condition without a figure"
[ "$(awk -F"|" "/^## Peaks/ { peaks = 1 } /^## Runs/ { peaks = 0 } peaks && NF == 12 && /\\+-/" "$scratch/claims.md" | wc -l)" -eq 8 ] || fail "not nine peaks each of four patterns in mesh and torus"
conditions=$(grep -cE "^\\| .* \\| (met|undecided|failed) \\|$" "$scratch/claims.md")
[ "$conditions" -gt 120 ] || fail "only $conditions conditions"
echo "6 peaks and 4 saturations found, five held against their steps, gone on with; 9 errors; $conditions conditions of the study have a figure"
