#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A campaign of a billion switch-cycles in lockstep: one switch under everything that `fedx verify` has, and fabrics in all
# backpressure modes, latencies and limits, with faults on the wires and without. Every part must end without a difference;
# what they covered is merged.
#   billion.sh              all
#   billion.sh --part N     an Nth of it
#   billion.sh --keep DIR   keep results and coverage of every part; what is there already is not run again
#   billion.sh --markdown   the rows for tests/results_page.py --table billion
. "$(dirname "$0")/common.sh"
part=1 folder=$scratch markdown=
while [ $# -gt 0 ]; do
  case $1 in
    --part) part=${2:?--part needs a number} && shift ;;
    --keep) mkdir -p "${2:?--keep needs a folder}" && folder=$(realpath "$2") && shift ;;
    --markdown) markdown=1 ;;
    *) fail "unknown option $1" ;;
  esac
  shift
done
least=$((1000000000 / part))

# name, millions of cycles of `fedx verify` or thousands of cycles of a 64-switch fabric, command
parts() {
  cat <<'LIST'
profiles   120 verify --seed 101
profiles-2 120 verify --seed 102
power-up    80 verify --seed 103 --power-up 103
sustained  180 verify --seed 104 --profile sustained
resets      40 verify --seed 105 --profile resets
noise       40 verify --seed 106 --profile noise
fabric-message      1000 run --seed 107 --load 0.7
fabric-destination  1000 run --seed 108 --load 0.9 --backpressure destination --selection random
fabric-none         1000 run --seed 109 --load 1.2 --backpressure none --throttle-timeout 300
fabric-total        1000 run --seed 110 --load 0.6 --limit-dest 0 --limit-trans 0 --limit-total 4 --latency 2
fabric-hot-spots    1000 run --seed 111 --load 0.4 --hot-spots random:3:1 --eject-priority 5 --latency 1
fabric-faults        700 run --seed 112 --load 0.6 --faults single:1e-3 --routing deterministic
LIST
}

# run_part LINE: leaves NAME.json and NAME.cover
run_part() {
  local name size command options
  read -r name size command options <<<"$1"
  [ ! -f "$name.json" ] || return 0
  if [ "$command" = verify ]; then
    options="--cycles $((size * 1000000 / part)) --no-bundle $options"
  else
    options="--lockstep all --drain packets --warmup 0 --cycles $((size * 1000 / part)) $options"
  fi
  # shellcheck disable=SC2086 # words of ours
  "$FEDX" "$command" $options --quiet --json "$name.new" --coverage "$name.cover" >"$name.out" 2>&1 || {
    cat "$name.out" >&2
    return 1
  }
  mv "$name.new" "$name.json"
}

# cycles_of NAME: switch-cycles compared
cycles_of() {
  sed -nE 's/^compared +([0-9]+) (cycles|switch-cycles),.*: 0 differences$/\1/p' "$1.out"
}

cd "$folder"
mapfile -t all < <(parts)
in_parallel run_part "${all[@]}"
[ "$failures" -eq 0 ] || fail "$failures parts did not pass"
total=0
for line in "${all[@]}"; do
  read -r name _ command options <<<"$line"
  cycles=$(cycles_of "$name")
  [ "${cycles:-0}" -gt 0 ] || fail "$name compared nothing"
  total=$((total + cycles))
  if [ -n "$markdown" ]; then
    printf '| `fedx %s %s` | %d |\n' "$command" "$options" "$cycles"
  else
    printf '%-20s %12d switch-cycles, 0 differences\n' "$name" "$cycles"
  fi
done
"$FEDX" coverage ./*.cover --out all.json >coverage.out
echo "$total switch-cycles compared, 0 differences; $(grep '^coverage' coverage.out | sed 's/^coverage *//')"
[ "$total" -ge "$least" ] || fail "fewer than $least"
