# SPDX-License-Identifier: Apache-2.0
# Sourced after common.sh, in the folder where all of it goes: faults made by `yosys mutate` in every module of the RTL of the
# virtual-channel router, build noc, or of its terminal, build wormhole; as many in each, many in one shared object. Set before: what
# mutants.sh says, and unit, router or terminal.
if [ "$unit" = router ]; then
  build=noc
  modules="route input select output allocate crossbar sat_switch config"
  blocks="$modules store" # vcr_store.v: faults at the pins of one of the 20 memories, in vcr_input
  whole="store router"    # modules without faults of their own
  legal=vcr_legal shim=vcr_rtl.cpp state=vcr_state.vlt
  registers="route input output allocate crossbar sat_switch config"
else
  build=wormhole
  modules="inject sat_gate sat_watch terminal" whole=""
  blocks=$modules
  legal=vcr_terminal_legal shim=vcr_terminal_rtl.cpp state=vcr_terminal_state.vlt
  registers="inject sat_gate sat_watch terminal"
fi
. "$here/mutation/mutants.sh"
# shellcheck disable=SC2034 # for the score
prefix=vcr
rtl=$FEDX_SOURCE/rtl/vcr
top=vcr_$unit

. "$here/vcr_parameters.sh"
vcr_parameters "$unit" "$build"

# parameters MODULE: the names of those of it
parameters() {
  sed -nE 's/^ +parameter ([A-Z_]+) *=.*/\1/p' "$rtl/vcr_$1.v"
}

# given MODULE OPTION: those that the build gives it, each after that option
given() {
  local name
  for name in $(parameters "$1"); do
    [ -z "${value[$name]-}" ] || printf ' %s %s %s' "$2" "$name" "${value[$name]}"
  done
}

# libraries_of MODULE: the command that reads, as black boxes, the modules that it has instances of
libraries_of() {
  sed -nE 's/^ +(vcr_[a-z_]+) (#\(|u_).*/\1/p' "$rtl/vcr_$1.v" | grep -v _error_ | sort -u |
    sed "s|.*|$rtl/&.v|" | paste -sd' ' | sed "s|^.|read_verilog -lib -I$rtl &|"
}

# netlist MODULE: it alone, as it is in this build, of word-level cells: MODULE.il. Memories stay what they are. A bit that is picked
# of a word is left alone: wreduce takes zeros at its end away, and a bit beyond the end is anything to Yosys.
netlist() {
  [ ! -f "$1.il" ] || return 0
  yosys -q -p "$(libraries_of "$1"); read_verilog -defer -I$rtl $rtl/vcr_$1.v
    hierarchy -check -top vcr_$1$(given "$1" -chparam)
    proc -noopt
    rename -top vcr_$1
    flatten
    setattr -set keep 1 w:*_reg
    opt_expr -fine; opt_merge -share_all; opt_muxtree; opt_reduce; opt_expr -fine; opt_clean
    wreduce t:* t:\$dff %d t:\$shiftx %d
    opt_expr -fine; opt_muxtree; opt_reduce; opt_merge; opt_expr; opt_clean
    write_rtlil $1.new"
  mv "$1.new" "$1.il"
}

# vcr_router.v is wires only. What is read of memories is that of their writing.
sample() {
  local module of
  for module in $modules; do
    of=""
    [ "$module" != input ] || of="$(candidates "c:*u_store" store.list);"
    yosys -q -p "read_rtlil $module.il; $of $(candidates "c:* c:*u_store %d" "$module.list")"
  done
  # shellcheck disable=SC2086 # a list
  choose $blocks
}

# What all builds share, made where it is missing
prepare() {
  # shellcheck disable=SC2086 # a list
  in_parallel netlist $modules
  [ "$failures" -eq 0 ] || fail "not all modules were elaborated"
  [ -f mutants.txt ] || sample
}

# mutated FOLDER: the modules with the mutants of standard input, lines "NUMBER COMMAND", as Verilog: FOLDER/vcr_MODULE.v, of which
# input mutsel says which one is there; every net but registers driven by one cell, so that Verilator sees no loops where there are
# none. The parameters that instances give them are there for their names.
mutated() {
  local module names
  mkdir -p "$1"
  cat >"$1/commands"
  for module in $modules; do
    { echo "read_rtlil $module.il"
      { grep -- "-module vcr_$module " "$1/commands" || true; } | commands 16
      echo "splitnets -driver; opt_clean; splitnets -driver; opt_clean; write_verilog -noattr $1/$module.raw"; } >"$1/$module.ys"
    yosys -q -s "$1/$module.ys"
    names=$(parameters "$module" | sed 's/.*/parameter & = 0/' | paste -sd, | sed 's/.*/#(&) /')
    sed -E ":header; /^module /{/\\);\$/!{N; s/\\n//; b header}}
            s/^module vcr_$module\(/module vcr_$module $names(/" "$1/$module.raw" >"$1/vcr_$module.v"
  done
}

# build BUILD: build-BUILD.so. Which mutant is there comes from vcr_mutant.cpp, when a router is made.
build() (
  local module file sources=""
  [ ! -f "build-$1.so" ] || return 0
  mutants_of "$1" | mutated "build-$1"
  cd "build-$1"
  for module in $modules; do
    sed -E -i '/^module /{s/, mutsel//; s/\(mutsel, /(/}
      s/^  input \[15:0\] mutsel;/  import "DPI-C" function int vcr_mutant();/
      s/^  wire \[15:0\] mutsel;/  reg [15:0] mutsel; initial mutsel = 16'"'"'(vcr_mutant());/' "vcr_$module.v"
    sources+=" $PWD/vcr_$module.v" # or it would be looked for among the others first
  done
  for module in $whole; do sources+=" $rtl/vcr_$module.v"; done
  # shellcheck disable=SC2046,SC2086 # lists
  verilator --cc --sv --prefix "V$top" --top-module "$top" --Mdir obj -I"$rtl" $(given "$unit" -G | sed -E 's/-G ([A-Z_]+) /-G\1=/g') \
    -Wno-fatal -Wno-lint -Wno-style --savable --x-assign fast --x-initial unique -O3 -fno-dfg "$FEDX_SOURCE/tb/vcr/$state" $sources \
    >verilator.log 2>&1
  # A memory is an instance `\lane[3].u_store ` here, and u_store in a block lane[3] in the RTL.
  sed -i -E 's/lane__05b([0-9]+)__05d__02eu_store/lane__BRA__\1__KET____DOT__u_store/g' obj/*
  seq 0 $((value[PORTS] * value[VCS] - 1)) | sed 's/.*/LANE(&)/' >vcr_lanes.def
  for file in obj/*.cpp "$mutation/vcr_mutant.cpp" "$FEDX_SOURCE/tb/vcr/$shim"; do echo "#include \"$file\""; done >all.cpp
  "${compile[@]}" $optimised -shared "-DVCR_BUILD_NAME=\"$build\"" -I. -Iobj all.cpp "$FEDX_BUILD/libvcr_model.a" "${libraries[@]}" -o "../build-$1.new"
  mv "../build-$1.new" "../build-$1.so"
)

# circuit: proof/mutants.aig, the router with the mutants of standard input, lines "NUMBER COMMAND", and outputs that say which
# clauses of the invariant are broken
circuit() {
  local files="" module
  mutated proof
  for module in $modules; do files+=" proof/vcr_$module.v"; done
  for module in $whole; do files+=" $rtl/vcr_$module.v"; done
  yosys -q -p "read_verilog -defer -I$rtl $files
    hierarchy -check -top $top$(given "$unit" -chparam)
    proc
    rename -top $top
    setattr -set keep 1 w:*_reg
    flatten
    opt_clean
    setundef -undriven -expose
    write_rtlil proof/mutants.il"
  awk -f "$mutation/memories.awk" proof/mutants.il | with_legal "$FEDX_SOURCE/proofs/vcr/$legal.v" "$registers" >proof/logic.il
  yosys -q -p "read_verilog -I$rtl $FEDX_SOURCE/proofs/vcr/$legal.v; read_rtlil proof/logic.il
    hierarchy -check -top $top; $gates; write_aiger -symbols proof/mutants.aig"
}
