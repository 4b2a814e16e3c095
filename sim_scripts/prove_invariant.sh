#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Prove by induction that the invariant of the named registers holds in every cycle after a reset, whatever the inputs, and that
# the assumptions of prove.sh follow from it, by way of the C, which prove.sh shows to be that of the RTL: docs/verification/invariants.md.
# One row a clause, promise, assumption.
#   prove_invariant.sh [--router KIND] [--no-install] [--negative] [--markdown] [--buffers N] [--build NAME] [--keep FOLDER]
#                      [ROW...]
#     --router     of which router: fedx (the default), vcr or axis
#     ROW          only these: names of the clauses, reset, class_gain, assumed.port_receive, ...
#     --negative   when a clause is dropped from the state before, another one must break, or an assumption. ROW: without_CLAUSE
#     --markdown   the table as docs/verification/invariants.md has it
#     --buffers    of the Fed-X switch, 10 (the default) or 20
#     --build      of vcr or axis, as for prove.sh
#     --keep       leave all intermediate files in FOLDER
# What does not hold is shown with the state and the inputs that break it.
# Exit status: 0 all proved (or all dropped clauses found), 1 not, 2 bad usage, or a tool that is missing, cannot do what is needed,
# or ended in an error.
set -eu
cd "$(dirname "$0")/.."
dut_top=""

. sim_scripts/proof_options.sh
. sim_scripts/proof_tools.sh
proof_options --markdown "$@"
# steps: harnesses without RTL, each with rows of its own. clauses: where they are in words. dropped: clauses to drop
case $kind in
  fedx)
    clauses=cmodel/fedx/bench/fedx_legal.h dropped=(receive_states receive_count receive_route one_owner)
    . sim_scripts/proof_fedx.sh
    ;;
  vcr)
    clauses=cmodel/vcr/kind/vcr_legal.h steps=invariant dropped=(queues stored committed credits)
    . sim_scripts/proof_vcr.sh
    ;;
  axis)
    clauses=cmodel/axis/bench/axis_legal.h steps=invariant dropped=(owners active)
    . sim_scripts/proof_axis.sh
    ;;
esac
. sim_scripts/proof_block.sh
groups_at_once=$(nproc)
find_proof_tools 2>/dev/null || sim_scripts/install_deps.sh ${install:+"$install"} --proofs
proof_tools "$work/tools"

# rows_of STEP: number and name of each output of the miter, of which the first is that the C has no meaning
rows_of() {
  awk 'BEGIN { print 0, "meaning" } $1 == "output" { sub(/^legal[.]/, "", $3); print ++number, $3 }' "$work/$1/ports"
}

# row_meaning NAME: in words
row_meaning() {
  case $1 in
    meaning) echo "the C has a meaning, whatever the values" ;;
    reset) echo "after a reset in any state every clause holds" ;;
    assumed.*) echo "legal states keep what prove.sh assumes of ${1#assumed.}" ;;
    routes) echo "a route that is kept with a flit is of ports that there are, and of some unless it is 0; what has committed is a head that has one" ;;
    class_gain) echo "class bound: of class c and above are afterwards only those that were before, and those admitted" ;;
    class_part) echo "class bound: a part of a set is not larger than the set" ;;
    class_more) echo "class bound: with one buffer more a set is larger by one at most" ;;
    class_admit) echo "class bound: a decision counts the packet that it admits, and leaves at most B - c of class c and above" ;;
    grants) echo "arbitration gives each packet to one port, which is open" ;;
    opening) echo "decisions begin with the buffers that are free" ;;
    verdict) echo "a decision gives a buffer of its own that was free to a packet that has a route" ;;
    moves) echo "age order: buffers go to the back one after the other" ;;
    *) sed -nE "s/^ *CLAUSE\($1, \"(.*)\"\).*/\1/p" "$clauses" ;;
  esac
}

# translated DEFINE...: the C with these as LLVM IR
translated() {
  local whole=("${model_flags[@]}")
  model_flags+=("$@")
  rm -f "$work"/*.bc
  prepare >"$work/log" 2>&1 || { cat "$work/log" >&2 && exit 2; }
  model_flags=("${whole[@]}")
}

# quietly STEP COMMAND...: what it says only when it fails
quietly() {
  local folder=$work/$1
  shift
  "$@" >"$folder/log" 2>&1 || { cat "$folder/log" >&2 && exit 2; }
}

# step NAME: what it shows, and its circuit if a row of it is asked for
step() {
  rm -rf "${work:?}/$1"
  mkdir "$work/$1"
  quietly "$1" translate "$1"
  : >"$work/$1/times"
  [ ${#chosen[@]} -gt 0 ] && ! rows_of "$1" | cut -d' ' -f2 | grep -qxFf <(printf '%s\n' "${chosen[@]}") || quietly "$1" circuit "$1" "$rtl"
}

# wanted NAME: whether that row is asked for
wanted() {
  [ ${#chosen[@]} -eq 0 ] || [[ " ${chosen[*]} " = *" $1 "* ]]
}

# result STEP NUMBER: of an output of the miter
result() {
  awk -v number="$2" 'BEGIN { word["UNSATISFIABLE"] = "proved"; word["SATISFIABLE"] = "wrong"; word["-"] = "undecided" }
    $1 == number { print $3 in word ? word[$3] : "error" }' "$work/$1/times"
}

# words STEP NUMBER: the state and the inputs of the counterexample, by the names of the registers
words() {
  grep -v '^output' "$work/$1/ports" >"$work/$1/inputs"
  echo "undefined 0 0" >"$work/$1/both"
  echo "  (registers and inputs that are not named are 0, or have no effect)"
  awk -v known_lanes="$lanes" -f proofs/common/words.awk "include/$kind/${kind}_regs.def" "$work/$1/inputs" "$work/$1/both" \
    "$work/$1/cex.$2"
}

# prove_step NAME: its rows
prove_step() {
  local number row verdict
  while read -r number row; do
    wanted "$row" || continue
    turn "$groups_at_once"
    decide_group "$work/$1" "$number" 1 &
  done < <(rows_of "$1")
  wait
  while read -r number row; do
    wanted "$row" || continue
    verdict=$(result "$1" "$number")
    # shellcheck disable=SC2059
    printf "$columns" "$row" "$verdict" "$(row_meaning "$row")"
    [ "$verdict" = proved ] || [ $status -eq 2 ] || status=1
    [ "$verdict" != wrong ] || words "$1" "$number"
    [ "$verdict" != error ] || { decision_error "$work/$1" "$number" >&2 && status=2; }
  done < <(rows_of "$1")
}

prove_steps() {
  local name
  columns='%-22s %-10s %s\n'
  [ $table -eq 0 ] || columns='| %s | %s | %s |\n'
  translated
  # shellcheck disable=SC2059
  printf "$columns" row result "what is proved"
  [ $table -eq 0 ] || echo "|---|---|---|"
  for name in $steps; do
    step "$name"
    prove_step "$name"
  done
}

# drop CLAUSE: without it in the state before, something breaks
drop() {
  local verdict
  translated "-D${kind^^}_PROOF_WITHOUT=${kind^^}_LEGAL_$1"
  step invariant
  read -r verdict _ < <(decide invariant)
  case $verdict in
    different) verdict=wrong ;;
    error) status=2 && decision_error "$work/invariant" >&2 ;;
    *) [ $status -eq 2 ] || status=1 ;;
  esac
  echo "without_$1: $verdict"
  [ "$verdict" != wrong ] || words invariant "$(sort -n "$work/invariant/times" | awk '$3 == "SATISFIABLE" { print $1; exit }')"
}

# known: the names that may be asked for
known() {
  if [ $negative -eq 1 ]; then
    sed -nE 's/^ *CLAUSE\(([a-z_]+), .*/without_\1/p' "$clauses"
  else
    sed -nE 's/^ *CLAUSE\(([a-z_]+), .*/\1/p' "$clauses" | grep -vxE 'class_bound|widths'
    sed -nE 's/.*proof_output\("([a-z_.]+)".*/\1/p' "proofs/$kind/${kind}_invariant.c" | grep -v '^legal[.]'
    echo meaning
  fi
}

names=" $(known | tr '\n' ' ') "
for name in "${chosen[@]}"; do
  [[ $names = *" $name "* ]] || { echo "prove_invariant.sh: no row $name; there are$names" >&2 && exit 2; }
done
status=0
if [ $negative -eq 1 ]; then
  [ ${#chosen[@]} -eq 0 ] || dropped=("${chosen[@]#without_}")
  chosen=()
  for name in "${dropped[@]}"; do drop "$name"; done
else
  prove_steps
fi
exit $status
