#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A switch of 20 buffers in lockstep, as one of ten: every register, in fabrics, from states, with coverage; a line of it that
# is wrong for buffer 17 alone is found, kept, replayed and shrunk.
#   buffers_20.sh          with one build of RTL, that is wrong
#   buffers_20.sh --long   RTL that is right, built by the program itself when it is first needed
. "$(dirname "$0")/../common.sh"
command -v verilator >/dev/null || fail "no verilator"
cd "$scratch"

# compared COMMAND...: it finds no difference, and looks at all registers and stores
compared() {
  expect 0 "$@"
  grep "^compared .* [1-9][0-9]* named registers, [1-9][0-9]* store bytes: 0 differences" out || { cat out; fail "nothing compared: $*"; }
}

if [ "${1-}" = --long ]; then
  export XDG_CACHE_HOME=$scratch/cache
  compared "$FEDX" verify --buffers 20 --cycles 10000000 --quiet
  grep -q "^registers   74 of 74 changed at least once" out || { cat out; fail "registers that never change"; }
  compared "$FEDX" verify --buffers 20 --inject 4000000 --quiet
  compared "$FEDX" run --buffers 20 --lockstep all --rows 15 --cols 15 --cycles 20000 --quiet
  expect 0 "$FEDX" verify --buffers 20 --pins --cycles 1000000 --quiet
  # All points but one come up in 100 million cycles (docs/verification/coverage.md)
  "$FEDX" verify --buffers 20 --until-covered --cycles 10000000 --quiet >out 2>err || true
  grep "^compared .* 0 differences" out || { cat out err; fail "coverage is not compared"; }
  hit=$(sed -nE 's/^coverage +([0-9]+) of 2943 reachable points hit.*/\1/p' out)
  [ "${hit:-0}" -ge 2800 ] || { cat out; fail "too few points are hit"; }
  [ "$(find cache -name '*.so' | wc -l)" -eq 1 ] || fail "the RTL is not built once"
  exit
fi

export CXXFLAGS=-O0 CXX=$here/quick_clang.sh
cp -r "$FEDX_SOURCE/rtl/fedx" rtl
cp -r "$FEDX_SOURCE/examples" .
sed -i 's/wanting\[b\] & ~|(/wanting[b] \& (b == 17 | ~|(/; s/& wanting);$/\& wanting));/' rtl/fedx_arbitration.v
grep -q "b == 17" rtl/fedx_arbitration.v || fail "the line that was to be wrong is not there"
own=(--dut rtl/fedx.f --top fedx_switch --map examples/fedx_regs.yaml --keep kept --quiet)
expect 2 "$FEDX" verify "${own[@]}" --parameter BUFFERS=20
grep -qF "has BUFFERS = 20, and is compared with a model of 10: give --buffers 20" err || { cat err; fail "no word on --buffers"; }
for command in verify "run --lockstep all"; do
  # shellcheck disable=SC2086
  expect 2 "$FEDX" $command --buffers 12
  grep -q "must be 10 or 20" err || { cat err; fail "12 buffers"; }
done

# From states, of which most have that many packets
expect 1 "$FEDX" verify --buffers 20 "${own[@]}" --parameter BUFFERS=20 --inject 40960
grep "^mismatch: " out || { cat out; fail "the mutant is not found from states"; }
grep -q "^repeat with: .* --buffers 20" out || { cat out; fail "what repeats it does not say 20 buffers"; }
object=(--buffers 20 --rtl-object kept/fedx_dut.so --quiet)

# Fabrics in which no switch has as many, and what they cover
compared "$FEDX" run "${object[@]}" --lockstep all --rows 3 --cols 3 --load 0.3 --cycles 20000 --coverage few.json
expect 0 "$FEDX" coverage few.json
grep -E "^occupancy +63 " out || { cat out; fail "not the points of 20 buffers"; }
expect 0 "$FEDX" run --rows 3 --cols 3 --cycles 1000 --coverage ten.json --quiet
expect 2 "$FEDX" coverage few.json ten.json
grep -q "its routers have 10 buffers, and those of other files 20" err || { cat err; fail "points of 10 and of 20 merged"; }

# Checkpoints
expect 0 "$FEDX" run "${object[@]}" --lockstep all --rows 2 --cols 2 --load 0.3 --cycles 3000 --checkpoint a.ckpt --checkpoint-every 1000

# Stimulus, and the bundle of what it finds
expect 1 "$FEDX" verify "${object[@]}" --cycles 2000000 --bundle found
grep "^mismatch: " out || { cat out; fail "the mutant is not found"; }
grep -q "^repeat with: .* --buffers 20 " out || { cat out; fail "what repeats the stimulus does not say 20 buffers"; }
grep -q '"buffers": 20' found/bundle.json || fail "the bundle does not say how many buffers"
expect 1 "$FEDX" replay found --trust
grep "^the difference that was recorded" out || { cat out; fail "the bundle shows something else"; }
expect 0 "$FEDX" shrink found --trust --seconds 3 --bundle small --quiet
expect 1 "$FEDX" replay small --trust
grep -q "^the difference that was recorded" out || { cat out; fail "the small bundle shows something else"; }
