#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Prove that the C of each mechanism and its RTL module are equal: next registers and outputs, for all registers and
# inputs; and that the mechanisms are wired alike (block switch). docs/proofs.md says how, and what is trusted.
#   prove.sh [--no-install] [--negative] [--recorded] [--document] [--buffers N] [--keep FOLDER] [BLOCK...]
#     BLOCK        header, ownership, route, port_receive, ... (default: all)
#     --negative   a wrong line of RTL in each block (tests/mutants/mutants.txt) must give a counterexample
#     --recorded   what proofs/fedx/proved.txt has as proved, of the same C, RTL and assumptions in the same way, is not
#                  proved again
#     --document   write the rows of the table into docs/verification.md, and what is proved into proofs/fedx/proved.txt, too
#     --buffers    of the switch, 10 (the default) or 20; with --document into proofs/fedx/proved.txt alone
#     --keep       leave all intermediate files in FOLDER
#   prove.sh --dut FILES --top NAME [--include DIR] [--define NAME[=VALUE]] [--keep FOLDER] [BLOCK...]
#     the same of a switch of your own, block by block where its modules have the names, pins and registers of ours
#     (docs/proofs.md); FILES as for fedx verify --dut
# Exit status: 0 all proved (or all wrong lines found; with --dut, all that match, and at least one does), 1 not, 2 bad usage.
set -eu
. "$(dirname "$0")/proof_dut.sh"
dut_options "$@"
cd "$(dirname "$0")/.."
source=$PWD

# A block: the wrong line of its negative twin
blocks=(header:header_check_byte_covered ownership:ownership_idle_flip_in_await route:route_level_wraps
        port_receive:receive_cut_not_in_decide port_transmit:transmit_gap_short arbitration:arbitration_two_ports
        config:config_limits_swapped buffer_pool:pool_cut_still_waits admission:admission_limit_dest switch:switch_pe_request)
limit=600 # seconds of abc for one group of outputs

. sim_scripts/proof_options.sh
recorded=0 others=()
for option in ${rest[@]+"${rest[@]}"}; do
  if [ "$option" = --recorded ]; then recorded=1; else others+=("$option"); fi
done
proof_options --document ${others[@]+"${others[@]}"}
names=${blocks[*]%%:*}
if [ -n "$dut_top" ]; then
  [ $((negative + table + recorded)) -eq 0 ] || dut_fail "--negative, --recorded and --document do not go with --dut"
  names=${names#header } # no module: the modules that use its functions are proved with them
fi
[ $recorded -eq 0 ] || [ $((negative + table)) -eq 0 ] || { echo "prove.sh: --recorded goes alone" >&2 && exit 2; }
for block in "${chosen[@]}"; do
  [[ " $names " = *" $block "* ]] || { echo "prove.sh: no block $block; there are $names" >&2 && exit 2; }
done
asked=${#chosen[@]}
[ "$asked" -gt 0 ] || read -r -a chosen <<<"$names"
sim_scripts/install_deps.sh ${install:+"$install"} --proofs

# The model as LLVM IR, checks of undefined behaviour compiled in
checks=signed-integer-overflow,shift,bounds,builtin,integer-divide-by-zero,return,unreachable,bool,enum
prepare() {
  local file llvm
  llvm=$(llvm-config --cflags | sed 's/-D[^ ]*//g')
  # shellcheck disable=SC2046,SC2086
  ${CC:-cc} -std=gnu11 -O1 $llvm proofs/common/ir_verilog.c -o "$work/ir-verilog" \
    $(llvm-config --ldflags --libs core irreader) || return 1
  for file in cmodel/fedx/model/fedx_*.c proofs/fedx/fedx_proof.c proofs/fedx/fedx_wiring.c; do
    case $file in */fedx_switch.c | */fedx_admission.c) continue ;; esac # part of fedx_proof.c
    clang -O2 -Xclang -disable-llvm-optzns -DFEDX_CONSTANT_LOOPS "-DFEDX_BUFFERS_MOST=$buffers" -Iinclude -fsanitize=$checks -fsanitize-trap=all \
      -c -emit-llvm "$file" -o "$work/$(basename "$file" .c).bc" || return 1
  done
  # fedx_wiring.c has stand-ins for all mechanisms, but what a route entry means is the mechanism's own.
  llvm-link "$work/fedx_wiring.bc" "$work/fedx_route.bc" -o "$work/switch.bc" || return 1
  rm "$work/fedx_wiring.bc"
  llvm-link "$work"/fedx_*.bc -o "$work/blocks.bc"
}

# translate BLOCK: the C side and the miter, in $work/BLOCK
translate() {
  local options="-unroll-threshold=1000000 -inline-threshold=1000000 -vectorize-loops=false -vectorize-slp=false"
  local folder=$work/$1 assumption="" model=$work/blocks.bc
  [ "$1" != switch ] || model=$work/switch.bc
  mkdir -p "$folder"
  ! grep -q "^module fedx_$1_assumed " proofs/fedx/assumptions.v || assumption=fedx_$1_assumed
  # shellcheck disable=SC2086
  opt -enable-new-pm=0 -internalize -internalize-public-api-list="fedx_$1" -globaldce "$model" -o "$folder/0.bc" &&
    opt -passes='default<O2>' $options "$folder/0.bc" -o "$folder/1.bc" &&
    opt -passes='default<O2>' $options "$folder/1.bc" -S -o "$folder/c.ll" &&
    "$work/ir-verilog" "$folder/c.ll" "fedx_$1" rtl_top $assumption >"$folder/c.v" &&
    "$work/ir-verilog" --ports "$folder/c.ll" "fedx_$1" >"$folder/ports"
}

# What the decisions of admission leave, one after the other: Yosys numbers the values of a variable in a loop. Cut there.
cuts() {
  local k p value number bits=4 count=5 most=$((buffers - 1))
  [ "$buffers" = 10 ] || bits=5 count=6 # of the number of a buffer, and of twice as many
  echo "cd fedx_admission"
  for k in {0..12}; do
    p=$((k % 7))
    while read -r value number; do
      echo "rename \$$number\\$value decision$k.$(sed 's/verdicts[.]//; s/\[.*//' <<<"$value")"
    done <<EOF
admit[$p:$p] $((2 + 2 * k))
admit_draw[$p:$p] $((2 + 2 * k))
admit_buf[$((bits * p + bits - 1)):$((bits * p))] $((2 + 12 * k))
admit_cause[$((4 * p + 3)):$((4 * p))] $((2 + k))
watch[$p:$p] $((2 + 3 * k))
watch_level[7:0] $((2 + 3 * k))
throttle_set[0:0] $((2 + 2 * k))
random_next[15:0] $((2 + 2 * k))
verdicts.free[$most:0] $((2 + 2 * k))
verdicts.packets[$((count * buffers - 1)):0] $((12 + 2 * k))
verdicts.reserved[0:0] $((2 + 2 * k))
EOF
  done
  # The wires must bear these names alone, or they are cut before them. What a decision leaves is open (x) to Yosys when no
  # port decides, because nothing reads it then: it is taken to be what it is when one does.
  cat <<'EOF'
setattr -set keep 1 w:decision*
opt_clean
opt_expr -mux_undef w:decision* %ci1 t:$mux %i
opt_clean
expose -cut w:decision*
cd ..
EOF
}

# Both sides in one circuit: flip-flops become ports x.q and x.d, memories a sample of themselves.
# circuit BLOCK RTL_FOLDER
circuit() {
  local folder=$work/$1 extra="" cuts="" top=fedx_$1 read status=0
  [ ! -e "proofs/fedx/fedx_$1.v" ] || extra=$source/proofs/fedx/fedx_$1.v
  read="read_verilog -I$2 $2/fedx_*.v $extra"
  [ -z "$dut_top" ] || read=$(dut_read "$1")
  case $1 in
    admission) cuts=$(cuts) ;;
    switch) cuts=$'expose -evert fedx_switch/c:u_*\nhierarchy -top fedx_switch' ;;
  esac
  cat >"$folder/circuit.ys" <<EOF
$read
hierarchy -check -top $top
proc
setattr -set keep 1 w:*_reg
$cuts
opt_clean
memory_collect
flatten
opt_clean
techmap -autoproc -map $source/proofs/common/rtl_memory.v
opt_clean
# An output that is a register is also a name of it: keep the two apart.
setattr -set iopad_external_pin 1 o:* t:\$dff %co3:+[Q] %d
iopadmap -widthparam WIDTH -outpad rtl_output O:I
expose -evert-dff w:*_reg t:\$dff %u
read_verilog $source/proofs/common/rtl_output.v
hierarchy -top $top
flatten
opt_clean
select -assert-none t:\$dff* t:\$sdff* t:\$adff* t:\$dlatch* t:\$mem*
tee -q -o $folder/rtl_ports portlist
rename $top rtl_top
hierarchy -top rtl_top
setundef -undriven -anyseq
read_verilog -sv -I$2 $folder/c.v $source/proofs/fedx/assumptions.v
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
  rm -f "$folder/rtl_ports"
  yosys -q -s "$folder/circuit.ys" >"$folder/yosys.log" 2>&1 || status=1
  [ -s "$folder/rtl_ports" ] || return 1
  # The C side has every port of the RTL, and no other.
  sed -nE '/ (clk|.*[.]clk|.*[.]c)$/d; s/^(input|output) .*/&/p' "$folder/rtl_ports" | sort >"$folder/rtl_ports.sorted"
  sed '/^free /d; s/^link /input /; s/ [0-9]*$//' "$folder/ports" | sort | diff - "$folder/rtl_ports.sorted" >"$folder/ports.diff" || status=1
  return $status
}

# groups BLOCK: first bit of the miter and how many, of what is proved together: a port, or a lane of a wide one (100 bits
# and more), or all that a decision leaves, or all after the last one
groups() {
  awk 'function group(lanes) { if (lanes) print first, lanes; first += lanes; pending = 0 }
    BEGIN { first = 0; group(1) }
    $1 == "output" {
      if (match($3, /^decision[0-9]+[.]/)) cut = key = substr($3, 1, RLENGTH)
      else key = cut ? "after the decisions" : $3
      if (key != last) group(pending)
      last = key
      for (lane = 0; lane < $4; lane++) {
        pending++
        if ($2 ~ /^.[0-9][0-9][0-9]|^.99:/) group(pending)
      }
    }
    END { group(pending) }' "$work/$1/ports"
}

# turn MOST: wait until fewer jobs than that are running
turn() {
  while [ "$(jobs -pr | wc -l)" -ge "$1" ]; do
    wait -n || true
  done
}

# decide_group FOLDER FIRST COUNT: whether these outputs of the miter are all constantly 0 (UNSATISFIABLE), or not
# (SATISFIABLE, and the counterexample in FOLDER/cex.FIRST), or nothing; a line "FIRST COUNT VERDICT BEGAN ENDED" to times
decide_group() {
  local said="" start=$EPOCHREALTIME log=$1/abc.$2.log
  # Without -s, abc takes one output, whatever -R says: print_stats tells how many there are.
  timeout "$limit" berkeley-abc \
    -c "read_aiger $1/miter.aig; strash; cone -s -O $2 -R $3; print_stats; orpos; iprove; write_cex -n -m $1/cex.$2" \
    >"$log" 2>&1 || true
  ! grep -qE "i/o = *[0-9]+/ *$3 " "$log" || said=$(grep -oE '^(UN)?SATISFIABLE' "$log") || true
  echo "$2 $3 ${said:--} $start $EPOCHREALTIME" >>"$1/times"
}

# decide BLOCK: "equal", "different", or "undecided"; and how many outputs of how many are proved to be constantly 0. Equal is
# only what has all of them: the file itself says how many there are. Of several counterexamples, words takes that of the
# first outputs.
decide() {
  local folder=$work/$1 first count outputs
  read -r _ _ _ _ outputs _ <"$folder/miter.aig" # aig, nodes, inputs, latches, outputs, gates
  : >"$folder/times"
  while read -r first count; do
    ! grep -q ' SATISFIABLE ' "$folder/times" || break
    turn "$groups_at_once"
    decide_group "$folder" "$first" "$count" &
  done < <(groups "$1")
  wait
  sort -n "$folder/times" | awk -v outputs="$outputs" '
    $3 == "UNSATISFIABLE" { proved += $2 }
    $3 == "SATISFIABLE" { different = 1 }
    END { print (different ? "different" : proved == outputs ? "equal" : "undecided"), proved + 0 "/" outputs }'
}

# words BLOCK: the counterexample
words() {
  local folder=$work/$1 regs=include/fedx/fedx_regs.def cex
  cex=$folder/cex.$(sort -n "$folder/times" | awk '$3 == "SATISFIABLE" { print $1; exit }')
  yosys -q -p "read_rtlil $folder/miter.il; delete t:\$anyseq; setundef -undriven -zero; write_verilog $folder/miter.v" \
    >"$folder/words.log" 2>&1
  awk -v mode=eval -f proofs/common/words.awk "$regs" "$folder/ports" "$cex" >"$folder/words.v"
  iverilog -g2005 -s words -o "$folder/words.vvp" "$folder/words.v" "$folder/miter.v" >>"$folder/words.log" 2>&1
  vvp -n "$folder/words.vvp" >"$folder/both"
  awk -v block="$1" -f proofs/common/words.awk "$regs" "$folder/ports" "$folder/both" "$cex"
}

# key BLOCK: a digest of all that its proof is about: the C as Verilog, the RTL, what is assumed, and how it is done
key() {
  cat "$work/$1/c.v" "$work/$1/ports" "$rtl"/*.v "$rtl"/*.vh proofs/*/*.v sim_scripts/prove.sh | sha256sum | cut -d' ' -f1
}

# label BLOCK: what proofs/fedx/proved.txt calls it
label() {
  if [ "$buffers" = 10 ]; then echo "$1"; else echo "$1-$buffers"; fi
}

# recorded BLOCK: the outputs that were proved of the same
recorded() {
  awk -v block="$(label "$1")" -v key="$(key "$1")" '$1 == block && $2 == key { print $3; found = 1 } END { exit !found }' \
    proofs/fedx/proved.txt
}

# record: what is proved now, in place of what was recorded of these blocks
record() {
  local block name verdict proved
  for block in "${chosen[@]}"; do
    read -r name _ _ verdict proved _ <"$work/$block/row"
    [ "$verdict" != equal ] || echo "$(label "$name") $(key "$block") $proved"
  done | awk 'FNR == NR { row[$1] = $0; order[++n] = $1; next }
    !($1 in row)
    $1 in row && row[$1] { print row[$1]; row[$1] = "" }
    END { for (i = 1; i <= n; i++) if (row[order[i]]) print row[order[i]] }' - proofs/fedx/proved.txt >"$work/proved.txt"
  cp "$work/proved.txt" proofs/fedx/proved.txt
}

twin_of() {
  printf '%s\n' "${blocks[@]}" | sed -n "s/^$1://p"
}

# bits BLOCK SUFFIX: of the inputs whose name ends so, without those that show that nothing depends on them
bits() {
  awk -v end="$2" '$1 ~ /^(input|free)$/ && $3 !~ /^(others$|wires_before$|any[.])/ && $3 !~ /(sample|cell)_reg[.]q$/ && substr($3, length($3) - length(end) + 1) == end {
    sub(/.*\[/, "", $2); bits += $2 + 1 } END { print bits + 0 }' "$work/$1/ports"
}

# seconds FILE: of processor time, from what `times` said
seconds() {
  awk '{ for (i = 1; i <= 2; i++) { split($i, part, /[ms]/); sum += 60 * part[1] + part[2] } } END { printf "%.0f\n", sum }' "$1"
}

# prove BLOCK: leaves its row in $work/BLOCK/row
prove() {
  local rtl=$rtl verdict proved seconds
  mkdir -p "$work/$1"
  rm -f "$work/$1/row"
  if [ $negative -eq 1 ]; then
    rtl=$work/$1/rtl
    rm -rf "$rtl"
    tests/mutants/run.sh --rtl "$rtl" "$(twin_of "$1")" >"$work/$1/error" 2>&1 || return 0
  fi
  [ -z "$dut_top" ] || [ -n "$(dut_module "$1")" ] || return 0
  translate "$1" >"$work/$1/error" 2>&1 || return 0
  if [ $recorded -eq 1 ] && proved=$(recorded "$1"); then
    verdict=equal seconds=recorded
  elif circuit "$1" "$rtl" >"$work/$1/error" 2>&1; then
    read -r verdict proved <<<"$(decide "$1")"
    times >"$work/$1/cpu"
    seconds=$(seconds "$work/$1/cpu")
  else
    cat "$work/$1"/ports.diff "$work/$1"/yosys.log >>"$work/$1/error" 2>/dev/null || true # one of the two may not be there
    return 0
  fi
  echo "$1 $(bits "$1" "") $(bits "$1" _reg.q) $verdict $proved $seconds" >"$work/$1/row"
  [ "$verdict" != different ] || words "$1" >"$work/$1/words"
}

prepare >"$work/log" 2>&1 || {
  cat "$work/log" >&2
  exit 1
}
[ -z "$dut_top" ] || dut_elaborate
# Cores that the blocks leave idle decide groups of outputs of one block at once.
groups_at_once=$((($(nproc) + ${#chosen[@]} - 1) / ${#chosen[@]}))
# The last ones take longest.
for block in $(printf '%s\n' "${chosen[@]}" | tac); do
  turn "$(nproc)"
  prove "$block" &
done
wait

want=equal
[ $negative -eq 0 ] || want=different
status=0
matched=0
unmatched=""
row='%-14s %10s %10s  %-10s %8s  %s\n'
# shellcheck disable=SC2059
printf "$row" block "input bits" registers result outputs time
: >"$work/table"
for block in "${chosen[@]}"; do
  why=""
  [ -z "$dut_top" ] || [ -s "$work/$block/row" ] || why=$(dut_unmatched "$block")
  if [ -n "$why" ]; then
    unmatched+="$block: not compared, $why"$'\n'
    continue
  fi
  if [ ! -s "$work/$block/row" ]; then
    echo "$block: $(grep -v '^Warning' "$work/$block/error" | tail -n 5)" >&2
    status=1
    continue
  fi
  read -r name inputs registers verdict outputs seconds <"$work/$block/row"
  # shellcheck disable=SC2059
  printf "$row" "$name" "$inputs" "$registers" "$verdict" "$outputs" "${seconds/%[0-9]/& s}"
  echo "| $name | $inputs | $registers | $verdict | $outputs | $seconds |" >>"$work/table"
  matched=$((matched + 1))
  [ "$verdict" = "$want" ] || status=1
  if [ "$verdict" = different ]; then
    [ $negative -eq 0 ] || echo "  $(twin_of "$block")"
    cat "$work/$block/words"
  fi
done
if [ -n "$dut_top" ]; then
  printf '%s' "$unmatched"
  echo "$matched of ${#chosen[@]} blocks of $dut_top compared"
  [ "$matched" -gt 0 ] || status=1
  # What was asked for by name must have been proved.
  [ "$asked" -eq 0 ] || [ -z "$unmatched" ] || status=1
fi
if [ $table -eq 1 ] && [ "$buffers" = 10 ]; then
  awk -v command="sim_scripts/prove.sh --document" -f sim_scripts/table_rows.awk "$work/table" docs/verification.md >"$work/document"
  cp "$work/document" docs/verification.md
fi
[ $table -eq 0 ] || record
exit $status
