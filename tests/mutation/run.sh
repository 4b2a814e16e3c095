#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The checker, scored: faults made by `yosys mutate` all over the RTL, evenly over its modules, each tried with four
# checks: packets end to end alone; output pins; pins, registers and stores, these three under the stimulus of
# `fedx verify`; and state injection. What the last two do not tell from the model is tried for longer, unless it is
# proved to be no fault at all.
#   run.sh                   at least 1000 mutants
#   run.sh --unproved        these, without a look at what is left
#   run.sh --sample          26 others, likewise, in a thirtieth of the time
#   run.sh --markdown FILE   all, and the table for tests/results_page.py --table mutation (mutation-vcr-table, mutation-terminal-table,
#                            mutation-axis-table) to FILE
#   run.sh --router vcr      of the virtual-channel router, build noc: with any of these; vcr-terminal: of its terminal;
#                            axis: 60 mutants of each module of the AXI4-Stream switch
#   run.sh --keep FOLDER     keep what is made: mutants.txt, results.txt, survivors.txt; made again where it is missing
. "$(dirname "$0")/../common.sh"
set -o pipefail
runner=$FEDX_BUILD/tests/mutation
seed=1
per_block=112       # mutants of each
builds=10           # in as many shared objects
tries=30000         # cycles, or states: the score is within these
long_tries=2500000  # for survivors that are not proved equivalent
folder=$scratch
mode=all unit=switch report="" netlist=netlist.sh
while [ $# -gt 0 ]; do
  case $1 in
    --sample) mode=sample per_block=3 builds=1 tries=1000 quick=1 ;;
    --unproved) mode=unproved ;;
    --markdown) report=$(realpath "${2:?--markdown needs a file}") && shift ;;
    --router)
      case ${2-} in
        vcr) unit=router builds=2 netlist=vcr_netlist.sh ;;
        vcr-terminal) unit=terminal builds=1 netlist=vcr_netlist.sh ;;
        axis) builds=1 netlist=axis_netlist.sh && { [ "$mode" = sample ] || per_block=60; } ;;
        *) fail "--router: ${2-} must be vcr, vcr-terminal or axis" ;;
      esac
      shift ;;
    --keep) folder=${2:?--keep needs a folder} && mkdir -p "$folder" && shift ;;
    *) fail "unknown option $1" ;;
  esac
  shift
done
# shellcheck source=mutation/netlist.sh
. "$here/mutation/$netlist"
[ "$mode" != all ] || need_prover
cd "$folder"

# try BUILD: results-BUILD, lines "BUILD NUMBER CHECK CYCLE WHAT" (with injection the number of the state instead of the
# cycle), mutant 0 for the RTL as it stands. Goes on where it was broken off: packets is the last check of a mutant.
try() {
  local tried
  [ ! -f "results-$1" ] || return 0
  build "$1" >"log-$1" 2>&1
  touch "trying-$1"
  awk '{ lines = lines $0 "\n" } $3 == "packets" { printf "%s", lines; lines = "" }' "trying-$1" >"tried-$1"
  mv "tried-$1" "trying-$1"
  tried=$(grep -c ' packets ' "trying-$1" || true)
  "$runner" "$kind" "./build-$1.so" "$tried" "$(grep -c "^$1 " mutants.txt)" "$tries" |
    sed -u "s/^/$1 /" >>"trying-$1"
  mv "trying-$1" "results-$1"
}

# survivors.list: the mutants that neither pins and state nor injection told from the model, numbered on their own, lines
# "BUILD NUMBER NTH BLOCK COMMAND". controls.list: likewise, numbered on, of each block the one that injection caught last.
survivors() {
  : >survivors.list
  awk 'function put(mutant, file) { print mutant, ++n line[mutant] >file }
       FILENAME == "mutants.txt" { mutant = $1 " " $2; block[mutant] = $3; sub(/^[^ ]+ [^ ]+/, ""); line[mutant] = $0; next }
       $2 > 0 && $3 == "injection" { states = $4 }
       $2 > 0 && $3 == "state" {
         if (!states && !$4) put($1 " " $2, "survivors.list")
         else if (states > most[block[$1 " " $2]]) { most[block[$1 " " $2]] = states; control[block[$1 " " $2]] = $1 " " $2 }
       }
       END { for (name in control) put(control[name], "controls.list") }' mutants.txt results.txt
}

# try_on BUILD NUMBER VERDICT...: a survivor that may be a fault, for longer: "BUILD NUMBER caught CHECK CYCLE FIELD" or
# "BUILD NUMBER open VERDICT"
try_on() {
  local check caught
  for check in injection state; do
    caught=$("$runner" "$kind" "./build-$1.so" "$2" "$2" "$long_tries" "$check" | cut -d' ' -f2-)
    [ "$caught" = "$check 0 -" ] || { echo "$1 $2 caught $caught" && return; }
  done
  echo "$1 $2 open ${*:3}"
}
export -f try_on
export runner kind long_tries

prepare
in_parallel try $(seq 0 $((builds - 1)))
[ "$failures" -eq 0 ] || fail "not all mutants were built and tried: $(tail -n 5 log-*)"
cat results-* >results.txt
! awk '$2 == 0 && $4 != 0' results.txt | grep . >&2 || fail "the RTL as it stands is found different"
if [ "$mode" = all ]; then
  survivors
  if [ ! -f proved.txt ]; then
    mkdir -p proof
    cat survivors.list controls.list >proof.list
    prove proof.list >proof/proved
    awk 'FILENAME == "controls.list" { caught[$1, $2] = 1; next } caught[$1, $2] && $3 == "equivalent"' controls.list proof/proved |
      grep . >&2 && fail "these were caught, and are proved equivalent all the same"
    awk 'FILENAME == "controls.list" { caught[$1, $2] = 1; next } !caught[$1, $2]' controls.list proof/proved >proved.txt
  fi
  grep ' equivalent$' proved.txt >survivors.txt || true
  { grep -v ' equivalent$' proved.txt || true; } | xargs -r -P "$(nproc)" -L 1 bash -c 'try_on "$@"' try_on >>survivors.txt
else
  : >survivors.txt
fi

score() {
  awk -v prefix="$prefix" -v blocks="$blocks" -v tries="$tries" "$@" -f "$mutation/score.awk" mutants.txt results.txt survivors.txt
}
score -v summary=1
[ -z "$report" ] || score >"$report"
# Where nothing is proved, some of what is left is no fault; more than two in ten never were.
[ "$mode" = all ] || survivors
left=$(wc -l <survivors.list)
[ "$mode" = all ] || [ "$left" -le $((per_block * 9 * 2 / 10)) ] || fail "$left were not caught"
[ "$mode" != all ] || ! grep ' open ' survivors.txt || fail "these are neither caught nor proved equivalent"
