#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The explorer of the port protocol finds wrong rules: each line below changes one line of the model, and must lead to a
# state that the explorer calls wrong for the reason given. A line that no longer matches is an error.
#   explore_mutants.sh [NAME]     all, or one with the whole way to the wrong state
. "$(dirname "$0")/common.sh"
compiler=${CC:-cc}
sources="fedx/fedx_port_end.c base/archive.c switch/fedx_port_receive.c switch/fedx_port_transmit.c
         switch/fedx_ownership.c switch/fedx_header.c switch/fedx_regs.c"
found=0

# mutant NAME FILE OPTIONS REASON OLD NEW: FILE is under cmodel/ or include/
mutant() {
  local name=$1 file=$2 options=$3 reason=$4 old=$5 new=$6 tree=$scratch/tree
  [ -z "$only" ] || [ "$only" = "$name" ] || return 0
  rm -rf "$tree"
  mkdir "$tree"
  cp -r "$FEDX_SOURCE/cmodel" "$FEDX_SOURCE/include" "$tree"
  OLD=$old NEW=$new awk '
    { at = index($0, ENVIRON["OLD"])
      if (at) { $0 = substr($0, 1, at - 1) ENVIRON["NEW"] substr($0, at + length(ENVIRON["OLD"])); changed++ }
      print }
    END { exit changed != 1 }' "$FEDX_SOURCE/$file" >"$tree/$file" || fail "$name: not once in $file: $old"
  # shellcheck disable=SC2086
  (cd "$tree/cmodel" && "$compiler" -std=gnu11 -O1 -I. -I../include "$FEDX_SOURCE/tests/explore.c" $sources -lxxhash -o ../explore) ||
    fail "$name does not compile"
  # shellcheck disable=SC2086
  expect 1 "$tree/explore" $options
  grep -q "^WRONG: $reason" "$scratch/out" || { grep "^WRONG" "$scratch/out"; fail "$name: not '$reason'"; }
  echo "$name: $(grep "^WRONG" "$scratch/out"), after $(grep -cE '^ +[0-9]+ \|' "$scratch/out") steps that matter"
  [ -z "$only" ] || cat "$scratch/out"
  found=$((found + 1))
}

only=${1-}
transmit=cmodel/switch/fedx_port_transmit.c receive=cmodel/switch/fedx_port_receive.c ownership=cmodel/switch/fedx_ownership.c
mutant damaged_acknowledged $receive "--flips 1" damaged "bytes->good |= crc == (uint32_t)FEDX_CRC_RESIDUE ? port : 0;" "bytes->good |= port;"
mutant one_reading_of_acc $transmit "--flips 2" lost "w->accepted_candidate = ripe & (t->acc_last ^ t->bit) & ~(unsigned)t->refuse_last;" "w->accepted_candidate = ripe;"
mutant timeout_too_short include/fedx/fedx_params.def "" doubled "FEDX_PARAM(ACK_TIMEOUT,      32" "FEDX_PARAM(ACK_TIMEOUT,       1"
mutant no_timeout $transmit "--flips 1" "end . never" "late |= (unsigned)(t->count[p] == FEDX_ACK_TIMEOUT) << p;" "late = 0;"
mutant no_take_over $transmit "--resets 1" "end . never" \
  "unsigned over = ~(busy | w->start) & differs & differs_last & FEDX_ALL_PORTS;" "unsigned over = 0 & busy & differs & differs_last;"
mutant refused_at_the_end $transmit "--flips 1" doubled "w->stopped = t->sending & ~w->last & ~w->cut" "w->stopped = t->sending & ~w->cut"
mutant turn_never_given $ownership "" "end . never" "w->flip = w->own_now & o->own_last & in->req & ~w->start &" "w->flip = 0 &"
mutant hold_too_short include/fedx/fedx_params.def "--resets 1" lost "FEDX_PARAM(HOLD_CYCLES,      64" "FEDX_PARAM(HOLD_CYCLES,      1"
[ "$found" -gt 0 ] || fail "no mutant $only"
echo "$found wrong rules found"
