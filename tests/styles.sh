#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Routers as strangers write them, in tests/styles: none of the right ones is accused, at any level of Verilator's optimisations, with
# any seed, nor does Icarus fail in what was played; every fault in them is found and confirmed, and its bundle fails in Icarus, or
# says why Icarus cannot run it, and passes there with the right source.
#   styles.sh            some of both
#   styles.sh --long     all of them
#   styles.sh right|wrong NUMBER...   those, by their place in tests/styles/designs and tests/styles/faults, as --long does
# The last lines say how much was compared. FEDX_STYLES names a folder that keeps what each came to, so that a run that was broken off goes on.
. "$(dirname "$0")/common.sh"
command -v verilator >/dev/null || skip "no verilator"
command -v iverilog >/dev/null || skip "no iverilog"
# What is found does not depend on how fast it is.
export CXXFLAGS=-O0 TMPDIR=$scratch/tmp
mkdir "$TMPDIR"
with_quick_clang "$scratch/quick"
styles=$FEDX_SOURCE/tests/styles
# One episode in so many cycles has 60 flits at each input, which Icarus plays in about a second.
played=4000
results=${FEDX_STYLES:-$scratch/results}
mkdir -p "$results"

# optimised LEVEL COMMAND...: with a Verilator that optimises so far, and no farther, what it is to optimise
optimised() {
  if [ ! -x "$scratch/level$1/verilator" ]; then
    mkdir -p "$scratch/level$1"
    # shellcheck disable=SC2016
    printf '#!/bin/sh\nfor word; do\n  shift\n  [ "$word" != -O3 ] || word=-O%s\n  set -- "$@" "$word"\ndone\nexec %s "$@"\n' "$1" \
      "$(command -v verilator)" >"$scratch/level$1/verilator.$$"
    chmod +x "$scratch/level$1/verilator.$$"
    mv "$scratch/level$1/verilator.$$" "$scratch/level$1/verilator"
  fi
  PATH=$scratch/level$1:$PATH "${@:2}"
}

# row FILE NUMBER: of a table, without the lines that say something about it
row() { grep -v '^#' "$styles/$1" | sed -n "$2p"; }
# rows FILE: how many there are
rows() { grep -vc '^#' "$styles/$1"; }

# begin NAME: a folder of its own, for several run at once; what there is to say is gathered until it is whole
begin() {
  scratch=$scratch/$1
  mkdir -p "$scratch"
  cd "$scratch"
  : >said
}
tell() { echo "$*" >>said; }

# right NUMBER: a design
right() {
  local description source values level seed profile verify kinds
  [ ! -f "$results/right-$1" ] || return 0
  read -r description source values < <(row designs "$1")
  begin "right-$1"
  verify=("$FEDX" blackbox --quiet "$styles/$description" --files "$styles/$source")
  for value in $values; do verify+=(--parameter "$value"); done
  for level in $levels; do
    for seed in $seeds; do
      expect 0 optimised "$level" "${verify[@]}" --keep "built-$level" --cycles "$cycles" --seed "$seed"
      tell "run $description -O$level $(sed -nE 's/^packets +([0-9]+) of ([0-9]+) flits .* in ([0-9]+) cycles; .*/\1 \2 \3/p' out)"
    done
  done
  level=${levels##* }
  read -ra kinds <<<"$profiles"
  for seed in $seeds; do
    profile=${kinds[seed % ${#kinds[@]}]}
    expect 0 optimised "$level" "${verify[@]}" --keep "built-$level" --cycles "$played" --seed "$seed" --profile "$profile" --testbench "played-$seed"
    replay "played-$seed" "$description"
  done
  mv said "$results/right-$1"
}

# replay FOLDER DESCRIPTION: Icarus plays the testbench of a right design, which passes
replay() {
  local status=0
  make -s -C "$1" icarus >out 2>&1 </dev/null || status=$?
  if grep -q '^PASS: ' out && [ "$status" -eq 0 ]; then
    tell "icarus $2 $(sed -nE 's/^PASS: ([0-9]+) packets .*/\1/p' out)"
  elif ! grep -q '^FAIL: ' out && grep -qE '^network.v:[0-9]+: (syntax )?(error|sorry)' out; then
    tell "unread $2 $(grep -m1 -E '^network.v:[0-9]+: ' out)"
  else
    tail -n 20 out >&2
    fail "$2: $1: Icarus accuses a right design"
  fi
}

# wrong NUMBER: a fault
wrong() {
  local description source checks change check left
  [ ! -f "$results/wrong-$1" ] || return 0
  IFS='~' read -r description source checks change < <(row faults "$1")
  begin "wrong-$1"
  sed "$change" "$styles/$source" >"$source"
  [ "$(diff "$styles/$source" "$source" | grep -c '^<')" -eq 1 ] || fail "fault $1: not one line of $source is changed"
  expect 1 "$FEDX" blackbox --quiet "$styles/$description" --files "$source" --bundle found
  check=$(sed -nE 's/^([a-z]+): cycle .*/\1/p' out)
  [[ "|$checks|" == *"|$check|"* ]] || { cat out >&2; fail "fault $1 of $source: found by $check, not by $checks"; }
  grep -q '^confirmed ' out || { cat out >&2; fail "fault $1 of $source: not confirmed"; }
  left=$(sed -nE 's/^bundle +found: ([0-9]+) packets?,.*/\1/p' out)
  if grep -q 'the testbench in Icarus shows it' out; then
    { sed '/^endmodule/q' found/network.v && cat "$styles/$source"; } >found/right.v
    expect 0 make -s -C found icarus NETWORK=right.v
    tell "fault $description $check $left icarus"
  else
    grep -q 'the testbench in Icarus cannot run it (network.v:' out || { cat out >&2; fail "fault $1 of $source: its bundle does not fail in Icarus"; }
    tell "fault $description $check $left unread"
  fi
  mv said "$results/wrong-$1"
}

# summary: what all came to
summary() {
  local packets
  cat "$results"/right-* "$results"/wrong-* 2>/dev/null >"$scratch/all" || true
  awk '
    $1 == "run" { runs++; packets += $4; flits += $5; cycles += $6; level[$3]++; design[$2]++ }
    $1 == "icarus" { replays++; played += $3 }
    $1 == "unread" { unread[$2] = $0 }
    $1 == "fault" { faults++; by[$3]++; icarus += $5 == "icarus"; if ($4 > most) most = $4; small += $4 <= 10 }
    END {
      for (l in level) words = words " " l
      printf "%d runs of right designs%s: %d packets of %d flits in %d cycles; %d testbenches with %d packets in Icarus\n", runs, words, packets, flits,
             cycles, replays, played
      for (d in unread) printf "not in Icarus: %s\n", substr(unread[d], 8)
      words = ""
      for (c in by) words = words " " c " " by[c]
      printf "%d faults found and confirmed:%s; %d bundles fail in Icarus and pass there with the right source; %d of at most 10 packets, the largest of %d\n",
             faults, words, icarus, small, most
    }' "$scratch/all"
  packets=$(awk '$1 == "fault" { print $4 }' "$scratch/all" | sort -n | uniq -c | awk '{ printf "%s%d of %d", (NR > 1 ? ", " : ""), $1, $2 }')
  echo "packets of bundles: $packets"
}

levels='0 1 2 3' seeds='1 2 3' profiles='full stalls reset' cycles=40000
case ${1-} in
  right | wrong) in_parallel "$1" "${@:2}" ;;
  --long)
    mapfile -t items < <(seq "$(rows designs)")
    in_parallel right "${items[@]}"
    accused=$failures
    mapfile -t items < <(seq "$(rows faults)")
    in_parallel wrong "${items[@]}"
    failures=$((failures + accused))
    ;;
  *)
    levels='1 3' seeds=1 profiles=stalls cycles=20000
    in_parallel right 5 13 21
    accused=$failures
    in_parallel wrong 7 15 33
    failures=$((failures + accused))
    ;;
esac
summary
[ "$failures" -eq 0 ] || fail "$failures of them are not as they should be"
