#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# fedx model: its table is that of docs/papers/po2.md (tests/docs_commands.sh); here are its files, its choices and its errors.
. "$(dirname "$0")/../common.sh"
cd "$scratch"

bad() { refused_exactly "fedx model: $1" "$FEDX" model "${@:2}"; }
bad "which model: the models are: po2, links, routes"
bad "no model po3: the models are: po2, links, routes" po3
bad "unexpected argument 'po2'" po2 po2
edges="must be one whole number from 2 to 1000, or two such as 6-12"
for edge in 1 0 -3 6- 12-6 6-1001 six 6,7 99999999999999999999; do
  bad "--edge $edge: $edges" po2 --edge=$edge
done
bad "--ratio 0: must be a number over 0, up to 1000" po2 --ratio 0
bad "--ratio nan: must be a number over 0, up to 1000" po2 --ratio nan
bad "--pe 1.01: must be a number over 0, up to 1" po2 --pe 1.01
bad "--strategy best: must be one of minimal, derouting, both" po2 --strategy best
bad "--overhead 100: must be one of with, without, both" po2 --overhead 100
bad "--ratio does not go with --overhead" po2 --ratio 2 --overhead with
bad "cannot write /nowhere/po2.csv: No such file or directory" po2 --csv /nowhere/po2.csv
expect 2 "$FEDX" model po2 --json same --csv same
[ ! -e same ] || fail "two results in one file"

# JSON and CSV say the same, a row for each fabric, ratio and strategy; what was not asked for is not there.
expect 0 "$FEDX" model po2 --json po2.json --csv po2.csv
[ "$(wc -l <po2.csv)" -eq 29 ] || fail "$(wc -l <po2.csv) lines"
[ "$(grep -c '"mean_path_hops"' po2.json)" -eq 28 ] || fail "not as many rows in the JSON"
grep -qx "8,169,1,derouting,0.839020,1,1.000000,7.151199" po2.csv || fail "E8 without overhead: $(grep '^8,' po2.csv)"
grep -qx "6,91,1.3125,minimal,1.000000,1,0.465608,3.666667" po2.csv || fail "E6 with overhead: $(grep '^6,' po2.csv)"
expect 0 "$FEDX" model po2 --edge 6 --overhead with --strategy derouting --pe 0.95 --csv one.csv
[ "$(wc -l <one.csv)" -eq 2 ] && grep -q "^6,91,1.3125,derouting,1.000000,0.95,0.5379" one.csv || fail "one row: $(cat one.csv)"
[ "$(grep -c '^E6 ' out)" -eq 1 ] || fail "one row on the terminal: $(cat out)"
expect 0 "$FEDX" model po2 --edge 801-1000 --ratio 0.001 --json -
[ "$(grep -c '"ratio": 0.001' out)" -eq 400 ] || fail "--json - has words or lacks rows"
# Links are as busy as the model says, but for refused attempts when they are full.
busy() { sed -nE "/^  \"$1\": \{/,/\}/s/^ *\"mean\": ([0-9.]+).*/\1/p" run.json; }
compared=0
as_modelled() { # ROUTING STRATEGY LOAD TOLERANCE with|without
  local overhead=() port=pe_port_busy
  [ "$5" = without ] || { overhead=(--inject-overhead 80 --eject-overhead 20) port=pe_port_occupied; }
  expect 0 "$FEDX" run --topology hexmesh --edge 6 --buffers 20 --workload single --routing "$1" --selection random --load "$3" \
    --limit-dest 0 --limit-trans 0 --eject-priority 0 --no-class-rule --drain none --cycles 200000 "${overhead[@]}" --json run.json
  expect 0 "$FEDX" model po2 --edge 6 --overhead "$5" --strategy "$2" --pe "$(busy "$port")" --csv run.csv
  tail -n 1 run.csv | awk -F, -v links="$(busy link_busy)" -v most="$4" \
    '{ exit !($7 > 0.2 && links > (1 - most) * $7 && links < (1 + most) * $7) }' ||
    fail "$1 at $3, $5 overhead: links are busy $(busy link_busy) of the time, and by the model: $(tail -n 1 run.csv)"
  compared=$((compared + 1))
}
for overhead in without with; do
  as_modelled adaptive minimal 0.5 0.01 $overhead
  as_modelled deterministic minimal 0.5 0.01 $overhead
  as_modelled derouting derouting 0.5 0.02 $overhead
  as_modelled adaptive minimal 0.95 0.02 $overhead
  as_modelled derouting derouting 0.95 0.02 $overhead
done
echo "$refused errors, 28 rows in two formats, edges up to 1000, $compared fabrics as busy as the model says"
