# SPDX-License-Identifier: Apache-2.0
#
# Sourced by prove_invariant.sh: the invariant of the virtual-channel router is inductive, by way of its C, which prove.sh
# --router vcr shows to be that of the RTL. One row an output of block invariant (proofs/vcr/vcr_invariant.c). Uses what
# proof_options.sh sets.
dut_top="" source=$PWD
. sim_scripts/proof_vcr.sh
. sim_scripts/proof_block.sh
groups_at_once=$(nproc)
# Clauses to drop
dropped=(queues stored outputs credits)

# row_names: the outputs, in their order
row_names() {
  awk '$1 == "output" { print $3 }' "$work/invariant/ports"
}

# row_meaning NAME
row_meaning() {
  case $1 in
    reset) echo "after a reset in any state every clause holds" ;;
    routes) echo "a route that is kept with a flit is of ports that there are; what has committed is a head that has one" ;;
    assumed.*) echo "legal states keep what prove.sh assumes of ${1#assumed.}" ;;
    *) sed -nE "s/^ *CLAUSE\($1, \"(.*)\"\).*/\1/p" cmodel/vcr/kind/vcr_legal.h ;;
  esac
}

# step DEFINE...: the proof of the step with these, in $work/invariant
step() {
  model_flags+=("$@")
  rm -rf "$work"/*.bc "$work/invariant"
  { prepare && translate invariant && circuit invariant "$rtl"; } >"$work/log" 2>&1 || { cat "$work/log" >&2 && return 1; }
  decide invariant
}

# verdict_of NUMBER: of an output of the miter
verdict_of() {
  case $(awk -v number="$1" '$1 == number { print $3 }' "$work/invariant/times") in
    UNSATISFIABLE) echo proved ;;
    SATISFIABLE) echo wrong ;;
    *) echo undecided ;;
  esac
}

# prove_clauses: all rows; prove.sh's columns
prove_clauses() {
  local name number=1 failed=0 verdict columns='%-18s %-10s %s\n'
  [ $table -eq 0 ] || columns='| %s | %s | %s |\n'
  step >/dev/null || return 1
  # shellcheck disable=SC2059
  printf "$columns" row result "what is proved"
  [ $table -eq 0 ] || echo "|---|---|---|"
  for name in $(row_names); do
    verdict=$(verdict_of $number)
    number=$((number + 1))
    # shellcheck disable=SC2059
    printf "$columns" "$name" "$verdict" "$(row_meaning "$name")"
    [ "$verdict" = proved ] || failed=1
  done
  # The C has a meaning for every legal state.
  [ "$(verdict_of 0)" = proved ] || { echo "a check of the C fails in a legal state" && failed=1; }
  return $failed
}

# drop_clauses: without each of these in the state before, another one breaks, or an assumption
drop_clauses() {
  local clause verdict proved failed=0
  for clause in "${dropped[@]}"; do
    read -r verdict proved < <(step "-DVCR_PROOF_WITHOUT=VCR_LEGAL_$clause")
    [ "$verdict" = different ] && verdict=wrong || failed=1
    echo "without_$clause: $verdict"
  done
  return $failed
}

status=0
if [ $negative -eq 1 ]; then drop_clauses || status=1; else prove_clauses || status=1; fi
exit $status
