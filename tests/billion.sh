#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A campaign of a billion router-cycles in lockstep: one router under everything that `fedx verify` has, and fabrics: of Fed-X
# switches in all backpressure modes, latencies and limits, with faults on the wires and without; of virtual-channel routers in all
# configurations, with terminals. Every part must end without a difference; what they covered is merged by configuration.
#   billion.sh                    all, of Fed-X switches
#   billion.sh --router vcr       of virtual-channel routers; needs cmake -DVCR_RTL_BUILDS="noc;tree;mesh;deep;wormhole"
#   billion.sh --router vcr --configuration noc    of these alone
#   billion.sh --part N           an Nth of it
#   billion.sh --keep DIR         keep results and coverage of every part; what is there already is not run again
#   billion.sh --markdown         the rows for tests/results_page.py --table billion, or billion-vcr
. "$(dirname "$0")/common.sh"
part=1 folder=$scratch markdown='' router=fedx configuration=''
while [ $# -gt 0 ]; do
  case $1 in
    --router) router=${2:?--router needs fedx or vcr} && shift ;;
    --configuration) configuration=${2:?--configuration needs a name} && shift ;;
    --part) part=${2:?--part needs a number} && shift ;;
    --keep) mkdir -p "${2:?--keep needs a folder}" && folder=$(realpath "$2") && shift ;;
    --markdown) markdown=1 ;;
    *) fail "unknown option $1" ;;
  esac
  shift
done
[[ $router =~ ^(fedx|vcr)$ ]] || fail "--router: $router must be fedx or vcr"
[ -z "$configuration" ] || [ "$router" = vcr ] || fail "--configuration goes with --router vcr"
least=$((1000000000 / part))

# Name, millions of cycles of `fedx verify` or thousands of cycles of a 64-switch fabric, command
parts_fedx() {
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

# The same, with the configuration in front; fabrics of 64 endpoints.
parts_vcr() {
  cat <<'LIST'
noc profiles       100 verify --router vcr --seed 201
noc power-up        60 verify --router vcr --seed 202 --power-up 202
noc sustained      100 verify --router vcr --seed 203 --profile sustained
noc credits         20 verify --router vcr --seed 204 --profile credits
noc resets          20 verify --router vcr --seed 205 --profile resets
noc mesh          3000 run --router vcr --topology mesh --seed 207 --load 0.3
noc mesh-full     1500 run --router vcr --topology mesh --seed 208 --load 1 --routing adaptive
noc torus         3000 run --router vcr --topology torus --seed 209 --load 0.4 --routing adaptive --selection random
noc transpose      100 run --router vcr --topology mesh --seed 210 --load 0.3 --pattern transpose --source onoff
noc terminals     1000 run --router vcr --topology mesh --seed 211 --load 0.5 --lockstep-terminals
terminal profiles   40 verify --router vcr-terminal --seed 206
tree profiles       20 verify --router vcr-tree --seed 221
tree sustained      20 verify --router vcr-tree --seed 222 --profile sustained
tree token         300 run --router vcr-tree --topology tree --levels 3 --seed 223 --workload single --load 1 --source bernoulli --terminal-queue --pattern hot-region --sat ring --sat-l 12 --sat-k 12
wormhole profiles   20 verify --router vcr-wormhole --seed 231
wormhole mesh      300 run --router vcr-wormhole --topology mesh --seed 232 --load 0.3
mesh profiles        4 verify --router vcr-mesh --seed 241
mesh torus          60 run --router vcr-mesh --topology torus --seed 242 --load 0.4
deep profiles        3 verify --router vcr-deep --seed 251
LIST
}

# parts: lines of a configuration, and what is in parts_fedx
parts() {
  if [ "$router" = fedx ]; then
    parts_fedx | sed 's/^/fedx /'
  else
    parts_vcr | grep "^$configuration" || fail "--configuration: no part of $configuration"
  fi
}

# run_part LINE: leaves NAME.json and NAME.cover
run_part() {
  local kind name size command options
  read -r kind name size command options <<<"$1"
  name=$kind.$name
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

# kind_of CONFIGURATION: what --router calls it
kind_of() {
  case $1 in
    fedx) echo fedx ;;
    noc) echo vcr ;;
    *) echo "vcr-$1" ;;
  esac
}

# busy_of NAME: how much happened in its cycles without a reset, or on the links of its fabric
busy_of() {
  sed -nE "s/^sustained +(.* of the cycles).*/; sustained: \1/p; s/^busy +(links [0-9.]+) .*/; busy: \1 of the time/p" "$1.out"
}

for kind in $([ "$router" = fedx ] || echo "${configuration:-noc terminal tree wormhole mesh deep}"); do
  [ -f "$FEDX_BUILD/libvcr_${kind/terminal/terminal_noc}.so" ] || fail "no RTL of $kind: cmake -DVCR_RTL_BUILDS=\"noc;tree;mesh;deep;wormhole\" build"
done
cd "$folder"
mapfile -t all < <(parts)
in_parallel run_part "${all[@]}"
[ "$failures" -eq 0 ] || fail "$failures parts did not pass"
total=0
for line in "${all[@]}"; do
  read -r kind name _ command options <<<"$line"
  name=$kind.$name
  cycles=$(cycles_of "$name")
  [ "${cycles:-0}" -gt 0 ] || fail "$name compared nothing"
  total=$((total + cycles))
  if [ -n "$markdown" ]; then
    printf '| `fedx %s %s` | %d |\n' "$command" "$options" "$cycles"
  else
    printf '%-20s %12d router-cycles, 0 differences%s\n' "$name" "$cycles" "$(busy_of "$name")"
  fi
done
echo "$total router-cycles compared, 0 differences"
for kind in $(printf '%s\n' "${all[@]}" | cut -d' ' -f1 | uniq); do
  mapfile -t files < <(find . -name "$kind.*.cover")
  "$FEDX" coverage --router "$(kind_of "$kind")" "${files[@]}" --out "all-$kind.json" >coverage.out
  echo "$kind: $(grep '^coverage' coverage.out | sed 's/^coverage *//')"
done
[ -n "$configuration" ] || [ "$total" -ge "$least" ] || fail "fewer than $least"
