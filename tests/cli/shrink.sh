#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Faults that come up after a long run in a fabric: one that depends on a named register shrinks to a cycle from a state,
# one that depends on a hidden counter to the packets that it counts.
#   shrink.sh [--long]   --long: the second, too
. "$(dirname "$0")/../common.sh"
cd "$scratch"
says() { grep -qE -- "$1" out || { cat out >&2 && fail "no line like '$1'"; }; }
complains() { grep -qF -- "$1" err || { cat err >&2 && fail "no message '$1'"; }; }

# wrong NAME FILE SED-SCRIPT: NAME.so, and the bundle NAME of a fabric
wrong() {
  cp -r "$FEDX_SOURCE/rtl/fedx" "$1.rtl"
  sed -i "$3" "$1.rtl/$2"
  cmp -s "$FEDX_SOURCE/rtl/fedx/$2" "$1.rtl/$2" && fail "$2 has no line to change"
  FEDX=$FEDX "$FEDX_SOURCE/tests/mutants/run.sh" --build "$PWD/$1.so" "$1.rtl"
  expect 1 "$FEDX" run --quiet --rows 4 --cols 4 --load 0.3 --cycles 200000 --lockstep all --rtl-object "$1.so" --bundle "$1"
}

# The 80th value of the random register: by registers alone a matter of one cycle
wrong random fedx_admission.v \
  "s/^        random_reg <= random_next;/&\n        if (random_reg == 16'hed3a \&\& |admit) first_reg <= 3'd7;/"
says '^bundle      random: 81 packets, 7 ports, 17175 cycles$'
expect 0 "$FEDX" shrink random --rtl-object random.so --quiet --seconds 1
says '^state       [0-9]+ trials in .* the last 1 of 17175 cycles, from a state of [0-9]+ packets?, show it$'
says '^bundle      random-small: [0-9] packets?, [0-7] ports?, [0-9]+ cycles \(from 81 packets, 7 ports, 17175 cycles\)$'
grep -qx '//= admission.random ed3a' random-small/vectors.hex || fail "the state does not have the register that matters"
grep -qx '  admission.random ed3a' random-small/report.txt || fail "the report does not tell the state"
grep -qE "^  section 9: first' [0-6], switch 7$" random-small/report.txt || fail "the report does not explain the edge from that state"
expect 1 "$FEDX" replay random-small --rtl-object random.so
says '^mismatch: cycle [0-9]+, node 5, admission.first: '
says '^the difference that was recorded$'
expect 0 "$FEDX" replay random-small --rtl-object "$FEDX_BUILD/libfedx_rtl.so"
if command -v iverilog >/dev/null; then
  expect 0 make -s -C random-small/testbench icarus INCLUDE="$FEDX_SOURCE/rtl/fedx" RTL="$(echo "$FEDX_SOURCE"/rtl/fedx/*.v)"
  expect 2 make -s -C random-small/testbench icarus INCLUDE="$PWD/random.rtl" RTL="$(echo "$PWD"/random.rtl/*.v)"
  says '^difference: cycle [0-9]+: register admission.first: expected [0-6], got 7$'
fi
expect 2 "$FEDX" shrink random-small --rtl-object random.so
complains "fedx shrink: random-small: it starts from a state already: shrink the bundle that it was made of"
expect 0 "$FEDX" shrink random --rtl-object random.so --quiet --start reset --seconds 1 --bundle far
grep -q '^//=' far/vectors.hex && fail "a state where none was wanted"

expect 2 "$FEDX" shrink random --rtl-object random.so --start middle
complains "--start middle: must be one of best, reset, state"
[ "${1-}" = --long ] || { echo "a fault of a long run: from a state, and from the reset" && exit; }

# A hidden counter of releases: every 256th is lost
wrong release fedx_buffer_pool.v \
  "s/^    reg \[64\*BUFFERS-1:0\]      head_reg;/&\n    reg [7:0] hidden;/
   s/^        taken    = 0;/&\n        hidden   <= rst ? 8'd0 : hidden + {7'd0, |accepted};/
   s/^                if (accepted\[p\])/                if (accepted[p] \&\& hidden != 8'd255)/"
expect 0 "$FEDX" shrink release --rtl-object release.so --quiet --seconds 1
says '^state       no state of the named registers up to 8192 cycles before the difference shows it'
packets=$(sed -nE 's/^bundle      release-small: ([0-9]+) packets, .* \(from 348 packets, .*/\1/p' out)
[ "${packets:-0}" -ge 256 ] && [ "$packets" -lt 348 ] || fail "$packets packets are left of 348, of which 256 matter"
expect 1 "$FEDX" replay release-small --rtl-object release.so
says '^the difference that was recorded$'
expect 2 "$FEDX" shrink release --rtl-object release.so --start state --bundle none
complains "fedx shrink: release: --start state: no replay from a state shows the difference; shrink it from the reset"
[ ! -e none ] || fail "a bundle of nothing"
echo "two faults of long runs: from a state, and from the reset"
