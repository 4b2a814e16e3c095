#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Statistics as files: the same bytes for the same seed, all documented, whole or not at all.
. "$(dirname "$0")/../common.sh"
run=("$FEDX" run --rows 4 --cols 4 --cycles 20000 --load 0.9 --hot-spots 5 --spread --quiet)
tables="nodes links latency series spread"

files() { # NAME OPTIONS...: all files of a run, in $scratch/NAME
  local to=$scratch/$1
  shift
  expect 0 "${run[@]}" "$@" --json "$to.json" --csv "$to"
}
same() { # NAME WHAT: they are those of the first run
  local name=$1 table
  # The event engine moves no bytes.
  diff <(grep -v bytes_checked "$scratch/first.json") <(grep -v bytes_checked "$scratch/$name.json") || fail "JSON: $2"
  for table in $tables; do
    cmp "$scratch/first/$table.csv" "$scratch/$name/$table.csv" || fail "$table.csv: $2"
  done
}
files first --engine cycle
files again --engine cycle
cmp "$scratch/first.json" "$scratch/again.json" || fail "two runs with one seed differ"
same again "two runs with one seed differ"
files event --engine event
same event "the engines differ"
files threads --engine cycle --threads 3
same threads "threads change the figures"
files traced --engine event --hops "$scratch/hops" --trace "$scratch/trace" --record "$scratch/record"
same traced "tracing changes the figures"
files traced --engine cycle --threads 2 --hops "$scratch/hops2"
cmp "$scratch/hops" "$scratch/hops2" || fail "the hop traces differ"
files seed --seed 2
cmp -s "$scratch/first.json" "$scratch/seed.json" && fail "the seed changes nothing"

# The hop trace is sorted, and agrees with the totals: every injection is in it.
sort -c -n -k1,1 -k2,2 -k3,3 "$scratch/hops" || fail "the hop trace is not sorted"
injected=$(sed -nE 's/^ +"injected": ([0-9]+),$/\1/p' "$scratch/first.json")
[ "$(awk '$3 == 7 && $4 == 0' "$scratch/hops" | wc -l)" -eq "$injected" ] || fail "hop trace and JSON differ"
awk '{ n = $4 ? 13 : 162; if ($1 != $9 + n) exit 1 }' "$scratch/hops" || fail "an attempt lasts too long or too short"

# With overheads a byte is where it was in its attempt, and what they occupy is known from the attempts.
files occupied --inject-overhead 80 --eject-overhead 20 --refusal-pause 30 --hops "$scratch/hops"
awk '{ n = $4 ? 13 : 162; if ($1 != $9 + n) exit 1 }' "$scratch/hops" || fail "an attempt with overhead lasts too long or too short"
awk -F, 'NR > 1 { more = (80 * ($12 + $13) + 20 * $14) / 18000 - ($11 - $10); refused += $13 }
         more * more > 1e-11 { exit 1 } END { exit !refused }' "$scratch/occupied/nodes.csv" || fail "ports are not occupied by overheads"

# The mean path is that of the tables, the queues are those of the messages that appeared and the packets that were taken.
figure() { sed -nE "s/^ +\"$1\": ([0-9.]+),\$/\1/p" "$scratch/$2.json"; }
near() { # WHAT A B: the same but for the last digits
  awk -v a="$2" -v b="$3" 'BEGIN { exit !(a > 0 && (a - b) ^ 2 < 1e-12 * a ^ 2) }' || fail "$1: $2 is not $3"
}
files paths --hot-load 0.5 --trace "$scratch/trace" --record "$scratch/record"
near "mean path" "$(figure mean_path_hops paths)" "$(awk -F, 'FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
  FILENAME ~ /links/ { hops += $at["accepted"]; next } { packets += $at["delivered_packets"] }
  END { printf "%.12g", hops / packets }' "$scratch/paths/links.csv" "$scratch/paths/nodes.csv")"
near "queue of a PE" "$(figure mean_queued_packets paths)" "$(awk 'FILENAME ~ /record/ && $1 !~ /#/ { change[$1] += $4 }
  FILENAME ~ /trace/ && $3 == "i" { change[$1 - 1]-- }
  END { for (t = 0; t < 20000; t++) { waits += change[t]; if (t >= 2000 && t % 100 == 0) sum += waits }
        printf "%.12g", sum / 180 / 16 }' "$scratch/record" "$scratch/trace")"

# Of messages of 30 packets each, the normalized latency is a thirtieth; of single packets it is the same.
mean() { grep -A 4 "\"$1\"" "$scratch/$2.json" | sed -nE 's/.*"mean_cycles": ([0-9.]+),$/\1/p' | head -n 1; }
for workload in single:1 wk30:30; do
  files lengths --workload "${workload%:*}" --cycles 60000
  awk -v all="$(mean message_latency lengths)" -v one="$(mean normalized_message_latency lengths)" -v n="${workload#*:}" \
    'BEGIN { off = one - all / n; exit !(one > 100 && off * off <= (n > 1) / 36) }' || fail "$workload: another normalized latency"
done

# Every key is in the schema, and every column in figures.md under its name.
names=0
reference=$FEDX_SOURCE/docs/reference
for name in $(grep -oE '"[a-z0-9_]+":' "$scratch/first.json" | tr -d '":' | sort -u); do
  grep -qE "\"$name\": (\{|true|false)" "$reference/results.schema.json" || fail "the schema does not have $name"
  names=$((names + 1))
done
for name in $(head -qn 1 "$scratch/first"/*.csv | tr ',' '\n' | sort -u); do
  grep -qF -- "\`$name\`" "$reference/figures.md" || fail "docs do not tell what $name is"
  names=$((names + 1))
done
for table in $tables; do # as many fields in each line as there are columns
  awk -F, 'NR == 1 { n = NF } NF != n || n < 2 { exit 1 } END { exit NR < 4 }' "$scratch/first/$table.csv" || fail "$table.csv is no table"
done

# What there is no sample of is no number; nobody who sends nothing is treated unfairly.
expect 0 "${run[@]}" --workload single --json "$scratch/single.json" --csv "$scratch/single"
grep -A 3 '"long_message_latency"' "$scratch/single.json" | grep -q '"mean_cycles": null' || fail "a mean of nothing"
grep -qx 'all,long,0,0,,,,none,,,,,,,' "$scratch/single/latency.csv" || fail "a latency of nothing in latency.csv"
expect 0 "$FEDX" run --rows 4 --cols 4 --cycles 40000 --pattern transpose --source poisson --workload single --load 0.9 --quiet
awk '$1 == "fairness" { exit !($3 + 0 > 0.9) }' "$scratch/out" || { cat "$scratch/out"; fail "silent nodes count as unfair"; }
expect 0 "${run[@]}" --detect-warmup
grep -qE "^ran .*warm-up, (detected|NO STEADY STATE FOUND)" "$scratch/out" || fail "the detected warm-up is not told"

# Files that cannot be written: one line, before the run; what was there stays.
long=("$FEDX" run --cycles 1000000000 --quiet)
refused "cannot make the folder /nowhere/tables" timeout 20 "${long[@]}" --csv /nowhere/tables
refused "cannot write $scratch/first.json/nodes.csv" timeout 20 "${long[@]}" --csv "$scratch/first.json"
refused "cannot write /nowhere/hops" timeout 20 "${long[@]}" --hops /nowhere/hops
mkdir "$scratch/first/series.csv.part"
refused "cannot write $scratch/first/series.csv" "${run[@]}" --seed 2 --csv "$scratch/first"
rmdir "$scratch/first/series.csv.part"
same again "old tables are lost"
[ -z "$(find "$scratch/first" -name '*part*')" ] || fail "parts of tables stay behind"
if [ -c /dev/full ]; then # a full disk: links.csv cannot be written, and no table changes
  mkdir "$scratch/full"
  for table in $tables; do echo old >"$scratch/full/$table.csv"; done
  rm "$scratch/full/links.csv"
  ln -s /dev/full "$scratch/full/links.csv"
  unwritten "$scratch/full/links.csv" "${run[@]}" --csv "$scratch/full"
  for table in nodes latency series; do
    [ "$(cat "$scratch/full/$table.csv")" = old ] || fail "$table.csv is not the old one"
  done
  unwritten /dev/full "${run[@]}" --hops /dev/full
fi
echo "$names names documented, files of 6 runs the same"
