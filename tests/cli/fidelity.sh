#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Law 2 on every file that a run writes: whatever each node is made of, model, RTL or both in lockstep, the results, the
# statistics, the traces, the film and the coverage are the same; with faults on the wires, slow wires and several threads, too.
#   fidelity.sh [--long]   --long: two more configurations, four times as many cycles
. "$(dirname "$0")/../common.sh"

# Leave out of JSON files, in place, what says how the fabric was assigned and run; a line a value.
cat >"$scratch/comparable.py" <<'P'
import json, sys

ASSIGNMENT = {"rtl_nodes", "lockstep_nodes", "compared", "made_by", "command"}
KEYS = {"rtl", "lockstep", "threads"}  # rows of the configuration in a report


def without(value):
    if isinstance(value, dict):
        return {key: without(v) for key, v in value.items() if key not in ASSIGNMENT}
    if isinstance(value, list):
        return [without(v) for v in value if not (isinstance(v, dict) and v.get("name") in KEYS)]
    return value


for path in sys.argv[1:]:
    with open(path) as file:
        kept = without(json.load(file))
    with open(path, "w") as file:
        json.dump(kept, file, indent=0)
P
# Likewise of what is printed.
printed() { grep -vE "^(fabric|ran|compared|legal|report) " "$1"; }

outputs() { # FOLDER CONFIGURATION ASSIGNMENT: run it in FOLDER
  mkdir "$scratch/$1"
  # shellcheck disable=SC2086 # lists of options
  (cd "$scratch/$1" && expect 0 "$FEDX" run --engine cycle --quiet --digest $2 $3 --json run.json --csv tables --hops hops \
    --trace trace --record messages --coverage coverage.json --report report) || fail "$2 $3"
  printed "$scratch/out" >"$scratch/$1/printed"
  rm -f "$scratch/$1/report/report.html" # the page holds report.json
  find "$scratch/$1" -name '*.json' -exec python3 "$scratch/comparable.py" {} +
}

times=1 configurations=2
[ "${1-}" != --long ] || times=4 configurations=4
runs=0 files=0 bytes=0
same() { # CONFIGURATION ASSIGNMENT: the files are those of the model
  outputs other "$1" "$2"
  diff -r "$scratch/model" "$scratch/other" >"$scratch/difference" || {
    grep -E "^(diff|Only)" "$scratch/difference" | sed "s|$scratch/||g" >&2
    fail "other files with $2 in: $1"
  }
  runs=$((runs + 1))
  files=$((files + $(find "$scratch/other" -type f | wc -l)))
  bytes=$((bytes + $(find "$scratch/other" -type f -exec cat {} + | wc -c)))
  rm -r "$scratch/other"
}

while read -r configuration; do
  outputs model "$configuration" ""
  for file in hops trace messages tables/links.csv; do
    [ -s "$scratch/model/$file" ] || fail "$file is empty: $configuration"
  done
  while read -r assignment; do
    same "$configuration" "$assignment"
  done <<'A'
--threads 2
--rtl all
--rtl all --threads 2
--lockstep all
--lockstep all --threads 2
--rtl random:7
--lockstep random:8 --threads 2
--rtl random:3 --lockstep random:4
--rtl 0-3,7 --lockstep 4-6,11 --threads 2
A
  rm -r "$scratch/model"
done < <(head -n "$configurations" <<C
--rows 4 --cols 4 --cycles $((1500 * times)) --load 0.9 --latency 2 --backpressure destination --hot-spots 5 --power-up 17
--rows 3 --cols 4 --cycles $((2500 * times)) --load 0.7 --faults single:1e-3 --fault-record faults
--rows 3 --cols 4 --cycles $((2500 * times)) --load 0.7
--rows 3 --cols 4 --cycles $((1500 * times)) --load 0.9 --latency 2 --backpressure none --faults single:1e-3 --fault-record faults --power-up 5
C
)
echo "$runs runs of mixtures of model, RTL and both: $files files, $bytes bytes, as the model's"
