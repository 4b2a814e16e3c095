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
points=("$scratch/out.d/points/"*)
[ ${#points[@]} -eq 8 ] || fail "not eight points"
[ "$(wc -l <"$scratch/out.d/small.csv")" -eq 5 ] || fail "not four rows"
cp "$scratch/out.d/small.csv" "$scratch/first.csv"

# A sweep that was stopped goes on: only what is missing is run, and the results are the same.
rm "${points[0]}"
expect 0 sweep
grep -q "^1 runs made .* 7 were there" "$scratch/out" || fail "not one run: $(cat "$scratch/out")"
cmp "$scratch/first.csv" "$scratch/out.d/small.csv" || fail "other results"
expect 0 sweep --set traffic.load=0.3 --out "$scratch/set.d"
[ "$(find "$scratch/set.d/points" -type f | wc -l)" -eq 4 ] || fail "--set does not reach every point"

# An experiment like another one has what it does not say from there; of a key, one assignment.
printf 'like: small.yaml\ntitle: "another"\nseeds: 1\nbase:\n  - run.cycles=5000\n  - traffic.workload=single\n' >"$scratch/like.yaml"
sed 's/^seeds: 2$/seeds: 1/; s/run.cycles=20000/run.cycles=5000, traffic.workload=single/' "$scratch/small.yaml" >"$scratch/whole.yaml"
for name in like whole; do
  expect 0 "$FEDX" sweep "$scratch/$name.yaml" --list
  cp "$scratch/out" "$scratch/$name.list"
done
[ "$(wc -l <"$scratch/like.list")" -eq 4 ] && cmp "$scratch/like.list" "$scratch/whole.list" || fail "not like small.yaml: $(cat "$scratch/like.list")"
unlike() { # NAME TEXT: what it is like, and why it cannot be
  printf 'like: %s\ntitle: "another"\n' "$1" >"$scratch/unlike.yaml"
  refused "$2" "$FEDX" sweep "$scratch/unlike.yaml" --list
}
unlike none.yaml "cannot read $scratch/none.yaml"
unlike ../small.yaml "unlike.yaml: like: ../small.yaml must be the name of a file beside this one"
unlike like.yaml "unlike.yaml: like: like.yaml is like another one itself: name that, small.yaml"
unlike "''" "unlike.yaml:1: "

# Runs of another build count when that is asked for, and it is said how many they are: here of this program with a byte behind its end.
{ cat "$FEDX" && echo; } >"$scratch/fedx"
chmod +x "$scratch/fedx"
other() { "$scratch/fedx" sweep "$scratch/small.yaml" --out "$scratch/other.d" "$@"; }
cp -r "$scratch/out.d" "$scratch/other.d"
expect 0 other --any-build
grep -q "^0 runs made .* 8 were there" "$scratch/out" && grep -q "^8 of them are of another build of the program$" "$scratch/out" ||
  fail "$(cat "$scratch/out")"
cmp "$scratch/first.csv" "$scratch/other.d/small.csv" || fail "other results"
expect 0 other
grep -q "^8 runs made .* 0 were there" "$scratch/out" && ! grep -q "another build" "$scratch/out" || fail "$(cat "$scratch/out")"

# An experiment of one's own needs no paper, and its page names a command that runs, whatever its file and --set are called.
mkdir "$scratch/it's mine"
sed '/^paper:/d' "$scratch/small.yaml" >"$scratch/it's mine/\$small.yaml"
expect 0 "$FEDX" sweep "$scratch/it's mine/\$small.yaml" --set fabric.dead_links=0:0 --out "$scratch/mine.d" --report "$scratch/mine.d/page"
grep -q '>a small one<' "$scratch/mine.d/\$small.svg" || fail "another title: $(grep '<text' "$scratch/mine.d/\$small.svg" | head -n 1)"
! grep -q '"paper"' "$scratch/mine.d/page/report.json" || fail "the page speaks of a paper"
command=$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["sweeps"][0]["figures"][0]["command"])' "$scratch/mine.d/page/report.json")
eval "\"$FEDX\" ${command#fedx} --out \"$scratch/mine.d\"" >"$scratch/out"
grep -q '^0 runs made .* 8 were there' "$scratch/out" || fail "$command makes other runs: $(cat "$scratch/out")"

# More buffers than ten, by the experiment or by --set.
expect 0 sweep --set fabric.buffers=12 --set run.cycles=4000 --out "$scratch/wide.d"
[ "$(cat "$scratch/wide.d/points/"* | grep -c "fabric.buffers=12\|--buffers 12")" -eq 8 ] || fail "not eight points of 12 buffers"
expect 2 sweep --set fabric.buffers=12 --set fabric.rtl=3 --out "$scratch/wide.d"
grep -q "must be 10 or 20 for RTL nodes" "$scratch/err" || fail "no word on RTL of 12 buffers"

# A point that was damaged is made again, and said so.
damaged=0
for script in '0,/true/s/true/false/' 's/"mean_cycles": \([0-9]\)/"mean_cycles": 1\1/' 's/"hash": "./&0/' '$d' '/"hash"/d' 's/"build": "/&0/'; do
  points=("$scratch/out.d/points/"*) point=${points[0]}
  cp "$point" "$scratch/point"
  sed -i "$script" "$point"
  expect 0 sweep
  grep -q "^1 runs made .* 7 were there" "$scratch/out" || fail "$script: not one run: $(cat "$scratch/out")"
  grep -qF "$point is damaged, or of an older version: its run is made again" "$scratch/err" || fail "$script: $(cat "$scratch/err")"
  cmp "$scratch/first.csv" "$scratch/out.d/small.csv" || fail "$script: other results"
  diff <(grep -v '"hash"' "$point") <(grep -v '"hash"' "$scratch/point") >/dev/null || fail "$script: another point"
  damaged=$((damaged + 1))
done

# Every point says the command that makes it again.
for point in "$scratch/out.d/points/"*; do
  command=$(sed -nE 's/^  "command": "fedx run (.*)",?$/\1/p' "$point")
  [ -n "$command" ] || fail "no command in $point"
  eval "\"$FEDX\" run $command --json -" | grep event_digest | tr -d ' ,' >"$scratch/again"
  grep event_digest "$point" | tr -d ' ,' | cmp - "$scratch/again" || fail "other results from: fedx run $command"
done

# A point is saturated when half of its runs say so: the table tells, the figure has it hollow, and says so once.
sed -e 's/^x: /ratio_to: fifo\nx: /' -e 's/^values: .*/values: [0.2, 2]/' \
  -e 's/^base: \[/&flow.limit_dest=0, flow.limit_trans=0, flow.eject_priority=0, /; s/cycles=20000/cycles=100000/' "$scratch/small.yaml" >"$scratch/ratio.yaml"
expect 0 "$FEDX" sweep "$scratch/ratio.yaml" --out "$scratch/out.d"
[ "$(sed -nE 's/^"[^"]*",([0-9.]+),.*,([01])(,[0-9]+){6}$/\1=\2/p' "$scratch/out.d/ratio.csv" | tr '\n' ' ')" = "0.2=0 2=1 0.2=0 2=1 " ] ||
  fail "other points are saturated: $(cat "$scratch/out.d/ratio.csv")"
[ "$(grep -c "hollow: saturated" "$scratch/out.d/ratio.gnuplot")" -eq 1 ] || fail "the figure does not say what hollow is"
grep -q "hollow: saturated" "$scratch/out.d/small.gnuplot" && fail "hollow in a figure without saturated points"
# Runs that stall have no throughput, and are counted; what was delivered is a count of any run. Some of the points stall, some do not.
cat >"$scratch/stalls.yaml" <<'END'
title: stalls
y: throughput
y_label: throughput
x: traffic.load
values: [0.01, 0.8]
seeds: 2
base: [fabric.rows=4, fabric.cols=4, traffic.workload=wk30, run.cycles=3000000, run.stall=20000, run.drain=none, flow.backpressure=none,
  flow.limit_dest=0, flow.limit_trans=0, flow.eject_priority=0, flow.class_rule=false]
curves: [{name: all}]
END
sed 's/^y: .*/y: packets.delivered/' "$scratch/stalls.yaml" >"$scratch/counts.yaml"
expect 0 "$FEDX" sweep "$scratch/stalls.yaml" "$scratch/counts.yaml" --out "$scratch/stalls"
[ "$(awk -F, 'NR > 1 { print $2, $3, $4 != "", $7, $8 }' "$scratch/stalls/stalls.csv" | tr '\n' ';')" = "0.01 2 1 0 0;0.8 0 0 2 0;" ] ||
  fail "stalled runs have a throughput: $(cat "$scratch/stalls/stalls.csv")"
[ "$(awk -F, 'NR > 1 { print $2, $3, ($4 > 0), $7 }' "$scratch/stalls/counts.csv" | tr '\n' ';')" = "0.01 2 1 0;0.8 2 1 0;" ] ||
  fail "stalled runs have no counts: $(cat "$scratch/stalls/counts.csv")"
# The ratio of a curve to itself is 1 for every seed, and that of another is not; a latency that grows has none.
[ "$(awk 'NF == 6 && $1 != "#" { print $5 == "NaN" ? "none" : $5 == 1 && $6 == 0 }' "$scratch/out.d/ratio.dat" | tr '\n' ' ')" = "1 none 0 none " ] ||
  fail "other ratios: $(cat "$scratch/out.d/ratio.dat")"

# The seeds of a point double their length until it settles, and no further than they may; the table says which, and how long.
sed 's/^seeds: 2$/seeds: 4\nsettle: {percent: 5, doublings: 6, figure: throughput}/; s/0.6\]/0.9]/' "$scratch/small.yaml" >"$scratch/settles.yaml"
settles() { expect 0 "$FEDX" sweep "$scratch/settles.yaml" --out "$scratch/settles.d" --quiet; }
settles
[ "$(awk -F, 'NR > 1 { print $2, $10, ($11 >= 40000) }' "$scratch/settles.d/settles.csv" | sort -u | tr '\n' ';')" = "0.2 0 1;0.9 0 1;" ] ||
  fail "points that have not settled: $(cat "$scratch/settles.d/settles.csv")"
lengths=$(grep -ho -- '--cycles [0-9]*' "$scratch/settles.d/points/"* | sort -u | wc -l)
[ "$lengths" -ge 2 ] || fail "only $lengths lengths"
cp "$scratch/settles.d/settles.csv" "$scratch/settled.csv"
settles
grep -q '^0 runs made' "$scratch/out" && cmp "$scratch/settled.csv" "$scratch/settles.d/settles.csv" || fail "it does not go on with what is there"
expect 0 "$FEDX" sweep "$scratch/settles.yaml" --list
grep -q '^fedx run .* # and up to 64 times as long, until its point settles to 5%$' "$scratch/out" || fail "no word on lengths: $(cat "$scratch/out")"
sed -i 's/percent: 5, doublings: 6/percent: 0.01, doublings: 1/' "$scratch/settles.yaml"
settles
[ "$(awk -F, 'NR > 1 { print $10 }' "$scratch/settles.d/settles.csv" | sort -u)" = 4 ] || fail "settled to 0.01%: $(cat "$scratch/settles.d/settles.csv")"

# A preview settles nothing, says so on its figures and page, and judges no claim; its page names the command with --preview.
expect 0 "$FEDX" sweep "$scratch/settles.yaml" --preview --out "$scratch/preview.d" --report "$scratch/preview.d/page" --quiet
[ "$(cat "$scratch/preview.d/points/"* | grep -c -- '--cycles 20000')" -eq 16 ] || fail "a preview settles"
grep -q 'Preview: a small one' "$scratch/preview.d/settles.svg" || fail "a preview's figure does not say so"
python3 - "$scratch/preview.d/page/report.json" <<'P' || fail "another page of a preview"
import json, sys
sweep = json.load(open(sys.argv[1]))["sweeps"][0]
figure = sweep["figures"][0]
assert sweep["claims"] == [] and figure["title"] == "Preview: a small one"
assert figure["command"].endswith(" --preview") and "run.settle" not in figure["command"], figure["command"]
P
refused "--preview judges no claims" "$FEDX" sweep "$scratch/settles.yaml" --preview --claims "$scratch/none.md"

# Curves of a second key, by the file or the command line, and of figures of the same runs.
sed -e 's/^curves:/by: {key: traffic.alpha, values: [0, 8]}\n&/; /set: /d' -e 's/name: alpha/&\n    y: throughput/' "$scratch/small.yaml" >"$scratch/by.yaml"
by() { expect 0 "$FEDX" sweep "$scratch/by.yaml" --out "$scratch/by.d" --report "$scratch/by.d/page" --quiet "$@"; }
by
[ "$(find "$scratch/by.d/points" -type f | wc -l)" -eq 8 ] || fail "curves of the same runs have others"
[ "$(cut -d, -f 1,2 "$scratch/by.d/by.csv" | sort -u | grep -c '^"')" -eq 4 ] && head -n 1 "$scratch/by.d/by.csv" | grep -q ',seeds,y,' &&
  grep -q '^"fifo, alpha 8",0.6,2,' "$scratch/by.d/by.csv" && grep -q '^"alpha, alpha 0",0.2,2,0' "$scratch/by.d/by.csv" ||
  fail "other curves: $(cat "$scratch/by.d/by.csv")"
by --by traffic.routing=deterministic,adaptive
[ "$(find "$scratch/by.d/points" -type f | wc -l)" -eq 16 ] || fail "not twice as many runs"
python3 - "$scratch/by.d/page/report.json" <<'P' || fail "another page of crossed curves"
import json, sys
figure = json.load(open(sys.argv[1]))["sweeps"][0]["figures"][0]
assert [c["name"] for c in figure["curves"]][:3] == ["fifo, alpha 0, routing deterministic", "fifo, alpha 0, routing adaptive", "fifo, alpha 8, routing deterministic"]
assert figure["curves"][1]["set"] == ["traffic.alpha=0", "traffic.routing=adaptive"] and figure["curves"][4]["y"] == "throughput"
assert figure["command"].endswith("by.yaml --by traffic.routing=deterministic,adaptive"), figure["command"]
P
sed '/^curves:/,$d' "$scratch/by.yaml" >"$scratch/alone.yaml"
expect 0 "$FEDX" sweep "$scratch/alone.yaml" --list
[ "$(wc -l <"$scratch/out")" -eq 8 ] || fail "a key alone makes other curves"
refused "by.yaml: by: traffic.load is x already" "$FEDX" sweep "$scratch/by.yaml" --by traffic.load=1
refused "by: traffic.alpha must be KEY=VALUE,VALUE..." "$FEDX" sweep "$scratch/by.yaml" --by traffic.alpha
refused "by: run.sample makes 44 curves, and 40 is the most" "$FEDX" sweep "$scratch/by.yaml" --by run.sample=1,2,3,4,5,6,7,8,9,10,11
refused "run.nothing" "$FEDX" sweep "$scratch/by.yaml" --by run.nothing=1
refused "--by makes other curves than claims are of" "$FEDX" sweep "$scratch/by.yaml" --by traffic.alpha=1 --claims "$scratch/none.md"

# Placements: seed i has placement 1 + (i - 1) mod placements, and every point its own.
sed -e 's/^seeds: 2/seeds: 5\nplacements: 2/' -e 's/traffic.alpha=8/"traffic.hot_spots=random:2:{placement}"/' "$scratch/small.yaml" \
  >"$scratch/placed.yaml"
"$FEDX" sweep "$scratch/placed.yaml" --list --out "$scratch/placed.d" | grep -- "--load 0.2.*--hot-spots" |
  awk '{ seed = 1; for (i = 1; i < NF; i++) if ($i == "--seed") seed = $(i + 1); else if ($i == "--hot-spots") at = $(i + 1)
    print seed, at }' >"$scratch/list"
printf '%s random:2:%s\n' 1 1 2 2 3 1 4 2 5 1 | cmp - "$scratch/list" || fail "other placements: $(cat "$scratch/list")"

# Verdicts, of tiny experiments whose outcome is known: a claim is judged by name of experiment and curves.
verdict() { # expected verdict, section's claim begins with, experiment
  mkdir -p "$scratch/claims"
  cat >"$scratch/claims/$3.yaml"
  expect 0 "$FEDX" sweep "$scratch/claims/$3.yaml" --out "$scratch/claims.d" --report "$scratch/claims.report" --quiet
  tr -d '\n' <"$scratch/claims.report/report.json" | grep -oE '"claim": ?"'"$2"'[^}]*"verdict": ?"[^"]*"' | grep -qE "\"$1\"\$" ||
    fail "not '$1': $(tr -d '\n' <"$scratch/claims.report/report.json" | grep -oE '"verdict": ?"[^"]*"')"
}
single() { # cycles with message backpressure, and more: the figures of both are the same when it is 20000 and nothing
  cat <<Y
title: single packets
paper: section 4
y: independent.throughput
y_label: density
x: traffic.load
values: [0.4, 0.8]
seeds: 3
placements: 3
base: [fabric.rows=4, fabric.cols=4, traffic.workload=single, run.warmup=1000, "traffic.hot_spots=random:2:{placement}"]
curves:
  - name: no backpressure
    set: [flow.backpressure=none, run.cycles=20000]
  - name: message backpressure
    set: [flow.backpressure=message, run.cycles=$1${2-}]
Y
}
deadlock() { # the deadlock rule where it should be off
  cat <<Y
title: deadlock
paper: section 4
y: packets.delivered
y_label: packets
x: traffic.load
values: [0.1, 0.2]
seeds: 2
base: [fabric.rows=3, fabric.cols=3, traffic.workload=wk30, run.cycles=20000, run.drain=none]
curves:
  - name: with the deadlock rule
  - name: without the deadlock rule
    set: [flow.class_rule=$1]
Y
}
single 20000 | verdict "holds" "With only single-packet" single-packets
single 5000 ", flow.limit_dest=0, flow.limit_trans=0, flow.eject_priority=0" |
  verdict "does not hold" "With only single-packet" single-packets
# A figure of runs that stall says so.
single 3000000 ", run.stall=20000, run.drain=none, traffic.workload=wk30, flow.backpressure=none, flow.limit_dest=0, flow.limit_trans=0,
  flow.eject_priority=0, flow.class_rule=false" | verdict "does not hold" "With only single-packet" single-packets
grep -q '"without bound, stalls"' "$scratch/claims.report/report.json" || fail "no word on stalled runs: $(grep '+-' "$scratch/claims.report/report.json")"
deadlock true | verdict "partly" "Without flow control, long messages" deadlock

stalls() { # cycles of the derouted runs: those that are shorter than the longest count as deadlocked
  cat <<Y
title: deadlock
paper: section 6
y: packets.delivered
y_label: packets
x: fabric.buffers
values: [8, 10]
seeds: 2
base: [fabric.topology=hexmesh, fabric.edge=3, traffic.load=0.3, run.cycles=6000, run.drain=none]
curves:
  - name: deterministic
  - name: best paths
  - name: derouting
    set: [run.cycles=$1]
Y
}
stalls 5000 | verdict "holds" "Derouting threatens network saturation" po2-deadlock
stalls 6000 | verdict "does not hold" "Derouting threatens network saturation" po2-deadlock

# A folder of experiments is a group: those of PO2, with two seeds and in a moment. Every condition of their claims has a figure.
mkdir -p "$scratch/few/po2"
cp "$scratch/small.yaml" "$scratch/few/"
for experiment in "$FEDX_SOURCE"/experiments/po2/*.yaml; do
  sed -E -e 's/^seeds: .*/seeds: 2/' -e 's/^base:/&\n  - fabric.edge=2/' -e '/^settle:/d' "$experiment" >"$scratch/few/po2/${experiment##*/}"
done
few=(--experiments "$scratch/few" --out "$scratch/few.d" --set run.cycles=4000 --set run.warmup=1000 --quiet)
expect 0 "$FEDX" sweep all "${few[@]}" --list
[ "$(wc -l <"$scratch/out")" -eq 8 ] || fail "all has more than is in the folder itself"
expect 0 "$FEDX" sweep po2-figure-06 "${few[@]}" --list
[ "$(grep -c "^fedx run --topology hexmesh" "$scratch/out")" -eq 42 ] || fail "po2-figure-06 is not figure-06 of the folder po2"
expect 0 "$FEDX" sweep po2 "${few[@]}" --claims "$scratch/claims.md"
[ "$(grep -c "^### " "$scratch/claims.md")" -eq 23 ] || fail "not 23 claims: $(cat "$scratch/claims.md")"
grep -q "^Generated by .build/fedx sweep po2 --claims docs/papers/po2-claims.md. on $(date -u +%F) from " "$scratch/claims.md" ||
  fail "another page: $(head -n 3 "$scratch/claims.md")"
expect 0 "$FEDX" sweep po2 "${few[@]}" --claims "$scratch/claims.md" --commit 0123abc
grep -q " on $(date -u +%F), commit 0123abc from " "$scratch/claims.md" || fail "no commit: $(head -n 3 "$scratch/claims.md")"
# A figure of runs that have not settled says so, and one whose second half is another one than the first says by how much.
grep -E "not settled in|second half" "$scratch/claims.md" | grep -v "^A claim is\|Not settled" && fail "a word on settling of runs that were not to settle"
sed -i 's/^seeds: 2$/&\nsettle: {percent: 0.1, doublings: 1}/' "$scratch/few/po2/"*.yaml
expect 0 "$FEDX" sweep po2 "${few[@]}" --claims "$scratch/moving.md"
moving=$(grep -cE "^\\| .*: second half [+-][0-9]+%" "$scratch/moving.md")
[ "$moving" -gt 0 ] && grep -q "not settled in 2 of 2 seeds" "$scratch/moving.md" || fail "only $moving conditions on figures that move"
marked=$(grep -cE "^\\| .* \\| [^|]*, not settled(, moves)? \\| (met|undecided|failed) \\|$" "$scratch/moving.md")
[ "$marked" -gt 40 ] && grep -q ", moves | " "$scratch/moving.md" || fail "only $marked figures are marked"
! grep -qE ", (not settled|moves) \\| " "$scratch/claims.md" || fail "marks of runs that were not to settle"
# Each row of the tables is what its runs are, whatever became of them; one that is not is found.
expect 0 "$FEDX" sweep "$scratch/small.yaml" --set run.cycles=3000 --set run.drain=none --out "$scratch/leaves.d" --quiet
expect 0 "$here/states.py" "$scratch/out.d" "$scratch/stalls" "$scratch/settles.d" "$scratch/few.d" "$scratch/leaves.d"
grep -qE "^compared: [0-9]{3} rows with [0-9]+ runs, 2 stalled, 0 failed, [1-9][0-9]* saturated, [1-9][0-9]* left_out, [1-9][0-9]* unsettled, .*; 0 rows are wrong$" \
  "$scratch/out" || fail "$(cat "$scratch/out")"
tail -n 1 "$scratch/out"
for wrong in 's/^\("all",0.8\),0,,/\1,2,0.4,/' 's/,0,2,0,0,0,/,0,0,0,0,0,/' 's/^\("all",0.01,2,\)/\19/'; do
  rm -rf "$scratch/wrong.d"
  cp -r "$scratch/stalls" "$scratch/wrong.d"
  sed -i "$wrong" "$scratch/wrong.d/stalls.csv"
  expect 1 "$here/states.py" "$scratch/wrong.d"
  grep -q '; 1 rows are wrong$' "$scratch/out" || fail "$wrong: $(cat "$scratch/out")"
done
# Each run is in the table of runs, once.
awk -F'|' '/^## Runs/ { runs = 1 } runs && $3 ~ /^ [0-9]+ $/ { sum += $3 } END { print sum }' "$scratch/claims.md" >"$scratch/sum"
grep -q " from $(cat "$scratch/sum") runs[.] " "$scratch/claims.md" || fail "the table has $(cat "$scratch/sum") runs: $(sed -n 3p "$scratch/claims.md")"
grep "no figure" "$scratch/claims.md" && fail "a condition without a figure"
conditions=$(grep -cE "^\\| .* \\| (met|undecided|failed) \\|$" "$scratch/claims.md")
[ "$conditions" -gt 80 ] || fail "only $conditions conditions"

wrong() { refused "$1" "$FEDX" sweep "${@:2}"; } # expected text, arguments
wrong "cannot read" none
wrong "which experiment" --quiet
for settle in 'percent: 0, doublings: 1' 'percent: 60, doublings: 1' 'percent: 5, doublings: 21'; do
  sed "s/^seeds: 2$/&\nsettle: {$settle}/" "$scratch/small.yaml" >"$scratch/bad.yaml"
  wrong "bad.yaml: settle: percent must be over 0, up to 50, and doublings from 1 to 20" "$scratch/bad.yaml" --out "$scratch/bad.d"
done
sed 's/^seeds: 2$/seeds: 1\nsettle: {percent: 5, doublings: 1}/' "$scratch/small.yaml" >"$scratch/bad.yaml"
wrong "bad.yaml: settle: a point settles over several seeds" "$scratch/bad.yaml" --out "$scratch/bad.d"
sed 's/traffic.alpha=8/traffic.alpha=x/' "$scratch/small.yaml" >"$scratch/bad.yaml"
wrong "bad.yaml: curve 'alpha': traffic.alpha" "$scratch/bad.yaml" --out "$scratch/bad.d"
sed 's/^seeds: 2/seeds: x/' "$scratch/small.yaml" >"$scratch/bad.yaml"
wrong "bad.yaml:7: Invalid INT value" "$scratch/bad.yaml" --out "$scratch/bad.d"
changed() { # what sed does to the small experiment: the error that it brings
  sed "$1" "$scratch/small.yaml" >"$scratch/bad.yaml"
  rm -rf "$scratch/bad.d"
  wrong "$2" "$scratch/bad.yaml" --out "$scratch/bad.d"
  [ -z "$(ls "$scratch/bad.d/points" 2>/dev/null)" ] || fail "points were run before: $2"
}
changed 's/^y: .*/y: packet_latency.mean/' "bad.yaml: y: no such figure \`packet_latency.mean\`; packet_latency has count, left_out, mean_cycles"
changed 's/^y: .*/y: outcome/' "bad.yaml: y: no such figure \`outcome\`; there are schema, "
changed 's/^y: .*/y: independent.throughput/' "no such figure \`independent.throughput\`; there are "
changed 's/^seeds: 2/seeds: 2\nplacements: 2/' "bad.yaml: placements: 2, but no assignment has {placement}"
changed 's/traffic.alpha=8/"traffic.hot_spots=random:2:{placement}"/' "bad.yaml: {placement} needs placements"
changed 's/^seeds: 2/seeds: 2\nplacements: 3/' "bad.yaml: placements: 3 must be from 1 to the number of seeds, 2"
changed 's/^x: /ratio_to: fif\nx: /' "bad.yaml: ratio_to: no curve is named 'fif'"
wrong "use fedx sweep po2" po2-figure-02-message po2-saturated --claims "$scratch/claims.md" # before hours of runs
wrong "cannot write /nowhere/claims.md" po2 --claims /nowhere/claims.md
wrong "cannot read $scratch/few/po2-none.yaml" po2-none "${few[@]}"
wrong "cannot make the folder" "$scratch/small.yaml" --out /proc/none
wrong "two experiments are named small: " "$scratch/small.yaml" "$scratch/small.yaml" --out "$scratch/two.d"
wrong " write one file: " "$scratch/small.yaml" --out "$scratch/two.d" --claims "$scratch/two.d/../two.d"
rm "${points[0]}"
(trap '' XFSZ && ulimit -f 1 && expect 2 sweep) || fail "a full disk is no error"
grep -q "cannot write" "$scratch/err" || fail "a full disk is not reported: $(cat "$scratch/err")"
cmp "$scratch/first.csv" "$scratch/out.d/small.csv" || fail "a full disk loses earlier results"
echo "8 points made, resumed, and made again by their commands; $damaged damaged; 4 ratios, 5 placements, 5 verdicts, $conditions conditions of PO2, 17 errors"
