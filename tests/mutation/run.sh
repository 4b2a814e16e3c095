#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The checker, scored: faults made by `yosys mutate` all over the RTL, evenly over its modules, each tried with four
# checks: packets end to end alone; output pins; pins, registers and stores, these three under the stimulus of
# `fedx verify`; and state injection. What the last two do not tell from the model is tried for longer, unless it is
# proved to be no fault at all.
#   run.sh                   at least 1000 mutants
#   run.sh --unproved        these, without a look at what is left
#   run.sh --sample          63 others, likewise
#   run.sh --markdown FILE   all, and the section of docs/verification.md to FILE
#   run.sh --keep FOLDER     keep what is made: mutants.txt, results.txt, survivors.txt; made again where it is missing
. "$(dirname "$0")/../common.sh"
set -o pipefail
here=$here/mutation
runner=$FEDX_BUILD/tests/fedx_mutation
equivalence=$FEDX_BUILD/tests/fedx_equivalence
blocks="port_receive port_transmit ownership buffer_pool buffer_store admission route arbitration config"
per_block=112       # mutants of each
builds=10           # in as many shared objects
tries=30000         # cycles, or states: the score is within these
long_tries=2500000  # for survivors that are not proved equivalent
folder=$scratch
mode=all report=
while [ $# -gt 0 ]; do
  case $1 in
    --sample) mode=sample per_block=7 builds=2 ;;
    --unproved) mode=unproved ;;
    --markdown) report=$(realpath "${2:?--markdown needs a file}") && shift ;;
    --keep) folder=${2:?--keep needs a folder} && mkdir -p "$folder" && shift ;;
    *) fail "unknown option $1" ;;
  esac
  shift
done
compiler=${CXX:-g++}
for tool in yosys verilator "$compiler"; do
  command -v "$tool" >/dev/null || fail "no $tool"
done
[ "$mode" != all ] || [ -x "$equivalence" ] || fail "no fedx_equivalence: it is built where libcadical is installed"
cd "$folder"
folder=$PWD
verilator_include=$(verilator --getenv VERILATOR_ROOT)/include
compile=("$compiler" -std=gnu++17 -O1 -fPIC -pthread "-I$verilator_include" "-I$verilator_include/vltstd" "-I$FEDX_SOURCE/include"
         "-I$FEDX_SOURCE/tb" "-I$FEDX_SOURCE/cmodel")

# The switch as one netlist of word-level cells: registers under their names and whole, logic that cannot matter left
# out; every other net driven by one cell, so that Verilator sees no loops where there are none.
netlist() {
  sed -E 's,(fedx[a-z_]*\.v),'"$FEDX_SOURCE/rtl/"'\1,' "$FEDX_SOURCE/rtl/fedx.f" >rtl.f
  yosys -q -p "
    read_verilog -I$FEDX_SOURCE/rtl $(grep -E '\.v$' rtl.f | tr '\n' ' ')
    hierarchy -check -top fedx_switch
    proc -noopt
    setattr -set keep 1 w:*_reg
    flatten
    opt_expr -fine; opt_merge -share_all; opt_muxtree; opt_reduce; opt_expr -fine; opt_clean
    wreduce t:* t:\$dff %d
    opt_expr -fine; opt_muxtree; opt_reduce; opt_merge; opt_expr; opt_clean
    splitnets -driver; opt_clean; splitnets -driver; opt_clean
    write_rtlil switch.new"
  mv switch.new switch.il
}

# mutants.txt: build, number in it, block, Yosys command. Candidates come in the order in which Yosys samples evenly.
# No faults of the clock; one at the output of a register is the same as one at its input. fedx_switch.v is wires only.
sample() {
  local block select
  for block in $blocks; do
    select="c:*u_$block.*"
    [ "$block" != buffer_pool ] || select="$select c:*u_buffer_store.* %d"
    echo "mutate -list $((2 * per_block)) -seed 1 -o $block.list $select"
  done >list.ys
  yosys -q -p "read_rtlil switch.il; script list.ys"
  for block in $blocks; do
    awk -v block="$block" -v most="$per_block" '!/ -port (CLK|Q) / && ++count <= most { print block, $0 }' "$block.list"
  done | awk -v builds="$builds" '{ build = nth[$1]++ % builds; print build, ++number[build], $0 }' >mutants.new
  mv mutants.new mutants.txt
}

# mutated FOLDER WIDTH: the netlist with the mutants of standard input, lines "NUMBER COMMAND", as FOLDER/mutants.il
mutated() {
  mkdir -p "$1"
  { echo "read_rtlil switch.il"
    awk -v width="$2" '{ n = $1; $1 = ""; print $0, "-ctrl mutsel", width, n }'
    echo "opt_clean; write_rtlil $1/mutants.il"; } >"$1/mutants.ys"
  yosys -q -s "$1/mutants.ys"
}

# build BUILD: build-BUILD.so
build() (
  [ ! -f "build-$1.so" ] || return 0
  awk -v build="$1" '$1 == build { n = $2; $1 = $2 = $3 = ""; print n, $0 }' mutants.txt | mutated "build-$1" 8
  cd "build-$1"
  yosys -q -p "read_rtlil mutants.il; splitnets -driver; opt_clean; write_verilog -noattr raw.v"
  sed -E 's/\\(u_[a-z_]+)\.([a-z_]+_reg) /\1_\2 /g; s/\\u_buffer_pool\.buffer\[([0-9])\]\.u_buffer_store\.store /store_\1 /g' raw.v >switch.v
  sed -E 's/-module "fedx_([a-z_]+)" -var "([a-z_]+_reg)"/-module "fedx_switch" -var "u_\1_\2"/
          s/-module "fedx_buffer_store" -var "store"/-module "fedx_switch" -var "store_*"/' "$FEDX_SOURCE/tb/fedx_state.vlt" >state.vlt
  verilator --cc --prefix Vfedx_switch --top-module fedx_switch --Mdir obj -Wno-fatal -Wno-lint -Wno-style --savable \
    --x-assign fast --x-initial unique -O3 state.vlt switch.v >verilator.log 2>&1
  for file in obj/*.cpp "$here/fedx_mutant.cpp"; do
    echo "#include \"$file\""
  done >all.cpp
  "${compile[@]}" -shared -I. -Iobj all.cpp "$folder"/verilated{,_save,_threads}.o -Wl,--as-needed -latomic -o "../build-$1.so"
)

# try BUILD: results-BUILD, lines "BUILD NUMBER CHECK CYCLE WHAT" (with injection the number of the state instead of the
# cycle), mutant 0 for the RTL as it stands
try() {
  [ ! -f "results-$1" ] || return 0
  build "$1" >"log-$1" 2>&1
  "$runner" "./build-$1.so" 0 "$(grep -c "^$1 " mutants.txt)" "$tries" | sed "s/^/$1 /" >"trying-$1"
  mv "trying-$1" "results-$1"
}

# Each build in turn, as many at once as there are processors: each COMMAND. Not in a condition: that would switch off set -e.
each() {
  local running=0 build status=0
  for ((build = 0; build < builds; build++)); do
    if [ "$running" -ge "$(nproc)" ]; then
      wait -n || status=1
      running=$((running - 1))
    fi
    "$1" "$build" &
    running=$((running + 1))
  done
  while [ "$running" -gt 0 ]; do
    wait -n || status=1
    running=$((running - 1))
  done
  [ "$status" -eq 0 ] || fail "not all mutants were built and tried: $(tail -n 5 log-*)"
}

# survivors.list: the mutants that neither pins and state nor injection told from the model, numbered on their own, lines
# "BUILD NUMBER NTH BLOCK COMMAND". controls.list: likewise, numbered on, of each block the one that injection caught last.
survivors() {
  : >survivors.list
  awk 'function put(mutant, file) { print mutant, ++n line[mutant] >file }
       FILENAME == "mutants.txt" { mutant = $1 " " $2; block[mutant] = $3; sub(/^[^ ]+ [^ ]+/, ""); line[mutant] = $0; next }
       $2 > 0 && $3 == "state" { caught = $4 }
       $2 > 0 && $3 == "injection" {
         if (!caught && !$4) put($1 " " $2, "survivors.list")
         else if ($4 > most[block[$1 " " $2]]) { most[block[$1 " " $2]] = $4; control[block[$1 " " $2]] = $1 " " $2 }
       }
       END { for (name in control) put(control[name], "controls.list") }' mutants.txt results.txt
}

# prove: lines "BUILD NUMBER equivalent", or "different", or "undecided", for survivors and controls. Equivalent means: for any
# inputs and in any state that is legal or meets a reset, the same outputs, the same next state, the same memory ports.
prove() {
  cat survivors.list controls.list >proof.list
  awk '{ n = $3; $1 = $2 = $3 = $4 = ""; print n, $0 }' proof.list | mutated proof 10
  awk -f "$here/memories.awk" proof/mutants.il | awk -f "$here/legal.awk" "$FEDX_SOURCE/proofs/fedx_legal.v" - >proof/logic.il
  yosys -q -p "read_verilog -I$FEDX_SOURCE/rtl $FEDX_SOURCE/proofs/fedx_legal.v; read_rtlil proof/logic.il
    hierarchy -check -top fedx_switch; proc; flatten; opt_clean; simplemap; techmap; simplemap; opt_expr; opt_clean
    dffunmap; setundef -zero; aigmap; opt_clean; write_aiger -symbols proof/mutants.aig"
  cut -d' ' -f3 proof.list | xargs -r -P "$(nproc)" -n 4 "$equivalence" proof/mutants.aig >proof/verdicts
  awk 'FILENAME == "proof.list" { mutant[$3] = $1 " " $2; next } { $1 = mutant[$1]; print }' proof.list proof/verdicts
}

# try_on BUILD NUMBER VERDICT...: a survivor that may be a fault, for longer: "BUILD NUMBER caught CHECK CYCLE FIELD" or
# "BUILD NUMBER open VERDICT"
try_on() {
  local check caught
  for check in injection state; do
    caught=$("$runner" "./build-$1.so" "$2" "$2" "$long_tries" "$check" | cut -d' ' -f2-)
    [ "$caught" = "$check 0 -" ] || { echo "$1 $2 caught $caught" && return; }
  done
  echo "$1 $2 open ${*:3}"
}
export -f try_on
export runner long_tries

[ -f switch.il ] || netlist
[ -f mutants.txt ] || sample
for file in verilated verilated_save verilated_threads; do
  [ -f "$file.o" ] || "${compile[@]}" -c "$verilator_include/$file.cpp" -o "$file.o"
done
each try
cat results-* >results.txt
! awk '$2 == 0 && $4 != 0' results.txt | grep . >&2 || fail "the RTL as it stands is found different"
if [ "$mode" = all ]; then
  survivors
  if [ ! -f proved.txt ]; then
    mkdir -p proof
    prove >proof/proved
    awk 'FILENAME == "controls.list" { caught[$1, $2] = 1; next } caught[$1, $2] && $3 == "equivalent"' controls.list proof/proved |
      grep . >&2 && fail "these were caught, and are proved equivalent all the same"
    awk 'FILENAME == "controls.list" { caught[$1, $2] = 1; next } !caught[$1, $2]' controls.list proof/proved >proved.txt
  fi
  grep ' equivalent$' proved.txt >survivors.txt || true
  { grep -v ' equivalent$' proved.txt || true; } | xargs -r -P "$(nproc)" -L 1 bash -c 'try_on "$@"' try_on >>survivors.txt
else
  : >survivors.txt
fi

score() {
  awk -v blocks="$blocks" -v tries="$tries" "$@" -f "$here/score.awk" mutants.txt results.txt survivors.txt
}
score -v summary=1
[ -z "$report" ] || score >"$report"
# Where nothing is proved, some of what is left is no fault; more than two in ten never were.
[ "$mode" = all ] || survivors
left=$(wc -l <survivors.list)
[ "$mode" = all ] || [ "$left" -le $((per_block * 9 * 2 / 10)) ] || fail "$left were not caught"
[ "$mode" != all ] || ! grep ' open ' survivors.txt || fail "these are neither caught nor proved equivalent"
