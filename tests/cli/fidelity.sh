#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Law 2 on every file that a run writes: whatever each node is made of, model, RTL or both in lockstep, the results, the
# statistics, the traces, the timeline and the coverage are the same; with faults on the wires, slow wires and several threads, too.
#   fidelity.sh [--long]          of Fed-X switches; --long: two more configurations, four times as many cycles
#   fidelity.sh --vcr [--long]    of virtual-channel routers; --long: an 8x8 mesh and a 4-ary 3-tree for 100 000 cycles near saturation
. "$(dirname "$0")/../common.sh"
. "$here/vcr_rtl.sh"

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

kind=fedx times=1 configurations=2 long=""
for option; do
  case $option in
    --vcr) kind=vcr ;;
    --long) times=4 configurations=4 long=_long ;;
    *) fail "unknown option $option" ;;
  esac
done
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

assignments_fedx() {
  cat <<'A'
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
}

configurations_fedx() {
  head -n "$configurations" <<C
--rows 4 --cols 4 --cycles $((1500 * times)) --load 0.9 --latency 2 --backpressure destination --hot-spots 5 --power-up 17
--rows 3 --cols 4 --cycles $((2500 * times)) --load 0.7 --faults single:1e-3 --fault-record faults
--rows 3 --cols 4 --cycles $((2500 * times)) --load 0.7
--rows 3 --cols 4 --cycles $((1500 * times)) --load 0.9 --latency 2 --backpressure none --faults single:1e-3 --fault-record faults --power-up 5
C
}

assignments_vcr() {
  cat <<'A'
--rtl all
--lockstep all --threads 2
--rtl random:3 --lockstep random:4
A
}

configurations_vcr() {
  cat <<'C'
--router vcr --topology mesh --rows 4 --cols 4 --cycles 1000 --load 0.4 --sat ring --arbitration oldest
--router vcr --topology torus --rows 4 --cols 4 --cycles 1000 --load 0.6 --latency 2 --router-latency 3 --credit-latency 4 --selection random --power-up 17
C
}

assignments_vcr_long() {
  cat <<'A'
--rtl all --threads 2
--rtl random:20 --lockstep random:10 --threads 2
A
}

configurations_vcr_long() {
  cat <<C
--router vcr --topology mesh --rows 8 --cols 8 --cycles 100000 --load 0.28
--router vcr-tree --topology tree --arity 4 --levels 3 --cycles 100000 --load 0.55 --workload single --rtl-object $tree
C
}

[ "$kind" = vcr ] || long="" # the same ones, longer
[ -z "$long" ] || tree=$(vcr_rtl tree) || fail "no RTL of the build tree"
while read -r configuration; do
  outputs model "$configuration" ""
  for file in hops trace messages tables/links.csv; do
    [ -s "$scratch/model/$file" ] || fail "$file is empty: $configuration"
  done
  while read -r assignment; do
    same "$configuration" "$assignment"
  done < <("assignments_$kind$long")
  rm -r "$scratch/model"
done < <("configurations_$kind$long")
echo "$runs runs of mixtures of model, RTL and both: $files files, $bytes bytes, as the model's"
