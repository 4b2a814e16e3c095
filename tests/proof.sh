#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# C and RTL of these blocks are proved equal, or a wrong line in each is found and told in words.
#   proof.sh equal|different BLOCK...
. "$(dirname "$0")/common.sh"
cd "$FEDX_SOURCE"
sim_scripts/install_deps.sh --no-install --proofs || exit 77

want=$1
shift
if [ "$want" = equal ]; then
  expect 0 sim_scripts/prove.sh --no-install "$@"
else
  expect 0 sim_scripts/prove.sh --no-install --negative "$@"
fi
cat "$scratch/out"
decided=$(grep -c " $want " "$scratch/out")
[ "$decided" -eq $# ] || fail "$# blocks asked for, $decided $want"
# A counterexample names inputs, and an output with both values.
[ "$want" = equal ] || [ "$(grep -cE "^  .*: C .*, RTL " "$scratch/out")" -ge $# ] || fail "counterexamples without words"
echo "$decided blocks, all $want"
