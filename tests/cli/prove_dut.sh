#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# prove.sh --dut: a mutant is told in words, and a block that cannot be compared is named with the reason. That what is right is
# equal: proof.sh last.
. "$(dirname "$0")/../common.sh"
cd "$FEDX_SOURCE"
. sim_scripts/proof_tools.sh
find_proof_tools || exit 77
export CC=$here/kept_cc.sh
prove=(sim_scripts/prove.sh --no-install --top fedx_switch --dut)

# Another ownership, wrong in one line, a config that leaves a wire open, and a buffer pool with registers of its own.
mkdir "$scratch/mine"
tests/mutants/run.sh --rtl "$scratch/mine/rtl" ownership_idle_flip_in_await >/dev/null
cp examples/right_variant/fedx_buffer_pool.v "$scratch/mine/rtl"
sed -i 's/fedx_arbitration/my_arbitration/' "$scratch"/mine/rtl/fedx_{arbitration,switch}.v
sed -i "s/assign holding = .*/assign holding = |hold_reg ? 1'b1 : 1'bx;/" "$scratch/mine/rtl/fedx_config.v"
expect 1 "${prove[@]}" "$scratch/mine/rtl/fedx.f" ownership buffer_pool arbitration config
grep "^ownership .* different " "$scratch/out" || fail "the mutant is not found"
grep "^  turn_reg next: C 0x.., RTL 0x" "$scratch/out" || fail "the counterexample has no words"
grep "^buffer_pool: not compared, its pins or registers are others: it has no .*head_reg.*; it has slot" "$scratch/out" ||
  { cat "$scratch/out"; fail "other registers are not named"; }
grep "^arbitration: not compared, no module fedx_arbitration in fedx_switch" "$scratch/out" || fail "a missing module is not named"
grep "^  an output that depends on a value that the RTL leaves open" "$scratch/out" || fail "an open value is not told"
grep "^2 of 4 blocks of fedx_switch compared" "$scratch/out" || fail "what was compared is not counted"

# A virtual-channel router, of the sizes of a build: a mutant of one module, and others that are right
expect 1 sim_scripts/prove.sh --no-install --router vcr --build single --dut "$FEDX_BUILD/examples/vcr_unfair/vcr_unfair.f" --top vcr_router \
  allocate sat_switch
grep "^allocate .* different " "$scratch/out" || fail "the mutant of a virtual-channel router is not found"
grep "^  rr_reg\[[0-2]\] next: C 0x., RTL 0x" "$scratch/out" || fail "its counterexample has no words"
grep "^sat_switch .* equal " "$scratch/out" || fail "a block that is right is not equal"

# A terminal: its blocks are named
mkdir "$scratch/terminal"
cp rtl/vcr/*.v rtl/vcr/*.vh "$scratch/terminal"
sed -i 's/^\( *wire away .*\) && !held;/\1;/' "$scratch/terminal/vcr_sat_watch.v"
expect 1 sim_scripts/prove.sh --no-install --router vcr --build single --dut "$(printf "$scratch/terminal/vcr_%s.v," inject sat_gate sat_watch)$scratch/terminal/vcr_terminal.v" \
  --top vcr_terminal sat_watch sat_gate
grep "^sat_watch .* different " "$scratch/out" || fail "the mutant of a terminal is not found"
grep "^sat_gate .* equal " "$scratch/out" || fail "a block of a terminal that is right is not equal"

# Bad input
bad() {
  local words=$1
  shift
  expect 2 sim_scripts/prove.sh --no-install "$@"
  grep -qF -- "prove.sh: $words" "$scratch/err" || { cat "$scratch/err"; fail "does not say '$words': $*"; }
}
bad "--dut needs --top NAME" --dut rtl/fedx/fedx.f
bad "--top, --include and --define go with --dut FILES" --top fedx_switch
bad "cannot read nowhere.v" --dut nowhere.v --top x
bad "no block route; there are inject sat_gate sat_watch terminal" --router vcr --dut rtl/vcr/vcr.f --top vcr_terminal inject route
bad "Yosys cannot read module no_switch: " --dut rtl/fedx/fedx.f --top no_switch
bad "--negative, --recorded, --stale and --document do not go with --dut" --dut rtl/fedx/fedx.f --top fedx_switch --negative
printf -- '-y .\n' >"$scratch/mine/list.f"
bad "$scratch/mine/list.f: -y is nothing that Yosys takes" --dut "$scratch/mine/list.f" --top x
