#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The explorer of the port protocol finds wrong rules: each line below changes one line of the model, and must lead to a
# state that the explorer calls wrong for the reason given. A line that no longer matches is an error.
#   explore_mutants.sh            all
#   explore_mutants.sh --quick    all but what is found after two flips only
#   explore_mutants.sh NAME       one, with the whole way to the wrong state
. "$(dirname "$0")/common.sh"
compiler=${CC:-cc}
sources=(explore fedx/kind/fedx_port_end base/archive fedx/model/fedx_port_receive fedx/model/fedx_port_transmit
         fedx/model/fedx_ownership fedx/model/fedx_header fedx/model/fedx_regs)
found=0

# compile TREE SOURCE...: each into an object beside it
compile() {
  local tree=$1 source
  shift
  for source; do
    "$compiler" -std=gnu11 -O2 -I"$tree/cmodel" -I"$tree/include" -c "$tree/cmodel/$source.c" -o "$tree/cmodel/$source.o" || return 1
  done
}

# The model as it stands, compiled: a mutant differs in one source, or in all.
right=$scratch/right
mkdir -p "$right/cmodel/fedx"
cp -r "$FEDX_SOURCE/include" "$right"
cp -r "$FEDX_SOURCE"/cmodel/{base,kind,fabric,faults} "$FEDX_SOURCE/tests/explore.c" "$right/cmodel"
cp -r "$FEDX_SOURCE"/cmodel/fedx/{model,kind} "$right/cmodel/fedx"
compile "$right" "${sources[@]}" || fail "the explorer does not compile"

# mutant NAME FILE OPTIONS REASON OLD NEW: FILE is under cmodel/ or include/
mutant() {
  local name=$1 file=$2 options=$3 reason=$4 old=$5 new=$6 tree=$scratch/tree changed
  [ -z "$only" ] || [ "$only" = "$name" ] || return 0
  [ -z "$quick" ] || [ "$options" != "--flips 2" ] || return 0
  rm -rf "$tree"
  cp -r "$right" "$tree"
  OLD=$old NEW=$new awk '
    { at = index($0, ENVIRON["OLD"])
      if (at) { $0 = substr($0, 1, at - 1) ENVIRON["NEW"] substr($0, at + length(ENVIRON["OLD"])); changed++ }
      print }
    END { exit changed != 1 }' "$FEDX_SOURCE/$file" >"$tree/$file" || fail "$name: not once in $file: $old"
  changed=("${sources[@]}")
  [[ $file != *.c ]] || changed=("$(sed 's,^cmodel/,,; s,[.]c$,,' <<<"$file")")
  compile "$tree" "${changed[@]}" || fail "$name does not compile"
  (cd "$tree/cmodel" && "$compiler" "${sources[@]/%/.o}" -lxxhash -o ../explore) || fail "$name does not link"
  # shellcheck disable=SC2086
  expect 1 "$tree/explore" $options
  grep -q "^WRONG: $reason" "$scratch/out" || { grep "^WRONG" "$scratch/out"; fail "$name: not '$reason'"; }
  echo "$name: $(grep "^WRONG" "$scratch/out"), after $(grep -cE '^ +[0-9]+ \|' "$scratch/out") steps that matter"
  [ -z "$only" ] || cat "$scratch/out"
  found=$((found + 1))
}

quick='' only=${1-}
[ "$only" != --quick ] || { quick=yes && only=''; }
transmit=cmodel/fedx/model/fedx_port_transmit.c receive=cmodel/fedx/model/fedx_port_receive.c ownership=cmodel/fedx/model/fedx_ownership.c
mutant damaged_acknowledged $receive "--flips 1" damaged "bytes->good |= crc == (uint32_t)FEDX_CRC_RESIDUE ? port : 0;" "bytes->good |= port;"
mutant one_reading_of_acc $transmit "--flips 2" lost "w->accepted_candidate = ripe & (t->acc_last ^ t->bit) & ~(unsigned)t->refuse_last;" "w->accepted_candidate = ripe;"
mutant timeout_too_short include/fedx/fedx_params.def "" doubled "FEDX_PARAM(ACK_TIMEOUT,      32" "FEDX_PARAM(ACK_TIMEOUT,       1"
mutant no_timeout $transmit "--flips 1" "end . never" "late |= (unsigned)(t->count[p] == FEDX_ACK_TIMEOUT) << p;" "late = 0;"
mutant no_take_over $transmit "--resets 1" "end . never" \
  "unsigned over = ~(busy | w->start) & differs & differs_last & FEDX_ALL_PORTS;" "unsigned over = 0 & busy & differs & differs_last;"
mutant refused_at_the_end $transmit "--flips 1" doubled "w->stopped = t->sending & ~w->last & ~w->abort" "w->stopped = t->sending & ~w->abort"
mutant turn_never_given $ownership "" "end . never" "w->flip = w->own_now & o->own_last & in->req & ~w->start &" "w->flip = 0 &"
mutant hold_too_short include/fedx/fedx_params.def "--resets 1" lost "FEDX_PARAM(HOLD_CYCLES,      64" "FEDX_PARAM(HOLD_CYCLES,      1"
[ "$found" -gt 0 ] || fail "no mutant $only"
echo "$found wrong rules found"
