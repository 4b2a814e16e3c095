#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# fedx verify of AXI4-Stream switches, of all sets of parameters: model and RTL are the same, packets are followed, every
# reachable point of coverage is hit, states are injected; and what cannot be had.
#   axis_verify.sh [--long]   --long: 20 million cycles each
. "$(dirname "$0")/../common.sh"
cd "$scratch"
cycles=40000 covered=0 compared=0
[ "${1-}" != --long ] || cycles=20000000

mapfile -t kinds < <(sed -nE 's/^AXIS_CONFIGURATION\([a-z]+, *"([a-z-]+)".*/\1/p' "$FEDX_SOURCE/cmodel/axis/kind/axis_configurations.def")
[ "${#kinds[@]}" -ge 6 ] || fail "only ${#kinds[@]} sets of parameters found"
for kind in "${kinds[@]}"; do
  expect 0 "$FEDX" verify --router "$kind" --cycles $cycles --quiet
  grep -qE "compared +[1-9][0-9]{4,} cycles, [1-9][0-9]* output pin bits, [1-9][0-9]* named registers, .*: 0 differences" out || fail "$kind: nothing compared"
  grep -qE "packets +[1-9][0-9]* accepted, [1-9][0-9]* delivered, output, order and every bit checked" out || fail "$kind: no packets followed"
  grep -qE "legal +[1-9][0-9]* states, each by 6 clauses: 0 broken" out || fail "$kind: states are not looked at"
  compared=$((compared + $(sed -nE 's/^compared +([0-9]+) cycles.*/\1/p' out)))
  expect 0 "$FEDX" verify --router "$kind" --until-covered --cycles 4000000 --quiet --coverage hits.json
  grep -qE "coverage +([0-9]+) of \1 reachable points hit, 0 missing" out || fail "$kind: not covered"
  expect 0 "$FEDX" coverage hits.json
  covered=$((covered + 1))
  expect 0 "$FEDX" verify --router "$kind" --inject $((cycles / 10)) --quiet
  grep -qE "injected +[1-9][0-9]* legal states" out || fail "$kind: no states injected"
  grep -qE "legal +[1-9][0-9]* states, each by 6 clauses: 0 broken" out || fail "$kind: states after an injected one are not looked at"
done
expect 0 "$FEDX" verify --router axis-odd --profile noise --power-up 7 --cycles 20000 --quiet

# What there is not.
refused_first 'router' "$FEDX" run --router axis --cycles 100
echo "$compared cycles compared, $covered sets of parameters covered, $refused refused"
