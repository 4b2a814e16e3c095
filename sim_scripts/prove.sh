#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Prove that the C of each mechanism and its RTL module are equal: next registers and outputs, for all registers and
# inputs. docs/proofs.md says how, and what is trusted.
#   prove.sh [--no-install] [--negative] [--markdown] [--keep FOLDER] [BLOCK...]
#     BLOCK        header, ownership, route, port_receive, ... (default: all)
#     --negative   a wrong line of RTL in each block (tests/mutants/mutants.txt) must give a counterexample
#     --markdown   the table as docs/verification.md has it
#     --keep       leave all intermediate files in FOLDER
# Exit status: 0 all proved (or all wrong lines found), 1 not, 2 bad usage.
set -eu
cd "$(dirname "$0")/.."
source=$PWD

# A block: the wrong line of its negative twin
blocks="header:header_check_byte_covered ownership:ownership_idle_flip_in_await route:route_level_wraps
        port_receive:receive_cut_not_in_decide port_transmit:transmit_gap_short arbitration:arbitration_two_ports
        config:config_limits_swapped"
limit=1200 # seconds of abc for one block

install="" negative=0 markdown=0 keep="" chosen=()
while [ $# -gt 0 ]; do
  case $1 in
    --no-install) install=$1 ;;
    --negative) negative=1 ;;
    --markdown) markdown=1 ;;
    --keep)
      keep=${2:?prove.sh: --keep needs a folder}
      shift
      ;;
    -*)
      echo "prove.sh: unknown option $1" >&2
      exit 2
      ;;
    *)
      case " $(echo $blocks | sed 's/:[^ ]*//g') " in
        *" $1 "*) chosen+=("$1") ;;
        *)
          echo "prove.sh: no block $1; there are $(echo $blocks | sed 's/:[^ ]*//g')" >&2
          exit 2
          ;;
      esac
      ;;
  esac
  shift
done
[ ${#chosen[@]} -gt 0 ] || read -r -a chosen <<<"$(echo $blocks | sed 's/:[^ ]*//g')"
sim_scripts/install_deps.sh $install --proofs

if [ -n "$keep" ]; then
  mkdir -p "$keep"
  work=$(cd "$keep" && pwd)
else
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
fi

# The model as LLVM IR, checks of undefined behaviour compiled in
checks=signed-integer-overflow,shift,bounds,builtin,integer-divide-by-zero,return,unreachable,bool,enum
prepare() {
  local file llvm
  llvm=$(llvm-config --cflags | sed 's/-D[^ ]*//g')
  # shellcheck disable=SC2046,SC2086
  ${CC:-cc} -std=gnu11 -O1 $llvm proofs/fedx_ir_verilog.c -o "$work/fedx-ir-verilog" \
    $(llvm-config --ldflags --libs core irreader) || return 1
  for file in cmodel/switch/fedx_*.c proofs/fedx_proof.c; do
    [ "$file" != cmodel/switch/fedx_switch.c ] || continue # part of fedx_proof.c
    clang -O2 -Xclang -disable-llvm-optzns -DFEDX_CONSTANT_LOOPS -Iinclude -fsanitize=$checks -fsanitize-trap=all \
      -c -emit-llvm "$file" -o "$work/$(basename "$file" .c).bc" || return 1
  done
  llvm-link "$work"/fedx_*.bc -o "$work/model.bc"
}

# translate BLOCK: the C side and the miter, in $work/BLOCK
translate() {
  local options="-unroll-threshold=1000000 -inline-threshold=1000000 -vectorize-loops=false -vectorize-slp=false"
  local folder=$work/$1 assumption=""
  mkdir -p "$folder"
  ! grep -q "^module fedx_$1_assumed " proofs/assumptions.v || assumption=fedx_$1_assumed
  # shellcheck disable=SC2086
  opt -enable-new-pm=0 -internalize -internalize-public-api-list="fedx_$1" -globaldce "$work/model.bc" -o "$folder/0.bc" &&
    opt -passes='default<O2>' $options "$folder/0.bc" -o "$folder/1.bc" &&
    opt -passes='default<O2>' $options "$folder/1.bc" -S -o "$folder/c.ll" &&
    "$work/fedx-ir-verilog" "$folder/c.ll" "fedx_$1" rtl_top $assumption >"$folder/c.v" &&
    "$work/fedx-ir-verilog" --ports "$folder/c.ll" "fedx_$1" >"$folder/ports"
}

# Both sides in one circuit: flip-flops become ports x.q and x.d, memories a sample of themselves.
# circuit BLOCK RTL_FOLDER
circuit() {
  local folder=$work/$1 extra=""
  [ "$1" != header ] || extra=$source/proofs/fedx_header.v
  cat >"$folder/circuit.ys" <<EOF
read_verilog -I$2 $2/fedx_*.v $extra
hierarchy -check -top fedx_$1
proc
setattr -set keep 1 w:*_reg
opt_clean
memory_collect
flatten
opt_clean
techmap -autoproc -map $source/proofs/rtl_memory.v
opt_clean
# An output that is a register is also a name of it: keep the two apart.
setattr -set iopad_external_pin 1 o:* t:\$dff %co3:+[Q] %d
iopadmap -widthparam WIDTH -outpad rtl_output O:I
expose -evert-dff w:*_reg t:\$dff %u
read_verilog $source/proofs/rtl_output.v
hierarchy -top fedx_$1
flatten
opt_clean
select -assert-none t:\$dff* t:\$sdff* t:\$adff* t:\$dlatch* t:\$mem*
tee -q -o $folder/rtl_ports portlist
rename fedx_$1 rtl_top
hierarchy -top rtl_top
setundef -undriven -anyseq
read_verilog -sv -I$2 $folder/c.v $source/proofs/assumptions.v
hierarchy -check -top miter
proc
flatten
write_rtlil $folder/miter.il
opt_clean -purge
opt_expr
opt_clean -purge
simplemap
techmap
# What is left are reads of lanes that do not exist; the assumptions exclude them.
setundef -zero
aigmap
write_aiger -symbols $folder/miter.aig
EOF
  yosys -q -s "$folder/circuit.ys" >"$folder/yosys.log" 2>&1 || return 1
  # The C side has every port of the RTL, and no other.
  sed -nE '/ (clk|.*[.]c)$/d; s/^(input|output) .*/&/p' "$folder/rtl_ports" | sort >"$folder/rtl_ports.sorted"
  sed '/^free /d' "$folder/ports" | sort | diff - "$folder/rtl_ports.sorted" >"$folder/ports.diff"
}

# decide BLOCK: "equal", "different", or "undecided"
decide() {
  local folder=$work/$1
  timeout "$limit" berkeley-abc -c "read_aiger $folder/miter.aig; iprove; write_cex -n -m $folder/cex" \
    >"$folder/abc.log" 2>&1 || true
  if grep -q "^UNSATISFIABLE" "$folder/abc.log"; then
    echo equal
  elif grep -q "^SATISFIABLE" "$folder/abc.log"; then
    echo different
  else
    echo undecided
  fi
}

# words BLOCK: the counterexample
words() {
  local folder=$work/$1 regs=include/fedx/fedx_regs.def
  yosys -q -p "read_rtlil $folder/miter.il; delete t:\$anyseq; setundef -undriven -zero; write_verilog $folder/miter.v" \
    >"$folder/words.log" 2>&1
  awk -v mode=eval -f proofs/words.awk "$regs" "$folder/ports" "$folder/cex" >"$folder/words.v"
  iverilog -g2005 -s words -o "$folder/words.vvp" "$folder/words.v" "$folder/miter.v" >>"$folder/words.log" 2>&1
  vvp -n "$folder/words.vvp" >"$folder/both"
  awk -v block="$1" -f proofs/words.awk "$regs" "$folder/ports" "$folder/both" "$folder/cex"
}

twin_of() {
  echo $blocks | tr ' ' '\n' | sed -n "s/^$1://p"
}

# bits BLOCK SUFFIX: of the inputs whose name ends so
bits() {
  awk -v end="$2" '$1 != "output" && $3 !~ /(sample|cell)_reg[.]q$/ && substr($3, length($3) - length(end) + 1) == end {
    sub(/.*\[/, "", $2); bits += $2 + 1 } END { print bits + 0 }' "$work/$1/ports"
}

# prove BLOCK: leaves its row in $work/BLOCK/row
prove() {
  local rtl=$source/rtl start=$SECONDS verdict
  mkdir -p "$work/$1"
  if [ $negative -eq 1 ]; then
    rtl=$work/$1/rtl
    rm -rf "$rtl"
    tests/mutants/run.sh --rtl "$rtl" "$(twin_of "$1")" >"$work/$1/error" 2>&1 || return 0
  fi
  translate "$1" >"$work/$1/error" 2>&1 || return 0
  circuit "$1" "$rtl" >"$work/$1/error" 2>&1 || { cat "$work/$1"/ports.diff "$work/$1"/yosys.log; return 0; } >>"$work/$1/error" 2>/dev/null
  verdict=$(decide "$1")
  echo "$1 $(bits "$1" "") $(bits "$1" _reg.q) $verdict $((SECONDS - start))" >"$work/$1/row"
  [ "$verdict" != different ] || words "$1" >"$work/$1/words"
}

prepare >"$work/log" 2>&1 || {
  cat "$work/log" >&2
  exit 1
}
running=0
for block in "${chosen[@]}"; do
  if [ "$running" -ge "$(nproc)" ]; then
    wait -n
    running=$((running - 1))
  fi
  prove "$block" &
  running=$((running + 1))
done
wait

want=equal
[ $negative -eq 0 ] || want=different
status=0
if [ $markdown -eq 1 ]; then
  printf '| block | input bits | of them registers | result | seconds |\n|---|---|---|---|---|\n'
  row='| %s | %s | %s | %s | %s |\n'
else
  row='%-14s %10s %10s  %-10s %8s\n'
  # shellcheck disable=SC2059
  printf "$row" block "input bits" registers result seconds
fi
for block in "${chosen[@]}"; do
  if [ ! -s "$work/$block/row" ]; then
    echo "$block: $(grep -v '^Warning' "$work/$block/error" | tail -n 5)" >&2
    status=1
    continue
  fi
  read -r name inputs registers verdict seconds <"$work/$block/row"
  # shellcheck disable=SC2059
  printf "$row" "$name" "$inputs" "$registers" "$verdict" "$seconds"
  [ "$verdict" = "$want" ] || status=1
  if [ "$verdict" = different ]; then
    [ $negative -eq 0 ] || echo "  $(twin_of "$block")"
    cat "$work/$block/words"
  fi
done
exit $status
