#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Proofs of the routers of examples/your-router, right and with each mistake that their sources have (FAULT_...): what is proved, what is
# found, and whether simulation finds it by default. It takes an hour or two.
#   blackbox_proofs.sh [--markdown | --quick] [ROUTER[:NAME=VALUE]...]...   --markdown: tables for tests/results_page.py; --quick: two routers;
#   NAME=VALUE: a parameter, such as a small size; PATH/ROUTER: of another folder of examples
# SECONDS_RIGHT and SECONDS_WRONG are those of a proof (300 and 60).
. "$(dirname "$0")/common.sh"
command -v yosys >/dev/null || skip "no yosys"
command -v verilator >/dev/null || skip "no verilator"
command -v jq >/dev/null || skip "no jq"
examples=$FEDX_SOURCE/examples/your-router
routers=(stream_switch stream_mux stream_sweep stream_guard interface_merge struct_switch ../axis/switch
  stream_store:INPUTS=2:OUTPUTS=2:DEPTH=2:WIDTH=8 stop_pair vc_router:PORTS=2:DEPTH=2:WIDTH=10 yummy_pair
  credit_router:PORTS=2:DEPTH=2:WIDTH=8 mesh_pair stream_store stop_ring vc_router yummy_router credit_router mesh_router)
markdown=
case ${1-} in
  --markdown) markdown=1 && shift ;;
  --quick) routers=(stream_switch stream_mux) && shift ;;
esac
[ $# -eq 0 ] || routers=("$@")
cd "$scratch"

# faults ROUTER: the mistakes that its sources have
faults() {
  local file
  sed -n 's/^files: *//p' "$examples/${1%%:*}.yaml" | tr -d '[],' | tr ' ' '\n' | while read -r file; do
    [ -z "$file" ] || grep -ohE 'FAULT_[A-Z_0-9]+' "$examples/$file"
  done | sort -u
}

# blackbox ROUTER OPTION...
blackbox() {
  local words name=${1%%:*}
  IFS=: read -ra words <<<"${1//:/:--parameter:}"
  shift
  "$FEDX" blackbox --quiet "$examples/$name.yaml" "${words[@]:1}" "$@"
}

# right ROUTER: a row for each property
right() {
  local status=0
  blackbox "$1" --prove --seconds "${SECONDS_RIGHT:-300}" --json right.json >out 2>err || status=$?
  case $status in
    0) jq -r --arg router "${1//:/, }" '.inputs as $i | .outputs as $o | .properties | to_entries[] | select(.value.verdict != "nothing to prove") |
         "| \($router) | \($i) x \($o) | \(.key) | \(.value.verdict) | \(.value.seconds * 10 | round / 10) | \(.value.depth) |"' right.json ;;
    2) echo "| ${1//:/, } | | all | refused: $(sed 's/.*: --prove/--prove/; s/:.*//' err | head -n 1) | | |" ;;
    *) cat out err >&2 && fail "$1: status $status" ;;
  esac
}

# wrong ROUTER FAULT: what proof and simulation say
wrong() {
  local proof=0 simulation=0 property
  blackbox "$1" --define "$2" --prove --no-bundle --seconds "${SECONDS_WRONG:-60}" --json wrong.json \
    >out 2>err || proof=$?
  [ $proof -ne 2 ] || return 0
  property=$(jq -r '.failure.property // "-"' wrong.json)
  blackbox "$1" --define "$2" --no-bundle >out 2>err || simulation=$?
  echo "| ${1//:/, } | $2 | $([ $proof -eq 1 ] && echo "$property" || echo no) | $([ $simulation -eq 1 ] && sed -nE 's/^([a-z]+): cycle .*/\1/p' out |
    head -n 1 || echo no) |"
}

for router in "${routers[@]}"; do right "$router"; done >rights
for router in "${routers[@]}"; do
  for fault in $(faults "$router"); do wrong "$router" "$fault"; done
done >wrongs
! grep -E '\| (wrong|not confirmed|void|unreachable) \|' rights || fail "a right router is accused"
if [ -n "$markdown" ]; then
  printf '| router | size | property | verdict | seconds | cycles |\n|---|---|---|---|---|---|\n'
  cat rights
  printf '\n| router | mistake | found by proof | by simulation |\n|---|---|---|---|\n'
  cat wrongs
else
  cat rights wrongs
fi
echo "$(grep -c '| proved |' rights) properties proved; of $(wc -l <wrongs) mistakes $(grep -vc '| no | [a-z]* |$' wrongs) found by proof" >&2
