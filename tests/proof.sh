#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# C and RTL of the mechanisms are proved equal; a wrong line in each is found, and told in words.
. "$(dirname "$0")/common.sh"
cd "$FEDX_SOURCE"
sim_scripts/install_deps.sh --no-install --proofs || exit 77

expect 0 sim_scripts/prove.sh --no-install
cat "$scratch/out"
proved=$(grep -c " equal " "$scratch/out")
expect 0 sim_scripts/prove.sh --no-install --negative
found=$(grep -c " different " "$scratch/out")
[ "$found" -eq "$proved" ] || fail "$proved blocks proved, but $found wrong lines found"
# A counterexample names inputs, and an output with both values.
[ "$(grep -cE "^  .*: C .*, RTL " "$scratch/out")" -ge "$found" ] || fail "counterexamples without words: $(cat "$scratch/out")"
sed -n '/ownership/,/: C /p' "$scratch/out"
echo "$proved blocks proved, $found wrong lines found"
