#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The invariant of a small build is inductive, and gives what the proofs of its blocks assume; without some of its clauses in the
# state before, all that the program drops, another one breaks.
#   invariant_small.sh KIND CLAUSES OTHERS   CLAUSES: the file that lists them; OTHERS: how many more rows there are than clauses
. "$(dirname "$0")/common.sh"
cd "$FEDX_SOURCE"
. sim_scripts/proof_tools.sh
find_proof_tools || exit 77

expect 0 sim_scripts/prove_invariant.sh --no-install --router "$1" --build small
cat "$scratch/out"
clauses=$(grep -c '^ *CLAUSE(' "$2")
proved=$(grep -c " proved " "$scratch/out")
[ "$proved" -eq $((clauses + $3)) ] || fail "$proved rows proved"

expect 0 sim_scripts/prove_invariant.sh --no-install --router "$1" --build small --negative
cat "$scratch/out"
dropped=$(grep -c "^without_[a-z_]*: wrong$" "$scratch/out")
[ "$dropped" -ge 2 ] || fail "only $dropped dropped clauses found"
echo "$proved rows proved, $dropped dropped clauses found"
