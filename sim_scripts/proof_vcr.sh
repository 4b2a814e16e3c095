# SPDX-License-Identifier: Apache-2.0
#
# Sourced by prove.sh before proof_block.sh: what is proved of the virtual-channel router. Uses work, build and builds of
# proof_options.sh.

# The parameters of the build: ports, channels, depth, words, bypass, route stage, speedup, table, via, repeats
read -r -a shape < <(sed -nE "s/^VCR_CONFIGURATION[(]$build, *\"[^\"]*\", *(([0-9]+, *){10}).*/\\1/p" "${builds[@]}" | tr -d ,)
if [ "${shape[8]-0}" -eq 1 ]; then # mutants of what other builds do not have
  blocks=("${blocks[@]/route:route_diagonal_ties/route:route_turns_bodies}")
  blocks=("${blocks[@]/flit:flit_two_deflections/flit:flit_turns_to_even}")
fi
[ "${shape[9]-0}" -eq 0 ] || blocks=("${blocks[@]/allocate:allocate_pointer_stays/allocate:allocate_pointers_of_last}")
[ "${shape[6]-1}" -eq 1 ] || blocks=("${blocks[@]/allocate:allocate_pointer_stays/allocate:allocate_input_skipped}")
# The same of its terminal: ports, channels, depth, words, length, buffer, queue
read -r -a terminal < <(sed -nE "s/^VCR_TERMINAL_BUILD[(]$build, *\"[^\"]*\", *(([0-9]+, *){6}[0-9]+)[)].*/\\1/p" cmodel/vcr/kind/vcr_terminals.def proofs/vcr/small_terminals.def | tr -d ,)
# shellcheck disable=SC2034
lanes="$((shape[0] * shape[1])) ${shape[0]} $((terminal[0] * terminal[1])) ${terminal[0]}"
most=$(printf '%s\n' "${shape[@]:0:2}" "${terminal[@]:0:2}" | sort -n | tail -n 1)

narrow=$'wreduce\nopt_expr\nopt_clean -purge' # the C counts in words of 32 bits
# shellcheck disable=SC2034
memories="-map source/proofs/common/rtl_memory.v" # but for those of input: cuts_of
# shellcheck disable=SC2034
model_defines=("-DVCR_CONSTANT_LOOPS=$most" "-DVCR_PROOF_BUILD=$build")
# The harnesses include one file of the model each.
harnesses=(proof wiring invariant terminal_proof terminal_wiring)
model_sources=("${harnesses[@]/#/proofs/vcr/vcr_}")
model_sources=("${model_sources[@]/%/.c}")
for file in cmodel/vcr/model/vcr_*.c; do
  case $file in */vcr_router.c | */vcr_terminal.c) ;; *) model_sources+=("$file") ;; esac
done

# dut_blocks BLOCK: the blocks of a module of a user's own (names), and the one that is the whole of it (dut_whole): of a terminal
# if BLOCK is one of those, or else of a router
# shellcheck disable=SC2034
dut_blocks() {
  dut_whole=router names="route input select output allocate crossbar sat_switch config router"
  case $1 in
    inject | sat_gate | sat_watch | terminal) dut_whole=terminal names="inject sat_gate sat_watch terminal" ;;
  esac
}

# The parameters that it is given, if it has them
dut_parameters() {
  if [ "$dut_whole" = router ]; then
    paste -d ' ' <(printf '%s\n' PORTS VCS DEPTH FLIT_BITS BYPASS ROUTE_STAGE SPEEDUP TABLE_SIZE VIA REPEATS) \
      <(printf '%s\n' "${shape[@]:0:3}" $((64 * shape[3])) "${shape[@]:4}")
  else
    paste -d ' ' <(printf '%s\n' PORTS VCS DEPTH FLIT_BITS LENGTH BUFFER QUEUE) \
      <(printf '%s\n' "${terminal[@]:0:3}" $((64 * terminal[3])) "${terminal[@]:4}")
  fi
}

# link_models: harnesses with the mechanisms; those of the wiring have stand-ins for all of them
link_models() {
  local name
  for name in "${harnesses[@]}"; do mv "$work/vcr_$name.bc" "$work/$name.bc"; done
  link_model blocks "$work/proof.bc" "$work"/vcr_*.bc &&
    link_model step "$work/invariant.bc" "$work"/vcr_*.bc &&
    link_model terminal_blocks "$work/terminal_proof.bc" "$work"/vcr_*.bc
}

# model_of BLOCK: of which of these its harness is
model_of() {
  case $1 in
    router) echo wiring ;;
    invariant) echo step ;;
    inject | sat_gate | sat_watch) echo terminal_blocks ;;
    terminal) echo terminal_wiring ;;
    *) echo blocks ;;
  esac
}

# rtl_of BLOCK: the module of the RTL side; -: there is none
rtl_of() {
  case $1 in
    invariant | select_lanes) echo - ;;
    *) echo rtl_top ;;
  esac
}

# modules_of TOP FOLDER BLOCK...: commands of Yosys that write each, and TOP: of that what it wires is needed by its pins only
modules_of() {
  local top=$1 folder=$2 block
  shift 2
  for block in "$@"; do
    echo "select *vcr_$block *vcr_$block?PORTS*"
    [ "$block" != input ] || echo "select -add *vcr_store"
    echo "write_rtlil -selected $folder/$block.il"
  done
  printf 'select -clear\nselect * vcr_%s %%d\nblackbox %%\nselect -clear\nwrite_rtlil %s/%s.il\n' "$top" "$folder" "$top"
}

# elaborated_in RTL_FOLDER: the folder with the modules of the router and of its terminal. They have the parameters of this build.
# They are made once for all blocks.
elaborated_in() {
  echo "elaborated/$build.${1//\//.}"
}

# reading_script BLOCK RTL_FOLDER: print the commands of Yosys that make them
reading_script() {
  local read folder
  [ ! -e "proofs/vcr/vcr_$1.v" ] || return 0
  folder=$(elaborated_in "$2")
  read="read_verilog -defer -I$2 $(sed "s,.*[.]v$,$2/&," "$work/$2/vcr.f" | tr '\n' ' ')"
  echo "$read"
  echo "hierarchy -check -top vcr_router -chparam PORTS ${shape[0]} -chparam VCS ${shape[1]} -chparam DEPTH ${shape[2]}" \
    "-chparam FLIT_BITS $((64 * shape[3])) -chparam BYPASS ${shape[4]} -chparam ROUTE_STAGE ${shape[5]}" \
    "-chparam SPEEDUP ${shape[6]} -chparam TABLE_SIZE ${shape[7]} -chparam VIA ${shape[8]} -chparam REPEATS ${shape[9]}"
  modules_of router "$folder" route input select output allocate crossbar sat_switch config
  printf 'design -reset\n%s\n' "$read"
  echo "hierarchy -check -top vcr_terminal -chparam PORTS ${terminal[0]} -chparam VCS ${terminal[1]} -chparam DEPTH ${terminal[2]}" \
    "-chparam FLIT_BITS $((64 * terminal[3])) -chparam LENGTH ${terminal[4]} -chparam BUFFER ${terminal[5]}" \
    "-chparam QUEUE ${terminal[6]}"
  modules_of terminal "$folder" inject sat_gate sat_watch
}

# before_reading BLOCK RTL_FOLDER: make them unless they are there
before_reading() (
  [ ! -e "proofs/vcr/vcr_$1.v" ] && [ -z "$dut_top" ] || return 0
  folder=$(elaborated_in "$2")
  mkdir -p "$work/$folder"
  exec 9>"$work/$folder/lock"
  flock 9
  [ ! -e "$work/$folder/whole" ] || return 0
  reading_script "$1" "$2" >"$work/$folder/elaborate.ys"
  yosys_script "$folder/elaborate" "$folder/terminal.il" || return 1
  touch "$work/$folder/whole"
)

# read_rtl BLOCK RTL_FOLDER: commands of Yosys that read it as module vcr_BLOCK
read_rtl() {
  if [ -e "proofs/vcr/vcr_$1.v" ]; then
    echo "read_verilog -I$2 source/proofs/vcr/vcr_$1.v"
    return
  fi
  if [ -n "$dut_top" ]; then
    dut_read "$1"
    [ "$1" != "$dut_whole" ] || printf 'select * vcr_%s %%d\nblackbox %%\nselect -clear\n' "$1"
    echo "hierarchy -top vcr_$1"
  else
    printf 'read_rtlil %s/%s.il\nhierarchy -auto-top\nrename -top vcr_%s\n' "$(elaborated_in "$2")" "$1" "$1"
  fi
  echo 'proc -norom' # a table in a case is logic
  # What a variable of a function is in a branch without it is open (x) to Yosys, and nothing reads it there: of the many of
  # selection, each bit an input, it is what it is in the other branch.
  [ "$1" != select ] || echo 'opt_expr -mux_undef'
}

# cuts_of BLOCK: commands of Yosys that cut the RTL, leave registers their own names alone, and make small what a variable
# picks
cuts_of() {
  echo flatten
  [ "$1" != input ] || printf 'memory_collect\ntechmap -autoproc -map source/proofs/vcr/vcr_memory.v\n'
  echo 'rename -hide w:* w:*_reg %d'
  case $1 in
    router | terminal) printf 'expose -evert vcr_%s/c:u_*\nhierarchy -top vcr_%s\n' "$1" "$1" ;;
  esac
  printf 'opt_clean\nopt_expr\nopt_clean\ntechmap -map source/proofs/common/rtl_select.v\n'
}
