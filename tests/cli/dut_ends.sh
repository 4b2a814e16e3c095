#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A switch of the user's own that ends, hangs, loops or prints: our RTL with all of these in it, in cycle 501 of each
# node, as the file "how" says. In lockstep by itself and in fabrics, and in fabrics without the model.
#   dut_ends.sh [--long]   --long: by each statement that ends a run, and every way of hanging
. "$(dirname "$0")/../common.sh"
command -v verilator >/dev/null || fail "no verilator"
export CXXFLAGS=-O0 CXX=$here/quick_clang.sh FEDX_CYCLE_SECONDS=1 TMPDIR=$scratch/tmp
mkdir "$TMPDIR"
cd "$scratch"
long=${1-}
cp -r "$FEDX_SOURCE/rtl/fedx" rtl
cat >ends.v <<'END'
    integer how_file, how, how_count, how_cycle;
    reg how_spin;
    wire how_loop;
    wire how_now = how_cycle >= 500;
    initial begin
        how_cycle = 0;
        how_spin = 1;
        how_file = $fopen("how", "r");
        how_count = $fscanf(how_file, "%d", how);
    end
    assign how_loop = how_now && how == 6 && !how_loop;
    always @(posedge clk) begin
        how_cycle <= how_cycle + 1;
        if (how_now && how == 1) $fatal(1, "no more at %0t", $time);
        if (how_now && how == 2) $stop;
        if (how_now && how == 3) $finish;
        if (how == 4) not_late: assert (!how_now);
        if (how_now && how == 5) while (how_spin) how_count = how_count + 1;
        if (how_now && how == 7) begin
            $display("hello at %0t", $time);
            $fdisplay(1, "hello again");
            $warning("watch out");
        end
        if (how_count == 0 || how_loop) $display("never");
    end
endmodule
END
sed -i -e '/^endmodule/{r ends.v' -e 'd}' rtl/fedx_switch.v
dut=(--dut rtl/fedx.f --top fedx_switch --quiet)
kept=("${dut[@]}" --map "$FEDX_SOURCE/examples/fedx_regs.yaml" --keep kept)
verify=(verify "${kept[@]}" --cycles 3000)
run=(run "${kept[@]}" --rows 2 --cols 2 --cycles 3000)
cases=0

# json KEY: of the results on standard output, which must be nothing but JSON
json() { python3 -c 'import json, sys; print(json.load(open("out"))[sys.argv[1]])' "$1"; }

# line_of TEXT: where the switch has it
line_of() { echo "rtl/fedx_switch.v:$(grep -nF -- "$1" rtl/fedx_switch.v | cut -d: -f1)"; }

# ends HOW CYCLE SENTENCE: each way of running it ends so, with words and with JSON alone
ends() {
  local how=$1 cycle=$2 sentence=$3
  echo "$how" >how
  expect 1 "$FEDX" "${verify[@]}" --bundle bundle
  grep -qF "failed in episode 0: the router ended" out || { cat out; fail "$how: verify does not say that it ended"; }
  grep -qF "ended: cycle $cycle, node 0: $sentence" out || { cat out; fail "$how: verify does not say why"; }
  grep -q "^compared  *$cycle cycles" out || { cat out; fail "$how: cycles after the end"; }
  expect 1 "$FEDX" replay bundle --trust
  grep -qF "ended: cycle $cycle, node 0: $sentence" out || { cat out; fail "$how: the replay does not end so"; }
  grep -q "^the difference that was recorded" out || { cat out; fail "$how: the replay ends otherwise"; }
  rm -r bundle
  expect 1 "$FEDX" "${verify[@]}" --no-bundle --json -
  [ "$(json outcome)" = ended ] || fail "$how: the JSON of verify does not say it"
  grep -qF "fedx verify: cycle $cycle, node 0: $sentence" err || { cat err; fail "$how: verify --json - does not say why"; }
  expect 1 "$FEDX" "${run[@]}" --lockstep 2 --no-bundle
  grep -qF "ended: cycle $cycle, node 2: $sentence" out || { cat out; fail "$how: the lockstep fabric does not say why"; }
  expect 1 "$FEDX" "${run[@]}" --rtl all
  grep -q "^failed: cycle [0-9]* of the fabric, node 0: " out || { cat out; fail "$how: the fabric does not say where"; }
  grep -qF ": $sentence" out || { cat out; fail "$how: the fabric does not say why"; }
  expect 1 "$FEDX" "${run[@]}" --rtl all --json -
  [ "$(json outcome)" = ended ] || fail "$how: the JSON of run does not say it"
  grep -qF ": $sentence" err || { cat err; fail "$how: run --json - does not say why"; }
  cases=$((cases + 7))
}

# hangs NODE COMMAND...: what never comes back is given up after FEDX_CYCLE_SECONDS
hangs() {
  local node=$1
  shift
  expect 1 timeout 100 "$FEDX" "$@"
  [ ! -s out ] || fail "prints on stdout: $*"
  grep -q "^fedx: the router loops without end in cycle 501 of node $node: no answer for 1 s" err || { cat err; fail "no word: $*"; }
  cases=$((cases + 1))
}

at="Assertion failed in fedx_dut_wrapper.dut"
ends 1 501 "the switch ends the run: $(line_of '$fatal('): $at: no more at 501"
[ "$long" != --long ] || ends 2 501 "the switch ends the run: $(line_of '$stop;'): \$stop"
[ "$long" != --long ] || ends 3 501 "the switch ends the run: $(line_of '$finish;'): \$finish"
ends 4 501 "the switch ends the run: $(line_of 'not_late:'): $at.not_late: 'assert' failed."
# A clock edge less: the logic loops before the next one.
ends 6 500 "the switch has a combinational loop that does not settle: "

echo 5 >how
[ "$long" != --long ] || hangs 0 "${verify[@]}"
[ "$long" != --long ] || hangs 0 "${run[@]}" --rtl all
hangs 2 "${run[@]}" --lockstep 2 --json -
# Without a folder to keep, nothing stays.
hangs 0 verify "${dut[@]}" --cycles 3000
expect 2 env FEDX_CYCLE_SECONDS=soon "$FEDX" "${verify[@]}"
grep -qF "fedx verify: FEDX_CYCLE_SECONDS is soon, must be 1 to 86400 seconds" err || { cat err; fail "a limit that is none"; }

# What it prints does not disturb, and has the cycle as its time.
echo 7 >how
expect 0 "$FEDX" "${verify[@]}" --json -
[ "$(json outcome)" = good ] || fail "a switch that prints is not compared"
grep -qx "hello at 501" err && grep -qx "hello again" err && grep -q "^\[501\] %Warning: .*watch out" err ||
  { head err; fail "what it prints is not on stderr"; }
expect 0 "$FEDX" "${run[@]}" --rtl all --json -
[ "$(json outcome)" = good ] || fail "a fabric of switches that print does not run"
[ -z "$(ls -A "$TMPDIR")" ] || { ls -A "$TMPDIR"; fail "temporary folders are left behind"; }
left=$(echo *)
[ "$left" = "ends.v err how kept out rtl tmp" ] || fail "files are left behind: $left"
echo "$cases runs ended as they must"
