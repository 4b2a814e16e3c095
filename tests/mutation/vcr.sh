#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The checker of the virtual-channel router, scored: faults made by `yosys mutate` in modules of its RTL, build noc, as many in
# each, all in one shared object; each is run in lockstep with the model under the stimulus of test_vcr_lockstep: all pins, all
# named registers. vcr_input is not among them: its memories have no name in a netlist. Whether what is left is a fault at all
# in this build is not looked at: survivors.txt is to be read.
#   vcr.sh               1015 mutants
#   vcr.sh --per-block N N of each module
#   vcr.sh --keep FOLDER keep what is made: mutants.txt, results.txt, survivors.txt; made again where it is missing
. "$(dirname "$0")/../common.sh"
set -o pipefail
seed=1
per_block=145
cycles=20000        # of each
folder=$scratch
while [ $# -gt 0 ]; do
  case $1 in
    --per-block) per_block=${2:?--per-block needs a number} && shift ;;
    --keep) folder=${2:?--keep needs a folder} && mkdir -p "$folder" && shift ;;
    *) fail "unknown option $1" ;;
  esac
  shift
done
command -v yosys >/dev/null || fail "no yosys"
CXX=${CXX:-g++}
. "$here/verilated.sh"
blocks="route select output allocate crossbar sat_switch config"
lockstep=$FEDX_BUILD/tests/test_vcr_lockstep
rtl=$FEDX_SOURCE/rtl/vcr
cd "$folder"

# noc: ports, channels, depth, words, bypass, route stage, speedup, table size
row=$(sed -nE 's/^VCR_BUILD\(noc, *"[^"]*",([0-9, ]*),.*/\1/p' "$FEDX_SOURCE/cmodel/vcr/kind/vcr_builds.def" | tr -d ' ')
IFS=, read -r ports vcs depth words bypass stage speedup table <<<"$row"
declare -A value=([PORTS]=$ports [VCS]=$vcs [DEPTH]=$depth [FLIT_BITS]=$((64 * words)) [BYPASS]=$bypass [ROUTE_STAGE]=$stage
                  [SPEEDUP]=$speedup [TABLE_SIZE]=$table)

# parameters BLOCK: the names of those of its module
parameters() {
  sed -nE 's/^ +parameter ([A-Z_]+) *=.*/\1/p' "$rtl/vcr_$1.v"
}

# netlist BLOCK: its module alone, as it is in this build, of word-level cells: BLOCK.il
netlist() {
  local name given=
  [ ! -f "$1.il" ] || return 0
  for name in $(parameters "$1"); do
    [ -z "${value[$name]-}" ] || given+=" -chparam $name ${value[$name]}"
  done
  yosys -q -p "read_verilog -defer -I$rtl $rtl/vcr_$1.v
    hierarchy -check -top vcr_$1$given
    proc -noopt
    rename -top vcr_$1
    flatten
    setattr -set keep 1 w:*_reg
    opt_expr -fine; opt_merge -share_all; opt_muxtree; opt_reduce; opt_expr -fine; opt_clean
    write_rtlil $1.new"
  mv "$1.new" "$1.il"
}

# mutants.txt: number, block, Yosys command. No faults of the clock; one at the output of a register is the same as one at its
# input.
sample() {
  local block
  for block in $blocks; do
    netlist "$block"
    yosys -q -p "read_rtlil $block.il; mutate -list $((2 * per_block)) -seed $seed -o $block.list"
    awk -v block="$block" -v most="$per_block" '!/ -port (CLK|Q) / && ++count <= most { print block, $0 }' "$block.list"
  done | awk '{ print NR, $0 }' >mutants.new
  mv mutants.new mutants.txt
}

# mutated BLOCK: the module with its mutants as Verilog, vcr_BLOCK.v. Which of them is there comes from the environment; the
# parameters that its instance gives it are there for their names.
mutated() {
  { echo "read_rtlil $1.il"
    awk -v block="$1" '$2 == block { n = $1; $1 = $2 = ""; print $0, "-ctrl mutsel 16", n }' mutants.txt
    echo "opt_clean; write_verilog -noattr $1.raw"; } >"$1.ys"
  yosys -q -s "$1.ys"
  sed -E ":header; /^module /{/\\);\$/!{N; s/\\n//; b header}}
          s/^module vcr_$1\(/module vcr_$1 #($(parameters "$1" | sed 's/.*/parameter & = 0/' | paste -sd,)) (/
          /^module /{s/, mutsel//; s/\(mutsel, /(/}
          s/^  input \[15:0\] mutsel;/  import \"DPI-C\" function int vcr_mutant();/
          s/^  wire \[15:0\] mutsel;/  reg [15:0] mutsel; initial mutsel = 16'(vcr_mutant());/" "$1.raw" >"vcr_$1.v"
}

# build: mutants.so
build() {
  local block lane file given="" sources="$rtl/vcr_store.v $rtl/vcr_input.v $rtl/vcr_router.v"
  for block in $blocks; do
    mutated "$block"
    sources+=" $PWD/vcr_$block.v" # or it would be looked for among the others first
  done
  for file in "${!value[@]}"; do given+=" -G$file=${value[$file]}"; done
  # shellcheck disable=SC2086 # lists
  verilator --cc --sv --prefix Vvcr_router --top-module vcr_router --Mdir obj -I"$rtl" $given -Wno-fatal -Wno-lint -Wno-style --savable \
    --x-assign fast --x-initial unique -O3 "$FEDX_SOURCE/tb/vcr/vcr_state.vlt" $sources >verilator.log 2>&1
  for ((lane = 0; lane < ports * vcs; lane++)); do echo "LANE($lane)"; done >vcr_lanes.def
  { echo '#include <cstdlib>'
    echo 'extern "C" int vcr_mutant() { const char *text = std::getenv("FEDX_MUTANT"); return text ? std::atoi(text) : 0; }'
    for file in obj/*.cpp "$FEDX_SOURCE/tb/vcr/vcr_rtl.cpp"; do echo "#include \"$file\""; done; } >all.cpp
  "${compile[@]}" -Og -shared '-DVCR_BUILD_NAME="noc"' -I. -Iobj all.cpp "$FEDX_BUILD/libvcr_model.a" "${libraries[@]}" -o mutants.new
  mv mutants.new mutants.so
}

# try NUMBER: line "NUMBER STATUS WHAT", with the first line that says how it is different; mutant 0 for the RTL as it stands
try() {
  local status=0
  FEDX_MUTANT=$1 "$lockstep" noc ./mutants.so "$cycles" 1 >"said-$1" 2>&1 || status=$?
  echo "$1 $status $(head -n 1 "said-$1")" >"result-$1"
  rm "said-$1"
}

[ -f mutants.txt ] || sample
[ -f mutants.so ] || build
in_parallel try $(seq 0 "$(wc -l <mutants.txt)")
cat result-* | sort -n >results.txt
rm result-*
! awk '$1 == 0 && $2 != 0' results.txt | grep . >&2 || fail "the RTL as it stands is found different"
! awk '$2 > 1' results.txt | grep . >&2 || fail "these could not be tried"
awk 'FILENAME == "results.txt" { caught[$1] = $2; next } !caught[$1]' results.txt mutants.txt >survivors.txt
awk 'FILENAME == "mutants.txt" { block[$1] = $2; all[$2]++; next }
     $1 > 0 { caught[block[$1]] += $2 == 1 }
     END { for (name in all) { printf "vcr_%s.v %d mutants, %d caught\n", name, all[name], caught[name]; mutants += all[name]; found += caught[name] }
           printf "all %d mutants, %d caught within %d cycles\n", mutants, found, cycles }' cycles="$cycles" mutants.txt results.txt | sort
