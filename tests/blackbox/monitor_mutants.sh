#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Mutants of the environment and monitor of proofs (proofs/blackbox and the top that is made of a description), by `yosys mutate`: each must
# make a right router fail or let a wrong one pass, or do the same with every router. The routers are in tests/blackbox/monitor. What is
# left is printed, and may be a quarter as yet: larger bounds of idle cycles, which need more frames than are looked at; free inputs that
# a mutant only renames; covers, which are not asked for; and bits that no wrong router changes.
#   monitor_mutants.sh [--quick] [COUNT]   COUNT mutants for each of two descriptions (40); --quick: a few, and few wrong routers
. "$(dirname "$0")/../common.sh"
for tool in yosys verilator python3; do command -v $tool >/dev/null || skip "no $tool"; done
command -v berkeley-abc yosys-abc abc >/dev/null || skip "no abc"
cd "$scratch"

# mutants DESIGN COUNT WRONG...
mutants() {
  local design=$1 count=$2
  shift 2
  mkdir "$design"
  expect 0 "$FEDX" blackbox --quiet "$here/blackbox/monitor/$design.yaml" --prove --seconds 1 --no-bundle --keep "$design/kept" --json "$design/properties.json"
  python3 "$here/blackbox/monitor_mutants.py" "$design" "$design/kept/proof" "$count" 1 "$@"
}

if [ "${1-}" = --quick ]; then
  mutants stream 12 1 4 12 16 >said || true
  tail -n 1 said
  [ "$(grep -c '^stream [0-9]* seen, ' said)" -ge 6 ] || { cat said; fail "the wrong routers do not see the mutants"; }
  exit
fi
# shellcheck disable=SC2046 # numbers
mutants stream "${1:-40}" $(seq 45)
# shellcheck disable=SC2046
mutants credit "${1:-40}" $(seq 15)
