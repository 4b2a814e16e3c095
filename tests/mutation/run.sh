#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The checker, scored: faults made by `yosys mutate` all over the RTL, evenly over its modules, each under the
# stimulus of `fedx verify` with three checks: packets end to end alone; output pins; pins, registers and stores.
# What the last one does not tell from the model is tried for longer, unless it is proved to be no fault at all.
#   run.sh                   at least 1000 mutants
#   run.sh --unproved        these, without a look at what is left
#   run.sh --sample          63 others, likewise
#   run.sh --markdown FILE   all, and the section of docs/verification.md to FILE
#   run.sh --keep FOLDER     keep what is made: mutants.txt, results.txt, survivors.txt; made again where it is missing
. "$(dirname "$0")/../common.sh"
set -o pipefail
here=$here/mutation
runner=$FEDX_BUILD/tests/fedx_mutation
miter=$FEDX_BUILD/tests/fedx_miter
blocks="port_receive port_transmit ownership buffer_pool buffer_store admission route arbitration config"
per_block=112       # mutants of each
builds=10           # in as many shared objects
cycles=30000        # the score is within these
long_cycles=2500000 # for survivors that are not proved equivalent
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
for tool in yosys verilator "$compiler" $([ "$mode" != all ] || echo berkeley-abc); do
  command -v "$tool" >/dev/null || fail "no $tool"
done
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
    write_rtlil switch.il"
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
    grep -v -e ' -port CLK ' -e ' -port Q ' "$block.list" | head -n "$per_block" | sed "s/^/$block /"
  done | awk -v builds="$builds" '{ build = nth[$1]++ % builds; print build, ++number[build], $0 }' >mutants.txt
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

# try BUILD: results-BUILD, lines "BUILD NUMBER CHECK CYCLE WHAT", 0 for the RTL as it stands
try() {
  [ ! -f "results-$1" ] || return 0
  build "$1" >"log-$1" 2>&1
  "$runner" "./build-$1.so" 0 "$(grep -c "^$1 " mutants.txt)" "$cycles" | sed "s/^/$1 /" >"trying-$1"
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

# The mutants that pins and state did not tell from the model, numbered on their own: lines "BUILD NUMBER NTH BLOCK COMMAND".
survivors() {
  awk 'FILENAME == "mutants.txt" { line[$1, $2] = $0; next }
       $2 > 0 && $3 == "state" && $4 == 0 { n++; sub(/^[^ ]+ [^ ]+/, "", line[$1, $2]); print $1, $2, n line[$1, $2] }' \
    mutants.txt results.txt >survivors.list
}

# prove: lines "BUILD NUMBER equivalent" or "BUILD NUMBER open" for the survivors. Equivalent means: for any inputs and
# any state of registers and memories, reachable or not, the same outputs, the same next state, the same memory ports.
prove() {
  awk '{ n = $3; $1 = $2 = $3 = $4 = ""; print n, $0 }' survivors.list | mutated proof 10
  awk -f "$here/memories.awk" proof/mutants.il >proof/logic.il
  yosys -q -p "read_rtlil proof/logic.il; opt_clean; techmap; opt_expr; opt_clean; dffunmap; setundef -zero; aigmap
    opt_clean; write_aiger -symbols proof/mutants.aig"
  cut -d' ' -f1-3 survivors.list | xargs -r -P "$(nproc)" -L 1 bash -c 'prove_one "$@"' prove_one
}

# prove_one BUILD NUMBER NTH
prove_one() {
  local verdict=open
  "$miter" proof/mutants.aig "$3" "proof/$3.aig"
  ! timeout 120 berkeley-abc -q "&r proof/$3.aig; &cec -m" 2>&1 | grep -q "Networks are equivalent" || verdict=equivalent
  rm "proof/$3.aig"
  echo "$1 $2 $verdict"
}

# try_on BUILD NUMBER: a survivor that may be a fault, for longer: "BUILD NUMBER caught CYCLE FIELD" or "BUILD NUMBER open"
try_on() {
  "$runner" "./build-$1.so" "$2" "$2" "$long_cycles" state |
    awk -v build="$1" '{ print build, $1, $3 == 0 ? "open" : "caught " $3 " " $4 }'
}
export -f prove_one try_on
export miter runner long_cycles

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
  [ -f proved.txt ] || { prove >proving.txt && mv proving.txt proved.txt; }
  grep ' equivalent$' proved.txt >survivors.txt || true
  { grep ' open$' proved.txt || true; } | cut -d' ' -f1,2 |
    xargs -r -P "$(nproc)" -L 1 bash -c 'try_on "$1" "$2"' try_on >>survivors.txt
else
  : >survivors.txt
fi

score() {
  awk -v blocks="$blocks" -v cycles="$cycles" "$@" -f "$here/score.awk" mutants.txt results.txt survivors.txt
}
score -v summary=1
[ -z "$report" ] || score >"$report"
left=$(awk '$2 > 0 && $3 == "state" && $4 == 0' results.txt | wc -l)
# Where nothing is proved, some of what is left is no fault; more than three in ten never were.
[ "$mode" = all ] || [ "$left" -le $((per_block * 9 * 3 / 10)) ] || fail "$left were not caught"
[ "$mode" != all ] || ! grep ' open$' survivors.txt || fail "these are neither caught nor proved equivalent"
