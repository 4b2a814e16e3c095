#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The commands that docs/howto/verify-golden-model.md recommends, tried on faulty switches: the mutants of lines.txt, each a user's
# switch of its own, and as many faults made by `yosys mutate`. Each switch goes through the commands in their order until
# one of them finds it.
#   run.sh                   all
#   run.sh --router vcr      of the virtual-channel router and its terminal, vcr_lines.txt; with any of these
#   run.sh --seen            of lines.txt those marked *, and none of Yosys
#   run.sh --check           only check that every line of both lists applies to rtl/
#   run.sh --markdown FILE   all, and the tables for tests/results_page.py --table campaign to FILE
#   run.sh --most NUMBER     of each module the first so many mutants of Yosys, by default 18
#   run.sh --keep FOLDER     keep what is found out: results.txt; what is there already is not tried again
#   run.sh NAME...           these lines, each with what the last command said
. "$(dirname "$0")/../common.sh"
. "$here/mutants/lines.sh"
set -o pipefail
seed=20       # none that was used while stimulus and checks were worked on
per_block=18  # mutants of each module
most=$per_block
builds=2
seconds=300   # for a switch
steps="pins registers inject fabric proof"
mode=all report='' folder=$scratch router=fedx
while [ $# -gt 0 ]; do
  case $1 in
    --seen | --check) mode=${1#--} ;;
    --router) router=${2:?--router needs fedx or vcr} && shift ;;
    --most) most=${2:?--most needs a number} && shift ;;
    --markdown) report=$(realpath "${2:?--markdown needs a file}") && shift ;;
    --keep) mkdir -p "${2:?--keep needs a folder}" && folder=$(realpath "$2") && shift ;;
    -*) fail "unknown option $1" ;;
    *) break ;;
  esac
  shift
done
[ $# -eq 0 ] || mode=named
[[ $router =~ ^(fedx|vcr)$ ]] || fail "--router: $router must be fedx or vcr"

# tells_apart NUMBER: what makes the line another one than all others
tells_apart() {
  echo "${files[$1]} ${nths[$1]} - ${olds[$1]} + ${news[$1]}"
}

# check_counts: there are as many lines of each file as the list says, and no more than half are marked
check_counts() {
  local count file total=0
  while read -r count file; do
    [ "$(of_file "$file")" -eq "$count" ] || fail "$list: $(of_file "$file") lines of $file, not $count"
    total=$((total + count))
  done < <(sed -nE "s/^#   ([0-9]+) (${router}_.*)/\\1 \\2/p" "$list")
  [ "$total" -eq "$lines" ] || fail "$list: $lines lines, $total of them in files that it says how many it has of"
  count=$(printf '%s' "${stars[@]:1}" | wc -c)
  [ $((2 * count)) -le "$lines" ] || fail "$list: $count of $lines lines may be looked at, which is more than half"
  echo "$router: $lines lines apply, $count of them may be looked at"
}

# check_lines: each applies and can be tried, and none is in the other list of mutants
check_lines() {
  local i
  read_lines "$not_in"
  for ((i = 1; i <= lines; i++)); do
    tells_apart "$i"
  done >"$scratch/mutants"
  read_lines "$list"
  for ((i = 1; i <= lines; i++)); do
    change "$i" "$scratch/check" "$router" >"$scratch/log" || fail "${names[i]}: $(cat "$scratch/log")"
    ! cmp -s "$FEDX_SOURCE/rtl/$router/${files[i]}" "$scratch/check/rtl/${files[i]}" || fail "${names[i]} changes nothing"
    rm -r "$scratch/check"
    ! grep -qxFe "$(tells_apart "$i")" "$scratch/mutants" || fail "${names[i]} is in $not_in"
    check_place "$i"
  done
  check_counts
}

# found OUT: where and by what, "AT FIELD", from the output of a command that found a difference; AT is a cycle, or with
# injection a state
found() {
  awk '/^injected / { state = $2 }
       /^mismatch: cycle / { cycle = $3 + 0; field = $6; sub(/:$/, "", field) }
       /^terminal [0-9]+, cycle / { cycle = $4 + 0; field = $5; sub(/:$/, "", field) }
       /^ended: cycle / { cycle = $3 + 0; field = "ended" }
       /^failed in / && !text { text = $0; sub(/^[^:]*: /, "", text) }
       END { print state ? state : cycle + 0, field ? field : "\"" text "\"" }' "$1"
}

# command_of STEP OPTION...: the recommended commands, but for the proof; OPTION... is the switch, of which a place_ function has
# set verified and in_fabric
command_of() {
  local step=$1 power_up
  shift
  case $step in
    pins) "$FEDX" verify --pins --cycles 10000000 "${verified[@]}" "$@" ;;
    registers)
      "$FEDX" verify "${verified[@]}" "$@" || return
      for power_up in 1 2 3 4; do
        "$FEDX" verify --power-up "$power_up" --cycles 100000 "${verified[@]}" "$@" || return
      done
      ;;
    inject) "$FEDX" verify --inject "$states" "${verified[@]}" "$@" ;;
    fabric) in_fabrics "$@" ;;
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

# record NAME: done/NAME is the line on standard input, "KIND NAME FILE STEP SECONDS AT FIELD"; KIND is seen, unseen, yosys or control
# (the RTL as it stands), SECONDS those of all rounds. It is there whole or not at all.
record() {
  cat >"$folder/log/$1.row"
  mv "$folder/log/$1.row" "$folder/done/$1"
}

# try KIND NAME FILE OPTION...: the commands of the round on one switch until one finds it
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
  echo "$kind $name $file $step $((spent + SECONDS - began)) $([ "$status" -eq 0 ] || found "log/$name")" | record "$name"
}

# is_control NUMBER: whether it is the RTL as it stands
is_control() {
  [[ ${names[$1]} == control* ]]
}

# line_rtl NUMBER: the RTL with that line changed; a control is the RTL as it stands
line_rtl() {
  local number=$1
  ! is_control "$1" || number=0
  change "$number" "$scratch/$1" "$router"
}

# falls_early NUMBER: whether the pins find that line in half a minute, in a build that takes a fifth of the time and is three times as
# slow. If so, it is in log/NAME as from the first step.
falls_early() {
  local status=0
  CXX=$here/quick_clang.sh CXXFLAGS=-O0 timeout 30 "$FEDX" verify --pins --cycles 10000000 "${verified[@]}" --dut "$scratch/$1/rtl/$router.f" "${switch[@]}" --no-bundle --quiet \
    >"log/${names[$1]}" 2>&1 || status=$?
  [ "$status" -eq 1 ]
}

# A mutant comes in by the user's own door, built as a user would, but sooner; what was built stays for the next round.
try_line() {
  local i=$1 kind=seen verified in_fabric switch began=$SECONDS
  awaits "${names[i]}" || return 0
  [ -n "${stars[i]}" ] || kind=unseen
  ! is_control "$i" || kind=control
  [ -d "$scratch/$i" ] || line_rtl "$i"
  place_line "$i"
  if [ -z "$round_from" ] && ! is_control "$i" && falls_early "$i"; then
    echo "$kind ${names[i]} ${files[i]} pins $((SECONDS - began)) $(found "log/${names[i]}")" | record "${names[i]}"
  else
    CXXFLAGS=-O1 try "$kind" "${names[i]}" "${files[i]:--}" --dut "$scratch/$i/rtl/$router.f" "${switch[@]}" --keep "$scratch/$i/build"
  fi
  [ "$(step_of "${names[i]}")" = deeper ] || rm -rf "${scratch:?}/$i"
}

# goes_on NUMBER: whether the second round tries it: of the controls those beside whose place a line is left
goes_on() {
  local i
  is_control "$1" || return 0
  for i in "${chosen[@]}"; do
    is_control "$i" || [ "$(step_of "${names[i]}")" != deeper ] || [ "$(place_of "$i")" != "$(place_of "$1")" ] || return 0
  done
  return 1
}

# with_netlist UNIT COMMAND: run it in the folder of the unit, with the netlist that its mutants are made in
with_netlist() (
  unit=$1
  mkdir -p "$folder/$unit"
  cd "$folder/$unit"
  # shellcheck source=mutation/netlist.sh
  . "$here/mutation/$netlist"
  "$2"
)

# Run by with_netlist: choose the mutants and build them
build_mutants() {
  need_prover
  prepare
  in_parallel build $(seq 0 $((builds - 1)))
  [ "$failures" -eq 0 ] || fail "not all mutants were built: $(tail -n 5 build-*/verilator.log)"
}

# name_in UNIT: how names of its mutants begin; they go on with BUILD.NUMBER
name_in() {
  [ "$1" = . ] || echo "$1."
}

# mutants_in UNIT: the names of its mutants; number 0 of a build is the RTL as it stands
mutants_in() {
  { seq -f %g.0 0 $((builds - 1)) && awk -v most="$most" '++count[$3] <= most { print $1 "." $2 }' "$1/mutants.txt"; } | sed "s/^/$(name_in "$1")/"
}

# try_mutant NAME
try_mutant() {
  local number=${1##*.} build=${1%.*} unit kind=yosys file verified in_fabric switch
  build=${build##*.} unit=${1%"$build.$number"}
  unit=${unit%.} && unit=${unit:-.}
  awaits "$1" || return 0
  [ "$number" -ne 0 ] || kind=control
  file=$(awk -v build="$build" -v number="$number" -v prefix="$router" \
    '$1 == build && $2 == number { print prefix "_" $3 ".v" }' "$unit/mutants.txt")
  place_mutants "$unit"
  FEDX_MUTANT=$number try "$kind" "$1" "${file:--}" --rtl-object "$folder/$unit/build-$build.so" "${switch[@]}"
}

# mutant_goes_on NAME: likewise, of a build's RTL as it stands
mutant_goes_on() {
  [ "${1##*.}" -ne 0 ] || grep -qE '^yosys [^ ]+ [^ ]+ deeper ' "done/${1%.*}."*
}

# left KINDS STEP: the names of those that are at that step
left() {
  cat "$folder"/done/* | awk -v kinds="$1" -v step="$2" 'index(kinds, $1) && $4 == step { print $2 }'
}

# proved NAME VERDICT SECONDS: the last step. Different is found; all but equivalent stays open.
proved() {
  local step=open
  case $2 in
    equivalent) step=equivalent ;;
    different) step=proof ;;
  esac
  awk -v step="$step" -v seconds="$3" -v verdict="$2" '{ print $1, $2, $3, step, $5 + seconds, 0, verdict }' "$folder/done/$1" | record "$1"
}

# A line is proved in its own block, C against RTL.
prove_line() {
  local i=${number_of[$1]} status=0 began=$SECONDS verdict proof
  line_rtl "$i"
  place_proof "$i"
  "$FEDX_SOURCE/sim_scripts/prove.sh" --no-install --dut "$scratch/$i/rtl/$router.f" "${proof[@]}" >"log/$1" 2>&1 || status=$?
  [ "$status" -le 1 ] || fail "$1: the proof ended in an error: $(tail -n 20 "log/$1")"
  verdict=$(awk '/^[^ ]+ +[0-9]/ && $4 != "equal" { print $4; exit }' "log/$1")
  [ "$status" -ne 0 ] || verdict=$equal
  proved "$1" "${verdict:-undecided}" $((SECONDS - began))
  rm -rf "${scratch:?}/$i"
}

# prove_mutants STEP: those that are at that step, together, each against the RTL as it stands
prove_mutants() {
  local build number verdict count name began=$SECONDS
  name=$(name_in "$unit")
  left yosys "$1" | awk -v name="$name" 'FILENAME == "mutants.txt" { key = name $1 "." $2; at[key] = $1 " " $2; sub(/^[^ ]+ [^ ]+ /, ""); line[key] = $0; next }
    $0 in at { print at[$0], ++n, line[$0] }' mutants.txt - >proof.list
  [ -s proof.list ] || return 0
  prove proof.list >proof.txt
  count=$(wc -l <proof.list)
  while read -r build number verdict; do
    [[ $1 == deeper && $verdict != equivalent ]] || proved "$name$build.$number" "$verdict" $(((SECONDS - began) / count))
  done <proof.txt
}

# Run by with_netlist. No command can find what is equivalent, but each tries for minutes: such mutants go no further.
prove_early() {
  prove_mutants deeper
}

# Run by with_netlist: the last step
prove_rest() {
  prove_mutants left
}

# The RTL as it stands must pass, or nothing that is found means anything.
check_controls() {
  ! cat done/* | awk '$1 == "control" && $4 !~ /^(left|deeper)$/' | grep . >&2 || fail "the RTL as it stands is found different"
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

if [ "$mode" = check ]; then
  for router in fedx vcr; do
    # shellcheck source=campaign/vcr.sh
    . "$here/campaign/$router.sh"
    check_lines
  done
  exit 0
fi
# shellcheck source=campaign/vcr.sh
. "$here/campaign/$router.sh"
read_lines "$list"
add_controls
chosen=()
[ "$mode" = named ] || chosen=("${controls[@]}")
for ((i = 1; i <= lines; i++)); do
  [[ $mode == all || ($mode == seen && -n ${stars[i]}) ]] && chosen+=("$i")
done
for name; do
  chosen+=("${number_of[$name]-}")
  [ -n "${chosen[-1]}" ] || fail "no line $name in $list"
done

cd "$folder"
mkdir -p "done" log
mutants=()
if [ "$mode" = all ]; then
  for unit in $units; do
    with_netlist "$unit" build_mutants
    mapfile -t -O ${#mutants[@]} mutants < <(mutants_in "$unit")
  done
fi
round "pins registers" "" deeper
in_parallel try_line "${chosen[@]}"
[ "$failures" -eq 0 ] || fail "$failures lines were not tried to the end"
in_parallel try_mutant "${mutants[@]}"
[ "$failures" -eq 0 ] || fail "$failures mutants were not tried to the end"
for unit in $([ "$mode" != all ] || echo "$units"); do
  with_netlist "$unit" prove_early
done
round "inject fabric" deeper left
for i in "${chosen[@]}"; do
  ! goes_on "$i" || try_line "$i"
done
for name in "${mutants[@]}"; do
  ! mutant_goes_on "$name" || try_mutant "$name"
done
check_controls
for name in $(left "seen unseen" left); do
  prove_line "$name"
done
if [ "$mode" = all ]; then
  for unit in $units; do
    with_netlist "$unit" prove_rest
  done
fi
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
