# SPDX-License-Identifier: Apache-2.0
# Sourced after common.sh, in the folder where all of it goes: faults made by `yosys mutate` all over the RTL of the Fed-X switch,
# evenly over its modules, many in one shared object. Set before: what mutants.sh says.
kind=fedx prefix=fedx
blocks="port_receive port_transmit ownership buffer_pool buffer_store admission route arbitration config"
. "$here/mutation/mutants.sh"
. "$here/elaborated.sh"

# The switch as one netlist of word-level cells: registers under their names and whole, logic that cannot matter left
# out; every other net driven by one cell, so that Verilator sees no loops where there are none.
netlist() {
  elaborated elaborated.il
  yosys -q -p "
    read_rtlil elaborated.il
    setattr -set keep 1 w:*_reg
    flatten
    opt_expr -fine; opt_merge -share_all; opt_muxtree; opt_reduce; opt_expr -fine; opt_clean
    wreduce t:* t:\$dff %d
    opt_expr -fine; opt_muxtree; opt_reduce; opt_merge; opt_expr; opt_clean
    splitnets -driver; opt_clean; splitnets -driver; opt_clean
    write_rtlil switch.new"
  mv switch.new switch.il
}

# fedx_switch.v is wires only.
sample() {
  local block select
  for block in $blocks; do
    select="c:*u_$block.*"
    [ "$block" != buffer_pool ] || select="$select c:*u_buffer_store.* %d"
    candidates "$select" "$block.list"
  done >list.ys
  yosys -q -p "read_rtlil switch.il; script list.ys"
  # shellcheck disable=SC2086 # a list
  choose $blocks
}

# What all builds share, made where it is missing
prepare() {
  [ -f switch.il ] || netlist
  [ -f mutants.txt ] || sample
}

# mutated FOLDER WIDTH: the netlist with the mutants of standard input, lines "NUMBER COMMAND", as FOLDER/mutants.il
mutated() {
  mkdir -p "$1"
  { echo "read_rtlil switch.il"
    commands "$2"
    echo "opt_clean; write_rtlil $1/mutants.il"; } >"$1/mutants.ys"
  yosys -q -s "$1/mutants.ys"
}

# build BUILD: build-BUILD.so
build() (
  local file unit
  [ ! -f "build-$1.so" ] || return 0
  mutants_of "$1" | mutated "build-$1" 8
  cd "build-$1"
  yosys -q -p "read_rtlil mutants.il; splitnets -driver; opt_clean; write_verilog -noattr raw.v"
  sed -E 's/\\(u_[a-z_]+)\.([a-z_]+_reg) /\1_\2 /g; s/\\u_buffer_pool\.buffer\[([0-9])\]\.u_buffer_store\.store /store_\1 /g' raw.v >switch.v
  sed -E 's/-module "fedx_([a-z_]+)" -var "([a-z_]+_reg)"/-module "fedx_switch" -var "u_\1_\2"/
          s/-module "fedx_buffer_store" -var "store"/-module "fedx_switch" -var "store_*"/' "$FEDX_SOURCE/tb/fedx/fedx_state.vlt" >state.vlt
  verilator --cc --prefix Vfedx_switch --top-module fedx_switch --Mdir obj -Wno-fatal -Wno-lint -Wno-style --savable \
    --x-assign fast --x-initial unique -O3 -fno-dfg state.vlt switch.v >verilator.log 2>&1
  rm -f fast.cpp slow.cpp
  for file in obj/*.cpp "$mutation/fedx_mutant.cpp"; do
    unit=fast
    [[ $file != *__@(Slow|Syms).cpp ]] || unit=slow # at the start, and once for a state: not worth the compiler's time
    echo "#include \"$file\"" >>$unit.cpp
  done
  "${compile[@]}" -O0 -I. -Iobj -c slow.cpp
  "${compile[@]}" $optimised -shared -I. -Iobj "-I$FEDX_SOURCE/tb/fedx" "-I$FEDX_SOURCE/cmodel" fast.cpp slow.o "${libraries[@]}" -o "../build-$1.so"
)

# circuit: proof/mutants.aig, the switch with the mutants of standard input, lines "NUMBER COMMAND", and outputs that say which
# clauses of the invariant are broken
circuit() {
  mutated proof 10
  awk -f "$mutation/memories.awk" proof/mutants.il | with_legal "$FEDX_SOURCE/proofs/fedx/fedx_legal.v" \
    "port_receive port_transmit ownership buffer_pool admission route config" >proof/logic.il
  yosys -q -p "read_verilog -I$FEDX_SOURCE/rtl/fedx $FEDX_SOURCE/proofs/fedx/fedx_legal.v; read_rtlil proof/logic.il
    hierarchy -check -top fedx_switch; $gates; write_aiger -symbols proof/mutants.aig"
}
