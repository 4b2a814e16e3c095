#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The commands that docs/howto/verify-golden-model.md recommends, tried on wrong switches: the wrong lines of lines.txt, each a user's
# switch of its own, and as many faults made by `yosys mutate`. Each switch goes through the commands in their order until
# one of them finds it.
#   run.sh                   all
#   run.sh --seen            of lines.txt those marked *, and none of Yosys
#   run.sh --check           only see whether every line of lines.txt applies to rtl/, and nothing else
#   run.sh --markdown FILE   all, and the tables for tests/results_page.py --table campaign to FILE
#   run.sh --keep FOLDER     keep what is found out: results.txt; what is there already is not tried again
#   run.sh NAME...           these lines, each with what the last command said
. "$(dirname "$0")/../common.sh"
. "$here/mutants/lines.sh"
set -o pipefail
seed=20       # none that was used while stimulus and checks were worked on
per_block=18  # mutants of each module
builds=2
states=10000000
pins_percent=85  # of those not proved equivalent, found by the pins alone
seconds=300      # for a switch
steps="pins registers inject fabric proof"
mode=all report='' folder=$scratch
while [ $# -gt 0 ]; do
  case $1 in
    --seen | --check) mode=${1#--} ;;
    --markdown) report=$(realpath "${2:?--markdown needs a file}") && shift ;;
    --keep) mkdir -p "${2:?--keep needs a folder}" && folder=$(realpath "$2") && shift ;;
    -*) fail "unknown option $1" ;;
    *) break ;;
  esac
  shift
done
[ $# -eq 0 ] || mode=named

# tells_apart NUMBER: what makes the line another one than all others
tells_apart() {
  echo "${files[$1]} ${nths[$1]} - ${olds[$1]} + ${news[$1]}"
}

# check_lines: each applies, none is in mutants.txt, and there are as many of each file as the list says
check_lines() {
  local i count file total=0
  read_lines "$here/mutants/mutants.txt"
  for ((i = 1; i <= lines; i++)); do
    tells_apart "$i"
  done >"$scratch/mutants"
  read_lines "$list"
  for ((i = 1; i <= lines; i++)); do
    change "$i" "$scratch/check" >"$scratch/log" || fail "${names[i]}: $(cat "$scratch/log")"
    ! cmp -s "$FEDX_SOURCE/rtl/fedx/${files[i]}" "$scratch/check/rtl/${files[i]}" || fail "${names[i]} changes nothing"
    rm -r "$scratch/check"
    ! grep -qxFe "$(tells_apart "$i")" "$scratch/mutants" || fail "${names[i]} is in mutants.txt"
  done
  while read -r count file; do
    [ "$(of_file "$file")" -eq "$count" ] || fail "lines.txt: $(of_file "$file") lines of $file, not $count"
    total=$((total + count))
  done < <(sed -nE 's/^#   ([0-9]+) (fedx_.*)/\1 \2/p' "$list")
  [ "$total" -eq "$lines" ] || fail "lines.txt: $lines lines, $total of them in files that it says how many it has of"
  count=$(printf '%s' "${stars[@]:1}" | wc -c)
  [ $((2 * count)) -le "$lines" ] || fail "lines.txt: $count of $lines lines may be looked at, which is more than half"
  echo "$lines lines apply, $count of them may be looked at"
}

# found OUT: where and by what, "AT FIELD", from the output of a command that found a difference; AT is a cycle, or with
# injection a state
found() {
  awk '/^injected / { state = $2 }
       /^divergence: cycle / { cycle = $3 + 0; field = $6; sub(/:$/, "", field) }
       /^ended: cycle / { cycle = $3 + 0; field = "ended" }
       /^failed in / && !text { text = $0; sub(/^[^:]*: /, "", text) }
       END { print state ? state : cycle + 0, field ? field : "\"" text "\"" }' "$1"
}

# command_of STEP OPTION...: the recommended commands, but for the proof; OPTION... is the switch
command_of() {
  local step=$1 power_up
  shift
  case $step in
    pins) "$FEDX" verify --pins "$@" ;;
    registers)
      "$FEDX" verify "$@" || return
      for power_up in 1 2 3 4; do
        "$FEDX" verify --power-up "$power_up" --cycles 100000 "$@" || return
      done
      ;;
    inject) "$FEDX" verify --inject "$states" "$@" ;;
    fabric) "$FEDX" run --lockstep all --threads 2 --rows 4 --cols 4 --cycles 200000 --load 0.5 "$@" &&
      "$FEDX" run --lockstep all --threads 2 --rows 4 --cols 4 --cycles 200000 --load 1.5 --backpressure destination --selection random \
        --eject-priority 9 --throttle-timeout 100 "$@" ;;
  esac
}

# The steps are tried in two rounds: first those that use one processor, two switches at once, then on what is left those that
# use both, one switch at a time, so that the seconds of a switch are what its user waits.
# round STEPS FROM TO: the commands of the round, the step of those it tries ("" before the first) and of those it leaves.
round() {
  round_steps=$1 round_from=$2 round_to=$3
}

# step_of NAME: what found it so far, if it was tried
step_of() {
  [ ! -f "done/$1" ] || cut -d' ' -f4 "done/$1"
}

# awaits NAME: whether this round tries it; a run that goes on with what a folder keeps passes over the others
awaits() {
  [ "$(step_of "$1")" = "$round_from" ]
}

# try KIND NAME FILE OPTION...: the commands of the round on one switch until one finds it. Leaves done/NAME, a line "KIND
# NAME FILE STEP SECONDS AT FIELD"; KIND is seen, unseen, yosys or control (the RTL as it stands), SECONDS those of all rounds.
try() {
  local kind=$1 name=$2 file=$3 step status=0 spent=0 began=$SECONDS
  shift 3
  [ ! -f "done/$name" ] || spent=$(cut -d' ' -f5 "done/$name")
  for step in $round_steps; do
    status=0
    command_of "$step" "$@" --no-bundle --quiet >"log/$name" 2>&1 || status=$?
    [ "$status" -le 1 ] || { echo "$name: step $step ended with $status: $(tail -n 3 "log/$name")" >&2 && return 1; }
    [ "$status" -eq 0 ] || break
  done
  [ "$status" -eq 1 ] || step=$round_to
  echo "$kind $name $file $step $((spent + SECONDS - began)) $([ "$status" -eq 0 ] || found "log/$name")" >"log/$name.row"
  mv "log/$name.row" "done/$name"
}

# A wrong line comes in by the user's own door, built as a user would, but sooner; what was built stays for the next round.
try_line() {
  local i=$1 kind=seen
  awaits "${names[i]}" || return 0
  [ -n "${stars[i]}" ] || kind=unseen
  [ "$i" -ne 0 ] || kind=control
  [ -d "$scratch/$i" ] || change "$i" "$scratch/$i"
  CXXFLAGS=-O1 try "$kind" "${names[i]}" "${files[i]:--}" --dut "$scratch/$i/rtl/fedx.f" --top fedx_switch \
    --map "$FEDX_SOURCE/examples/fedx_regs.yaml" --keep "$scratch/$i/build"
  [ "$(step_of "${names[i]}")" = deeper ] || rm -rf "${scratch:?}/$i"
}

# try_mutant BUILD.NUMBER; number 0 is the RTL as it stands
try_mutant() {
  local build=${1%.*} number=${1#*.} kind=yosys file
  awaits "$1" || return 0
  [ "$number" -ne 0 ] || kind=control
  file=$(awk -v build="$build" -v number="$number" '$1 == build && $2 == number { print "fedx_" $3 ".v" }' mutants.txt)
  FEDX_MUTANT=$number try "$kind" "$1" "${file:--}" --rtl-object "$PWD/build-$build.so"
}

# left KINDS: the names of those that no command has found yet
left() {
  cat done/* | awk -v kinds="$1" 'index(kinds, $1) && $4 == "left" { print $2 }'
}

# proved NAME VERDICT SECONDS: the last step. Not equal is found; undecided stays open.
proved() {
  local step=open
  case $2 in
    equivalent) step=equivalent ;;
    different) step=proof ;;
  esac
  awk -v step="$step" -v seconds="$3" -v verdict="$2" '{ print $1, $2, $3, step, $5 + seconds, 0, verdict }' \
    "done/$1" >"log/$1.row"
  mv "log/$1.row" "done/$1"
}

# A line is proved in its own block, C against RTL.
prove_line() {
  local i=${number_of[$1]} status=0 began=$SECONDS block verdict
  block=$(sed -E 's/^fedx_(.*)\.vh?$/\1/; s/^buffer_store$/buffer_pool/' <<<"${files[i]}")
  change "$i" "$scratch/$i"
  "$FEDX_SOURCE/sim_scripts/prove.sh" --no-install --dut "$scratch/$i/rtl/fedx.f" --top fedx_switch "$block" \
    >"log/$1" 2>&1 || status=$?
  [ "$status" -le 1 ] || fail "$1: the proof ended in an error: $(tail -n 20 "log/$1")"
  verdict=$(awk -v block="$block" '$1 == block && /^[^ ]+ +[0-9]/ { print $4 }' "log/$1")
  [ "$status" -ne 0 ] || verdict=equivalent
  proved "$1" "${verdict:-undecided}" $((SECONDS - began))
  rm -rf "${scratch:?}/$i"
}

# The mutants left are proved together, each against the RTL as it stands.
prove_mutants() {
  local build number verdict count began=$SECONDS
  left yosys | awk 'FILENAME == "mutants.txt" { key = $1 "." $2; sub(/^[^ ]+ [^ ]+ /, ""); line[key] = $0; next }
    { split($1, at, "."); print at[1], at[2], ++n, line[$1] }' mutants.txt - >proof.list
  [ -s proof.list ] || return 0
  prove proof.list >proof.txt
  count=$(wc -l <proof.list)
  while read -r build number verdict; do
    proved "$build.$number" "$verdict" $(((SECONDS - began) / count))
  done <proof.txt
}

# The RTL as it stands must pass, or nothing that is found means anything.
check_controls() {
  ! cat done/* | awk '$1 == "control" && $4 != "left"' | grep . >&2 || fail "the RTL as it stands is found different"
}

# What the commands are held to: they find or prove equivalent all of them, the pins most, each in time.
check_results() {
  awk -v least="$pins_percent" -v seconds="$seconds" '
    $4 != "equivalent" { faults++; pins += $4 == "pins" }
    $4 == "open" { print "open: " $0; bad = 1 }
    $5 > seconds { print "too slow: " $0; bad = 1 }
    END {
      if (100 * pins < least * faults) { print "by the pins alone " pins " of " faults; bad = 1 }
      exit bad
    }' results.txt >&2 || fail "the commands do not find what they should"
}

list=$here/campaign/lines.txt
if [ "$mode" = check ]; then
  check_lines
  exit 0
fi
read_lines "$list"
chosen=()
for ((i = 0; i <= lines; i++)); do
  [[ $mode == all || ($mode == seen && -n ${stars[i]}) ]] && chosen+=("$i")
done
for name; do
  chosen+=("${number_of[$name]-}")
  [ -n "${chosen[-1]}" ] || fail "no line $name in lines.txt"
done

cd "$folder"
mkdir -p "done" log
mutants=()
if [ "$mode" = all ]; then
  . "$here/mutation/netlist.sh"
  need_prover
  prepare
  in_parallel build $(seq 0 $((builds - 1)))
  [ "$failures" -eq 0 ] || fail "not all mutants were built: $(tail -n 5 build-*/verilator.log)"
  mapfile -t mutants < <(seq -f %g.0 0 $((builds - 1)) && awk '{ print $1 "." $2 }' mutants.txt)
fi
round "pins registers" "" deeper
in_parallel try_line "${chosen[@]}"
[ "$failures" -eq 0 ] || fail "$failures lines were not tried to the end"
in_parallel try_mutant "${mutants[@]}"
[ "$failures" -eq 0 ] || fail "$failures mutants were not tried to the end"
round "inject fabric" deeper left
for i in "${chosen[@]}"; do
  try_line "$i"
done
for name in "${mutants[@]}"; do
  try_mutant "$name"
done
check_controls
for name in $(left "seen unseen"); do
  prove_line "$name"
done
[ "$mode" != all ] || prove_mutants
cat done/* | grep -v '^control ' >results.txt || true

if [ "$mode" = named ]; then
  for name; do
    cat "log/$name" "done/$name"
  done
  exit 0
fi
tables() {
  awk -v steps="$steps" "$@" -f "$here/campaign/tables.awk" results.txt
}
tables -v summary=1
[ -z "$report" ] || tables >"$report"
[ "$mode" != all ] || check_results
