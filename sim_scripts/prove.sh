#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Prove that the C of each mechanism and its RTL module are equal: next registers and outputs, for all registers and
# inputs; and that the mechanisms are wired alike (block switch, or router). docs/verification/proofs.md says how, and what is trusted.
#   prove.sh [--router KIND] [--no-install] [--negative] [--recorded] [--stale] [--document] [--buffers N]
#            [--build NAME] [--keep FOLDER] [BLOCK...]
#     BLOCK        header, ownership, route, port_receive, ... (default: all); or a step of the invariant of the Fed-X switch,
#                  which has no RTL: invariant, grants, moves, order, verdict, classes
#     --router     of which router: fedx (the default), vcr or axis
#     --negative   a mutant of the RTL in each block (tests/mutants/mutants.txt, proofs/vcr/mutants.txt, tests/mutants/axis.txt) must
#                  give a counterexample
#     --recorded   what proofs/KIND/proved.txt has as proved, of the same C, RTL and assumptions in the same way, is not
#                  proved again
#     --stale      likewise, and nothing is proved: what is not recorded, or of other C, RTL or assumptions, is stale, status 1
#     --document   write what is proved into proofs/KIND/proved.txt, too, and of fedx the rows of the table into
#                  docs/verification/proofs.md; with --recorded what is not proved again, too, as of the sources as they are
#     --buffers    of the Fed-X switch, 10 (the default) or 20; with --document into proofs/fedx/proved.txt alone
#     --build      of vcr or axis, a name of cmodel/KIND/kind/KIND_configurations.def (default: the first one) or of
#                  proofs/KIND/small_builds.def; of axis also any parameters, as axis-5x3-dest6-data36 (fedx prove axis)
#     --keep       leave all intermediate files in FOLDER
#   prove.sh --dut FILES --top NAME [--include DIR] [--define NAME[=VALUE]] [--keep FOLDER] [BLOCK...]
#     the same of a switch of your own, block by block where its modules have the names, pins and registers of ours
#     (docs/verification/proofs.md); FILES as for fedx verify --dut. With --router vcr of a router; --build says which sizes it has, and sets
#     its parameters, if it has them (PORTS, VCS, DEPTH, FLIT_BITS, BYPASS, ROUTE_STAGE, SPEEDUP, TABLE_SIZE, VIA, REPEATS). Blocks inject,
#     sat_gate, sat_watch and terminal are those of a terminal: name them to prove one of your own (LENGTH, BUFFER, QUEUE)
# Exit status: 0 all proved (or all mutants found; with --dut, all that match, and at least one does), 1 not, 2 bad usage, or a
# tool that is missing, cannot do what is needed, or ended in an error.
set -eu
. "$(dirname "$0")/proof_dut.sh"
dut_options "$@"
cd "$(dirname "$0")/.."
source=$PWD

. sim_scripts/proof_options.sh
. sim_scripts/proof_tools.sh
recorded=0 stale=0 others=()
for option in ${rest[@]+"${rest[@]}"}; do
  case $option in
    --recorded) recorded=1 ;;
    --stale) recorded=1 stale=1 ;;
    *) others+=("$option") ;;
  esac
done
proof_options --document ${others[@]+"${others[@]}"}
# A block: the mutant of its negative twin
case $kind in
  fedx)
    blocks=(header:header_check_byte_covered ownership:ownership_idle_flip_in_await route:route_level_wraps
            port_receive:receive_abort_not_in_decide port_transmit:transmit_gap_short arbitration:arbitration_two_ports
            config:config_limits_swapped buffer_pool:pool_abort_still_waits admission:admission_limit_dest
            switch:switch_pe_request)
    mutants=tests/mutants/mutants.txt
    . sim_scripts/proof_fedx.sh
    ;;
  vcr)
    blocks=(flit:flit_two_deflections route:route_diagonal_ties input:input_tail_keeps_age select:select_committed_waits
            select_lanes: output:output_held_by_tail allocate:allocate_pointer_stays crossbar:crossbar_deflects_all
            sat_switch:sat_got_kept config:config_random_high invariant: router:router_tail_as_head
            inject:inject_slot_kept sat_gate:gate_counts_as_it_leaves
            sat_watch:watch_held_is_away terminal:terminal_take_while_quiet)
    mutants=proofs/vcr/mutants.txt
    . sim_scripts/proof_vcr.sh
    ;;
  axis)
    blocks=(ingress:skid_last_of_wires egress:skid_valid_kept decode:decode_every_output arbitrate:arbitrate_weight_0_is_0
            crossbar:crossbar_sent_of_last switch:switch_ranges_swapped invariant: fair:)
    mutants=tests/mutants/axis.txt
    . sim_scripts/proof_axis.sh
    ;;
esac
. sim_scripts/proof_block.sh
. sim_scripts/proof_record.sh
names=${blocks[*]%%:*}
if [ -n "$dut_top" ]; then
  [ $((negative + table + recorded)) -eq 0 ] || dut_fail "--negative, --recorded, --stale and --document do not go with --dut"
  # Functions are no modules: the modules that use them are proved with them. A step of the invariant has no RTL.
  case $kind in
    fedx) names=${names#header } ;;
    vcr) dut_blocks "${chosen[0]-}" ;;
    axis) dut_fail "--dut goes with --router fedx or vcr" ;;
  esac
fi
[ $((recorded * negative + stale * table)) -eq 0 ] ||
  { echo "prove.sh: --recorded and --stale do not go with --negative, nor --stale with --document" >&2 && exit 2; }
for block in "${chosen[@]}"; do
  [[ " $names ${steps-} " = *" $block "* ]] || { echo "prove.sh: no block $block; there are $names ${steps-}" >&2 && exit 2; }
done
asked=${#chosen[@]}
# All but what has no RTL, and so no mutant, when mutants are asked for.
if [ "$asked" -eq 0 ]; then
  for block in "${blocks[@]}"; do
    [[ $negative -eq 1 && $block = *: ]] || [[ " $names " != *" ${block%%:*} "* ]] || chosen+=("${block%%:*}")
  done
fi
find_proof_tools 2>/dev/null || sim_scripts/install_deps.sh ${install:+"$install"} --proofs
proof_tools "$work/tools"

# words BLOCK: the counterexample
words() {
  local folder=$work/$1 regs=include/$kind/${kind}_regs.def cex
  case $kind:$1 in vcr:inject | vcr:sat_gate | vcr:sat_watch | vcr:terminal) regs=include/vcr/vcr_terminal_regs.def ;; esac
  cex=$folder/cex.$(sort -n "$folder/times" | awk '$3 == "SATISFIABLE" { print $1; exit }')
  echo "read_rtlil $1/miter.il; delete t:\$anyseq; setundef -undriven -zero; write_verilog $1/miter.v" >"$folder/words.ys"
  yosys_script "$1/words" "$1/miter.v" || return 1
  awk -v mode=eval -v known_lanes="$lanes" -f proofs/common/words.awk "$regs" "$folder/ports" "$cex" >"$folder/words.v"
  tool "$folder/words.log" "$folder/words.vvp" iverilog -g2005 -s words -o "$folder/words.vvp" "$folder/words.v" "$folder/miter.v" ||
    return 1
  vvp -n "$folder/words.vvp" >"$folder/both"
  awk -v block="$1" -v known_lanes="$lanes" -f proofs/common/words.awk "$regs" "$folder/ports" "$folder/both" "$cex"
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

# mutant_rtl NAME FOLDER: the RTL with that mutant, as FOLDER/rtl. What is read from the list stays in here.
mutant_rtl() (
  FEDX_SOURCE=$source
  fail() { echo "$*" && exit 1; }
  . tests/mutants/lines.sh
  read_lines "$mutants"
  [ -n "${number_of[$1]-}" ] || fail "$mutants: no mutant $1"
  change "${number_of[$1]}" "$2" "$kind"
)

# prove BLOCK: leaves its row in $work/BLOCK/row
prove() {
  # shellcheck disable=SC2031 # what mutant_rtl reads stays in its subshell
  local rtl=$rtl verdict proved seconds by=""
  rm -f "$work/$1"/{row,ports.diff}
  if [ $negative -eq 1 ]; then
    rtl=$1/rtl
    rm -rf "${work:?}/$rtl"
    mutant_rtl "$(twin_of "$1")" "$work/$1" >"$work/$1/error" 2>&1 || return 0
  fi
  [ -z "$dut_top" ] || [ -n "$(dut_module "$1")" ] || return 0
  translate "$1" >"$work/$1/error" 2>&1 || return 0
  if [ $recorded -eq 1 ] && read -r proved by < <(recorded_circuit "$1"); then
    verdict=equal seconds=recorded
  elif [ $stale -eq 1 ]; then
    verdict=stale proved=- seconds=-
  elif circuit "$1" "$rtl" >"$work/$1/error" 2>&1; then
    read -r verdict proved <<<"$(decide "$1")"
    times >"$work/$1/cpu"
    seconds=$(seconds "$work/$1/cpu")
  else
    return 0
  fi
  [ "$verdict" != error ] || { decision_error "$work/$1" >"$work/$1/error" && return 0; }
  [ "$verdict" != different ] || words "$1" >"$work/$1/words" || { mv "$work/$1/words" "$work/$1/error" && return 0; }
  echo "$1 $(bits "$1" "") $(bits "$1" _reg.q) $verdict $proved $seconds $by" >"$work/$1/row"
}

# stale_words BLOCK: print what to do. If other tools proved the block, print that only the sources can be compared.
stale_words() {
  local by
  by=$(tools_of "$1")
  echo "  not what $proved_file has as proved: prove it with --document"
  [[ -z $by || $by = "${tools%%:*}" ]] ||
    echo "  (proved with $(recorded_with "$by"); what these translate the C to cannot be compared with what ${tools#*: } does)"
}

# error_words BLOCK: print why there is no verdict
error_words() {
  [ ! -s "$work/$1/ports.diff" ] || echo "its ports are not those of the C (<):"
  cat "$work/$1/error"
}

# What is recorded of the same sources needs no translation.
[ $((recorded + table)) -eq 0 ] || read_sources || exit 2
todo=()
for block in "${chosen[@]}"; do
  mkdir -p "$work/$block"
  if [ $recorded -eq 1 ] && read -r outputs by < <(recorded_sources "$block"); then
    echo "$block - - equal $outputs recorded $by" >"$work/$block/row"
  else
    todo+=("$block")
  fi
done
[ ${#todo[@]} -eq 0 ] || prepare >"$work/log" 2>&1 || {
  cat "$work/log" >&2
  exit 2
}
[ -z "$dut_top" ] || dut_elaborate
# Cores that the blocks leave idle decide groups of outputs of one block at once.
groups_at_once=$((($(nproc) + ${#chosen[@]} - 1) / ${#chosen[@]}))
# The last ones take longest.
for block in $(printf '%s\n' ${todo[@]+"${todo[@]}"} | tac); do
  turn "$(nproc)"
  prove "$block" &
done
wait

want=equal
[ $negative -eq 0 ] || want=different
declare -A proved_by=()
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
    echo "$block: $(error_words "$block")" >&2
    if [ ! -s "$work/$block/ports.diff" ]; then status=2; elif [ $status -eq 0 ]; then status=1; fi
    continue
  fi
  read -r name inputs registers verdict outputs seconds by <"$work/$block/row"
  [ -z "$by" ] || proved_by[$by]+=" $name"
  # shellcheck disable=SC2059
  printf "$row" "$name" "$inputs" "$registers" "$verdict" "$outputs" "${seconds/%[0-9]/& s}"
  [[ " ${blocks[*]%%:*} " != *" $name "* ]] || [ "$seconds" = recorded ] || echo "| $name | $inputs | $registers | $verdict | $outputs | $seconds |" >>"$work/table"
  matched=$((matched + 1))
  [ "$verdict" = "$want" ] || [ $status -eq 2 ] || status=1
  [ "$verdict" != stale ] || stale_words "$block"
  if [ "$verdict" = different ]; then
    [ $negative -eq 0 ] || echo "  $(twin_of "$block")"
    cat "$work/$block/words"
  fi
done
for by in "${!proved_by[@]}"; do
  echo "recorded with $(recorded_with "$by"):${proved_by[$by]}"
done
if [ -n "$dut_top" ]; then
  printf '%s' "$unmatched"
  echo "$matched of ${#chosen[@]} blocks of $dut_top compared"
  [ "$matched" -gt 0 ] || [ $status -eq 2 ] || status=1
  # What was asked for by name must have been proved.
  [ "$asked" -eq 0 ] || [ -z "$unmatched" ] || [ $status -eq 2 ] || status=1
fi
if [ $table -eq 1 ] && [ "$kind $buffers" = "fedx 10" ] && [ -s "$work/table" ]; then
  document=docs/verification/proofs.md
  awk -v command="sim_scripts/prove.sh --document" -f sim_scripts/table_rows.awk "$work/table" "$document" >"$work/document"
  cp "$work/document" "$document"
fi
[ $table -eq 0 ] || record
exit $status
