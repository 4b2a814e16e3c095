# SPDX-License-Identifier: Apache-2.0
# Sourced after common.sh: what is the same for mutants of routers of any kind. Set before: seed (of the choice), per_block (mutants
# of each module), builds (shared objects that they go into).
mutation=$here/mutation
equivalence=$FEDX_BUILD/tests/equivalence
command -v yosys >/dev/null || fail "no yosys"
# Of this, unlike of RTL as it is written, the speed counts, too, unless it runs for a moment (quick): at -Og g++ takes half the
# time of -O1, for a sixth of it.
optimised=-O1
[ -n "${quick-}" ] || { CXX=${CXX:-g++} && optimised=-Og; }
. "$here/verilated.sh"

# Commands of Yosys that make gates of it, and nothing else
# shellcheck disable=SC2034 # used in netlists
gates="proc; flatten; opt_clean; simplemap; techmap; simplemap; opt_expr; opt_clean; dffunmap; setundef -zero; aigmap; opt_clean"

# candidates SELECTION FILE: the command of Yosys that writes twice as many as are wanted, in the order in which it samples evenly
candidates() {
  echo "mutate -list $((2 * per_block)) -seed $seed -o $2 $1"
}

# choose BLOCK...: mutants.txt: build, number in it, block, Yosys command, from BLOCK.list. No faults of the clock; one at the output
# of a register is the same as one at its input.
choose() {
  local block
  for block; do
    awk -v block="$block" -v most="$per_block" '!/ -port (CLK|clk|Q) / && ++count <= most { print block, $0 }' "$block.list"
  done | awk -v builds="$builds" '{ build = nth[$1]++ % builds; print build, ++number[build], $0 }' >mutants.new
  mv mutants.new mutants.txt
}

# mutants_of BUILD: lines "NUMBER COMMAND"
mutants_of() {
  awk -v build="$1" '$1 == build { n = $2; $1 = $2 = $3 = ""; print n, $0 }' mutants.txt
}

# commands WIDTH: those of standard input, lines "NUMBER COMMAND", chosen by an input of so many bits
commands() {
  awk -v width="$1" '{ n = $1; $1 = ""; print $0, "-ctrl mutsel", width, n }'
}

# with_legal FILE BLOCKS: the netlist of standard input with the module of that file in it
with_legal() {
  awk -v blocks="$2" -f "$mutation/legal.awk" "$1" -
}

# Before anything is begun that ends with a proof
need_prover() {
  [ -x "$equivalence" ] || fail "no equivalence: it is built where libcadical is installed"
}

# prove LIST: lines "BUILD NUMBER equivalent", or "different", or "undecided", for the mutants of LIST, whose lines are "BUILD
# NUMBER NTH BLOCK COMMAND", NTH from 1. Equivalent means: for any inputs and in any state that is legal or meets a reset, the
# same outputs, the same next state, the same memory ports.
prove() {
  mkdir -p proof
  awk '{ n = $3; $1 = $2 = $3 = $4 = ""; print n, $0 }' "$1" | circuit
  cut -d' ' -f3 "$1" | xargs -r -P "$(nproc)" -n 4 "$equivalence" "$kind" proof/mutants.aig >proof/verdicts
  awk 'FILENAME == list { mutant[$3] = $1 " " $2; next } { $1 = mutant[$1]; print }' list="$1" "$1" proof/verdicts
}
