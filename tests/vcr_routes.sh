#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Routing functions of virtual-channel routers by topology: which of them the deadlock check refuses, with a circle; where the others
# saturate with deep channels, and at which load their busiest link is full. Packets with one way come within 5% of that, in a torus or
# butterfly, where all links are full at once, within 10%; adaptive ones, which see one hop ahead, within 40%.
# Where few packets share the busiest link, runs are not told to be saturated until a little beyond. --via ugal looks at queues: no bound
# follows from its routes.
#   vcr_routes.sh              all
#   vcr_routes.sh --short      three functions of one mesh
#   vcr_routes.sh --fabric NAME   of one fabric: mesh, torus, tree, butterfly, dragonfly or random
#   vcr_routes.sh --keep DIR   keep the runs in DIR: what is there already is not run again
#   vcr_routes.sh --markdown   the rows for tests/results_page.py --table vcr-routes
. "$(dirname "$0")/common.sh"
short='' markdown='' fabric='' folder=$scratch
while [ $# -gt 0 ]; do
  case $1 in
    --short) short=1 ;;
    --fabric) fabric=${2:?--fabric needs a name} && shift ;;
    --keep) mkdir -p "${2:?--keep needs a folder}" && folder=$(realpath "$2") && shift ;;
    --markdown) markdown=1 ;;
    *) fail "unknown option $1" ;;
  esac
  shift
done
cd "$folder"
"$FEDX" topology hyperx --size 4,4 --endpoints 4 -o butterfly.yaml
"$FEDX" topology dragonfly --size 4,2 --endpoints 2 -o dragonfly.yaml
"$FEDX" topology random --size 32,4 --seed 1 -o random.yaml

# Name, keys, patterns, routes: with one way (one:), with all that they have (all:), or to be refused (circle:); - is what routers do
# when nothing is said. Or dimension order, by an intermediate router (via:) or by escape channels (escape:).
fabrics() {
  cat <<'LIST'
mesh      8x8 mesh|fabric.topology=mesh|uniform transpose|one:dimension-order one:yx one:o1turn via:valiant via:romm all:west-first all:north-last all:negative-first all:odd-even all:up-down all:- circle:minimal
torus     8x8 torus|fabric.topology=torus|uniform transpose|escape:only via:valiant via:romm one:up-down all:up-down all:- circle:dimension-order circle:minimal
tree      4-ary 3-tree|fabric.topology=tree|uniform transpose|one:minimal all:minimal all:up-down all:-
butterfly 4x4 flattened butterfly, 4 PEs per router|fabric.topology=graph fabric.graph=butterfly.yaml channels.ports=10|uniform transpose|one:dimension-order via:valiant one:up-down all:up-down all:- circle:minimal
dragonfly dragonfly of 36|fabric.topology=graph fabric.graph=dragonfly.yaml|uniform|via:valiant one:up-down all:up-down all:- circle:dimension-order circle:minimal
random    random graph of 32|fabric.topology=graph fabric.graph=random.yaml|uniform|one:up-down all:up-down all:- circle:dimension-order circle:minimal
LIST
}
[ -z "$short" ] || fabrics() { echo 'mesh 4x4 mesh|fabric.topology=mesh fabric.rows=4 fabric.cols=4|transpose|one:o1turn via:valiant all:west-first circle:minimal'; }

# curve ROUTES: its name and what it sets
curve() {
  local routes=${1#*:} set='traffic.routing=deterministic, channels.select=preferred'
  case $1 in
    all:*) set='traffic.routing=adaptive, channels.select=credits' ;;&
    *:-) ;;
    one:* | all:*) set+=", channels.routes=$routes" ;;
    *) set+=", channels.prefer=dimension, channels.${1%%:*}=$routes" ;;
  esac
  echo "  - {name: \"$1\", set: [$set]}"
}

# refused_of KEYS ROUTES: the check names a circle
circles=0
circle_of() {
  local options=()
  for key in $1; do options+=(--set "$key"); done
  status=0
  "$FEDX" run "${options[@]}" --set fabric.router=vcr-deep --set "channels.routes=$2" --cycles 100 >out 2>&1 || status=$?
  [ $status -eq 2 ] && grep -q "^fedx run: .*packets can wait for each other for ever, for router .* and again" out || { cat out; fail "$1: $2 is not refused with a circle"; }
  circles=$((circles + 1))
}

# search NAME KEYS PATTERNS ROUTES...: its csv in NAME.d
search() {
  local name=$1 keys=$2 patterns=$3
  shift 3
  {
    printf 'title: %s\ny: traffic.link_load\ny_label: load\nx: traffic.pattern\nvalues: [%s]\nseeds: 1\n' "$name" "${patterns// /, }"
    printf 'peak: {key: traffic.load, step: 0.01, most: 1, figure: saturated}\nbars: true\nlow: traffic.link_load\nhigh: links_worked_out.bound\n'
    printf 'base: [fabric.router=vcr-deep, %s, traffic.workload=single, traffic.load_unit=link, run.cycles=20000, run.settle=20, run.max_cycles=80000, run.drain=none]\n' "${keys// /, }"
    echo 'curves:'
    for one in "$@"; do curve "$one"; done
  } >"$name.search.yaml"
  expect 0 "$FEDX" sweep "$name.search.yaml" --out "$name.d" --quiet
}

: >rows
while IFS='|' read -r name keys patterns routes; do
  searched=()
  for one in $routes; do
    if [ "${one%%:*}" = circle ]; then
      circle_of "$keys" "${one#*:}"
      echo "${name#* }|$one|" >>rows
    else
      searched+=("$one")
    fi
  done
  search "${name%% *}" "$keys" "$patterns" "${searched[@]}"
  sed 1d "${name%% *}.d/${name%% *}.search.csv" | sed -E "s/^\"([^\"]*)\",/${name#* }|\1|/" >>rows
done < <(fabrics | grep "^$fabric")
[ -s rows ] || fail "--fabric: there is no $fabric"

python3 - rows "$markdown" "$circles" <<'P'
import sys
names = {"one": "one way", "all": "adaptive", "via": "one way", "escape": "one way"}
rows, wrong = [], []
for line in open(sys.argv[1]):
    fabric, routes, figures = line.rstrip("\n").split("|")
    fabric = " ".join(fabric.split())
    ways, routes = routes.split(":")
    routes = "not given: all shortest" if routes == "-" else f"`--{ways} {routes}`" if ways in ("via", "escape") else f"`{routes}`"
    if ways == "circle":
        rows.append((fabric, routes, "all", "refused: a circle", "", "", "", ""))
        continue
    cells = figures.split(",")
    pattern, load, bound = cells[0], float(cells[2] or 0), float(cells[12] or 0)
    rows.append((fabric, routes, names[ways], "free of deadlock", pattern, f"{bound:.3f}", f"{load:.2f}", f"{load / bound:.2f}" if bound else ""))
    least = 0.6 if ways == "all" else 0.9 if "torus" in fabric or "butterfly" in fabric else 0.95
    if bound == 0 or not least * bound - 0.01 < load <= (1.1 if ways == "all" else 1.05) * bound:
        wrong.append(rows[-1])
if sys.argv[2]:
    print("| topology | routes | packets | check | pattern | bound | not saturated up to | ratio |\n|---|---|---|---|---|---|---|---|")
    for row in rows:
        print("| " + " | ".join(row) + " |")
for row in wrong:
    print("wrong: " + ", ".join(row), file=sys.stderr)
print(f"{len(rows)} routing functions and patterns, {sys.argv[3]} refused with a circle", file=sys.stderr)
sys.exit(bool(wrong) or not rows)
P
