#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The invariant is inductive with 10 and with 20 buffers, docs/verification/results.md has the rows proved, and without some of its clauses
# in the state before another one breaks.
. "$(dirname "$0")/common.sh"
cd "$FEDX_SOURCE"
. sim_scripts/proof_tools.sh
find_proof_tools || exit 77

rows() {
  grep '^| [a-z_.]* | proved |' "$1"
}

for buffers in 10 20; do
  expect 0 sim_scripts/prove_invariant.sh --no-install --markdown --buffers $buffers
  cat "$scratch/out"
  rows "$scratch/out" >"$scratch/rows"
  rows docs/verification/results.md | diff - "$scratch/rows" || fail "docs/verification/results.md: not the table of prove_invariant.sh --markdown"
  proved=$(wc -l <"$scratch/rows")
  [ "$proved" -ge 35 ] || fail "only $proved rows proved"
done

expect 0 sim_scripts/prove_invariant.sh --no-install --negative
cat "$scratch/out"
dropped=$(grep -c "^without_[a-z_]*: wrong$" "$scratch/out")
[ "$dropped" -ge 4 ] || fail "only $dropped dropped clauses found"
[ "$(grep -c "^  with" "$scratch/out")" -eq "$dropped" ] || fail "counterexamples without words"
echo "$proved rows proved of either size, $dropped dropped clauses found"
