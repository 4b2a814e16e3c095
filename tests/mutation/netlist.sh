# SPDX-License-Identifier: Apache-2.0
# Sourced after common.sh, in the folder where all of it goes: faults made by `yosys mutate` all over the RTL, evenly over
# its modules, many in one shared object. Set before: seed (of the choice), per_block (mutants of each module), builds
# (shared objects that they go into).
blocks="port_receive port_transmit ownership buffer_pool buffer_store admission route arbitration config"
mutation=$here/mutation
equivalence=$FEDX_BUILD/tests/fedx_equivalence
command -v yosys >/dev/null || fail "no yosys"
# Of this, unlike of RTL as it is written, the speed counts, too, unless it runs for a moment (quick): at -Og g++ takes half the
# time of -O1, for a sixth of it.
optimised=-O0
[ -n "${quick-}" ] || { CXX=${CXX:-g++} && optimised=-Og; }
. "$here/verilated.sh"
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

# mutants.txt: build, number in it, block, Yosys command. Candidates come in the order in which Yosys samples evenly.
# No faults of the clock; one at the output of a register is the same as one at its input. fedx_switch.v is wires only.
sample() {
  local block select
  for block in $blocks; do
    select="c:*u_$block.*"
    [ "$block" != buffer_pool ] || select="$select c:*u_buffer_store.* %d"
    echo "mutate -list $((2 * per_block)) -seed $seed -o $block.list $select"
  done >list.ys
  yosys -q -p "read_rtlil switch.il; script list.ys"
  for block in $blocks; do
    awk -v block="$block" -v most="$per_block" '!/ -port (CLK|Q) / && ++count <= most { print block, $0 }' "$block.list"
  done | awk -v builds="$builds" '{ build = nth[$1]++ % builds; print build, ++number[build], $0 }' >mutants.new
  mv mutants.new mutants.txt
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
    awk -v width="$2" '{ n = $1; $1 = ""; print $0, "-ctrl mutsel", width, n }'
    echo "opt_clean; write_rtlil $1/mutants.il"; } >"$1/mutants.ys"
  yosys -q -s "$1/mutants.ys"
}

# build BUILD: build-BUILD.so
build() (
  local file unit
  [ ! -f "build-$1.so" ] || return 0
  awk -v build="$1" '$1 == build { n = $2; $1 = $2 = $3 = ""; print n, $0 }' mutants.txt | mutated "build-$1" 8
  cd "build-$1"
  yosys -q -p "read_rtlil mutants.il; splitnets -driver; opt_clean; write_verilog -noattr raw.v"
  sed -E 's/\\(u_[a-z_]+)\.([a-z_]+_reg) /\1_\2 /g; s/\\u_buffer_pool\.buffer\[([0-9])\]\.u_buffer_store\.store /store_\1 /g' raw.v >switch.v
  sed -E 's/-module "fedx_([a-z_]+)" -var "([a-z_]+_reg)"/-module "fedx_switch" -var "u_\1_\2"/
          s/-module "fedx_buffer_store" -var "store"/-module "fedx_switch" -var "store_*"/' "$FEDX_SOURCE/tb/fedx/fedx_state.vlt" >state.vlt
  verilator --cc --prefix Vfedx_switch --top-module fedx_switch --Mdir obj -Wno-fatal -Wno-lint -Wno-style --savable \
    --x-assign fast --x-initial unique -O3 state.vlt switch.v >verilator.log 2>&1
  rm -f fast.cpp slow.cpp
  for file in obj/*.cpp "$mutation/fedx_mutant.cpp"; do
    unit=fast
    [[ $file != *__@(Slow|Syms).cpp ]] || unit=slow # at the start, and once for a state: not worth the compiler's time
    echo "#include \"$file\"" >>$unit.cpp
  done
  "${compile[@]}" -O0 -I. -Iobj -c slow.cpp
  "${compile[@]}" $optimised -shared -I. -Iobj "-I$FEDX_SOURCE/tb/fedx" "-I$FEDX_SOURCE/cmodel" fast.cpp slow.o "${libraries[@]}" -o "../build-$1.so"
)

# Before anything is begun that ends with a proof
need_prover() {
  [ -x "$equivalence" ] || fail "no fedx_equivalence: it is built where libcadical is installed"
}

# prove LIST: lines "BUILD NUMBER equivalent", or "different", or "undecided", for the mutants of LIST, whose lines are "BUILD
# NUMBER NTH BLOCK COMMAND", NTH from 1. Equivalent means: for any inputs and in any state that is legal or meets a reset, the
# same outputs, the same next state, the same memory ports.
prove() {
  awk '{ n = $3; $1 = $2 = $3 = $4 = ""; print n, $0 }' "$1" | mutated proof 10
  awk -f "$mutation/memories.awk" proof/mutants.il | awk -f "$mutation/legal.awk" "$FEDX_SOURCE/proofs/fedx/fedx_legal.v" - >proof/logic.il
  yosys -q -p "read_verilog -I$FEDX_SOURCE/rtl/fedx $FEDX_SOURCE/proofs/fedx/fedx_legal.v; read_rtlil proof/logic.il
    hierarchy -check -top fedx_switch; proc; flatten; opt_clean; simplemap; techmap; simplemap; opt_expr; opt_clean
    dffunmap; setundef -zero; aigmap; opt_clean; write_aiger -symbols proof/mutants.aig"
  cut -d' ' -f3 "$1" | xargs -r -P "$(nproc)" -n 4 "$equivalence" proof/mutants.aig >proof/verdicts
  awk 'FILENAME == list { mutant[$3] = $1 " " $2; next } { $1 = mutant[$1]; print }' list="$1" "$1" proof/verdicts
}
