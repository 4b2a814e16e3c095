#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The invariant of the virtual-channel router is inductive, and gives what the proofs of its blocks assume; without some of
# its clauses in the state before, another one breaks.
. "$(dirname "$0")/common.sh"
cd "$FEDX_SOURCE"
. sim_scripts/proof_tools.sh
find_proof_tools || exit 77

expect 0 sim_scripts/prove_invariant.sh --no-install --router vcr --build small
cat "$scratch/out"
clauses=$(grep -c '^ *CLAUSE(' cmodel/vcr/kind/vcr_legal.h)
proved=$(grep -c " proved " "$scratch/out")
# All clauses but widths; routes, reset, six assumptions, and that the C has a meaning
[ "$proved" -eq $((clauses - 1 + 9)) ] || fail "$proved rows proved"

expect 0 sim_scripts/prove_invariant.sh --no-install --router vcr --build small --negative
cat "$scratch/out"
dropped=$(grep -c "^without_[a-z_]*: wrong$" "$scratch/out")
[ "$dropped" -ge 4 ] || fail "only $dropped dropped clauses found"
echo "$proved rows proved, $dropped dropped clauses found"
