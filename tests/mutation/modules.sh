# SPDX-License-Identifier: Apache-2.0
# Sourced by vcr_netlist.sh and axis_netlist.sh, in the folder where all of it goes: faults made by `yosys mutate` in every module of
# the RTL of one configuration; as many in each, many in one shared object. Set before, besides what mutants.sh says:
#   prefix top unit   of its modules, the top one and its name without the prefix
#   modules whole     modules with faults of their own, and without
#   blocks            what the score has a row of, each with a list of candidates
#   legal registers   the module of the invariant, and the blocks that it has registers of
#   shim state        of tb/PREFIX; shim_options and shim_libraries: what the shim is compiled with
#   value[]           parameters of the configuration
# and functions:
#   candidates_of MODULE  print the commands of Yosys that write these lists
#   split_of MODULE       print those that have every net but registers driven by one cell, or Verilator sees loops where there are none
#   before_compiling      run in the folder with obj
. "$here/mutation/mutants.sh"
rtl=$FEDX_SOURCE/rtl/$prefix

# parameters MODULE: the names of those of it
parameters() {
  sed -nE 's/^ +parameter ([A-Z_]+) *=.*/\1/p' "$rtl/${prefix}_$1.v"
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
  sed -nE "s/^ +(${prefix}_[a-z_]+) (#\\(|u_).*/\\1/p" "$rtl/${prefix}_$1.v" | grep -v _error_ | sort -u |
    sed "s|.*|$rtl/&.v|" | paste -sd' ' | sed "s|^.|read_verilog -lib -I$rtl &|"
}

# netlist MODULE: it alone, as it is in this build, of word-level cells: MODULE.il. Memories stay what they are. A bit that is picked
# of a word is left alone: wreduce takes zeros at its end away, and a bit beyond the end is anything to Yosys.
netlist() {
  [ ! -f "$1.il" ] || return 0
  yosys -q -p "$(libraries_of "$1"); read_verilog -defer -I$rtl $rtl/${prefix}_$1.v
    hierarchy -check -top ${prefix}_$1$(given "$1" -chparam)
    proc -noopt
    rename -top ${prefix}_$1
    flatten
    setattr -set keep 1 w:*_reg
    opt_expr -fine; opt_merge -share_all; opt_muxtree; opt_reduce; opt_expr -fine; opt_clean
    wreduce t:* t:\$dff %d t:\$shiftx %d
    opt_expr -fine; opt_muxtree; opt_reduce; opt_merge; opt_expr; opt_clean
    write_rtlil $1.new"
  mv "$1.new" "$1.il"
}

sample() {
  local module
  for module in $modules; do
    yosys -q -p "read_rtlil $module.il; $(candidates_of "$module")"
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

# split_by_driver: what split_of prints for a module each of whose registers is one cell
split_by_driver() {
  echo "splitnets -driver; opt_clean; splitnets -driver; opt_clean"
}

# mutated FOLDER: the modules with the mutants of standard input, lines "NUMBER COMMAND", as Verilog: FOLDER/PREFIX_MODULE.v, of which
# input mutsel says which one is there. The parameters that instances give them are there for their names.
mutated() {
  local module names
  mkdir -p "$1"
  cat >"$1/commands"
  for module in $modules; do
    { echo "read_rtlil $module.il"
      { grep -- "-module ${prefix}_$module " "$1/commands" || true; } | commands 16
      echo "$(split_of "$module"); write_verilog -noattr $1/$module.raw"; } >"$1/$module.ys"
    yosys -q -s "$1/$module.ys"
    names=$(parameters "$module" | sed 's/.*/parameter & = 0/' | paste -sd, | sed 's/.*/#(&) /')
    sed -E ":header; /^module /{/\\);\$/!{N; s/\\n//; b header}}
            s/^module ${prefix}_$module\(/module ${prefix}_$module $names(/" "$1/$module.raw" >"$1/${prefix}_$module.v"
  done
}

# build BUILD: build-BUILD.so. Which mutant is there comes from selected_mutant.cpp, when a router is made.
build() (
  local module file sources=""
  [ ! -f "build-$1.so" ] || return 0
  mutants_of "$1" | mutated "build-$1"
  cd "build-$1"
  for module in $modules; do
    sed -E -i '/^module /{s/, mutsel//; s/\(mutsel, /(/}
      s/^  input \[15:0\] mutsel;/  import "DPI-C" function int selected_mutant();/
      s/^  wire \[15:0\] mutsel;/  reg [15:0] mutsel; initial mutsel = 16'"'"'(selected_mutant());/' "${prefix}_$module.v"
    sources+=" $PWD/${prefix}_$module.v" # or it would be looked for among the others first
  done
  for module in $whole; do sources+=" $rtl/${prefix}_$module.v"; done
  # shellcheck disable=SC2046,SC2086 # lists
  verilator --cc --sv --prefix "V$top" --top-module "$top" --Mdir obj -I"$rtl" $(given "$unit" -G | sed -E 's/-G ([A-Z_]+) /-G\1=/g') \
    -Wno-fatal -Wno-lint -Wno-style --savable --x-assign fast --x-initial unique -O3 -fno-dfg "$FEDX_SOURCE/tb/$prefix/$state" $sources \
    >verilator.log 2>&1
  before_compiling
  for file in obj/*.cpp "$mutation/selected_mutant.cpp" "$FEDX_SOURCE/tb/$prefix/$shim"; do echo "#include \"$file\""; done >all.cpp
  "${compile[@]}" $optimised -shared "${shim_options[@]}" -I. -Iobj all.cpp "${shim_libraries[@]}" "${libraries[@]}" -o "../build-$1.new"
  mv "../build-$1.new" "../build-$1.so"
)

# circuit: proof/mutants.aig, the router with the mutants of standard input, lines "NUMBER COMMAND", and outputs that say which
# clauses of the invariant are broken
circuit() {
  local files="" module
  mutated proof
  for module in $modules; do files+=" proof/${prefix}_$module.v"; done
  for module in $whole; do files+=" $rtl/${prefix}_$module.v"; done
  yosys -q -p "read_verilog -defer -I$rtl $files
    hierarchy -check -top $top$(given "$unit" -chparam)
    proc
    rename -top $top
    setattr -set keep 1 w:*_reg
    flatten
    opt_clean
    setundef -undriven -expose
    write_rtlil proof/mutants.il"
  awk -f "$mutation/memories.awk" proof/mutants.il | with_legal "$FEDX_SOURCE/proofs/$prefix/$legal.v" "$registers" >proof/logic.il
  yosys -q -p "read_verilog -I$rtl $FEDX_SOURCE/proofs/$prefix/$legal.v; read_rtlil proof/logic.il
    hierarchy -check -top $top; $gates; write_aiger -symbols proof/mutants.aig"
}
