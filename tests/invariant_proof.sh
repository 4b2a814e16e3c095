#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The invariant is inductive on the RTL, docs/invariants.md says what was proved, and wrong lines of RTL break it.
. "$(dirname "$0")/common.sh"
cd "$FEDX_SOURCE"
sim_scripts/install_deps.sh --no-install --proofs || exit 77

# Rows, results and words; seconds are another matter.
rows() {
  awk -F ' *[|] *' '$3 == "proved" { print $2 ": " $5 }' "$1"
}

expect 0 sim_scripts/prove_invariant.sh --no-install --markdown
cat "$scratch/out"
rows "$scratch/out" >"$scratch/rows"
rows docs/invariants.md | diff - "$scratch/rows" || fail "docs/invariants.md: not the table of prove_invariant.sh --markdown"
proved=$(wc -l <"$scratch/rows")
[ "$proved" -ge 25 ] || fail "only $proved rows proved"

expect 0 sim_scripts/prove_invariant.sh --no-install --negative
cat "$scratch/out"
lines=$(grep -c "^[a-z_]*: [a-z_]* wrong$" "$scratch/out")
clauses=$(grep -c "^without_[a-z_]*: wrong$" "$scratch/out")
[ "$lines" -ge 4 ] && [ "$clauses" -ge 4 ] || fail "only $lines wrong lines and $clauses dropped clauses found"
[ "$(grep -c "^  with" "$scratch/out")" -eq $((lines + clauses)) ] || fail "counterexamples without words"
echo "$proved rows proved, $lines wrong lines and $clauses dropped clauses found"
