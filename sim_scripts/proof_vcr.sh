# SPDX-License-Identifier: Apache-2.0
#
# Sourced by prove.sh before proof_block.sh: what is proved of the virtual-channel router. Uses work, source and build of
# proof_options.sh.

# The parameters of the build: ports, channels, depth, words, bypass, route stage, speedup, table
read -r -a shape < <(sed -nE "s/^VCR_BUILD[(]$build, *\"[^\"]*\", *(([0-9]+, *){8}).*/\\1/p" cmodel/vcr/kind/vcr_builds.def proofs/vcr/small_builds.def | tr -d ,)
# shellcheck disable=SC2034
lanes="$((shape[0] * shape[1])) ${shape[0]}"

assumptions="" # they are in proofs/vcr/vcr_assumed.h
narrow=$'wreduce\nopt_expr\nopt_clean -purge' # the C counts in words of 32 bits
# shellcheck disable=SC2034
# One after the other: of two that fit, techmap takes the one whose name comes first in the alphabet.
memories="-map $source/proofs/vcr/vcr_memory.v"$'\n'"techmap -autoproc -map $source/proofs/common/rtl_memory.v"
# shellcheck disable=SC2034
model_defines=("-DVCR_CONSTANT_LOOPS=$((shape[0] > shape[1] ? shape[0] : shape[1]))" "-DVCR_PROOF_BUILD=$build")
# The harnesses include one file of the model.
model_sources=(proofs/vcr/vcr_proof.c proofs/vcr/vcr_wiring.c proofs/vcr/vcr_invariant.c)
for file in cmodel/vcr/model/vcr_*.c; do
  case $file in */vcr_router.c) ;; *) model_sources+=("$file") ;; esac
done

# link_models: harnesses with the mechanisms; vcr_wiring.c has stand-ins for all of them
link_models() {
  local name
  for name in proof wiring invariant; do mv "$work/vcr_$name.bc" "$work/$name.bc"; done
  llvm-link "$work/proof.bc" "$work"/vcr_*.bc -o "$work/blocks.bc" &&
    llvm-link "$work/invariant.bc" "$work"/vcr_*.bc -o "$work/step.bc"
}

# model_of BLOCK: of which of these its harness is
model_of() {
  case $1 in
    router) echo wiring ;;
    invariant) echo step ;;
    *) echo blocks ;;
  esac
}

# rtl_of BLOCK: the module of the RTL side; -: there is none
rtl_of() {
  if [ "$1" = invariant ]; then echo -; else echo rtl_top; fi
}

# elaborate RTL_FOLDER FOLDER: the modules of the router of this build, each with the parameters that the router gives it
elaborate() {
  local block
  {
    echo "read_verilog -defer -I$1 $(sed "s,.*[.]v$,$1/&," "$1/vcr.f" | tr '\n' ' ')"
    echo "hierarchy -check -top vcr_router -chparam PORTS ${shape[0]} -chparam VCS ${shape[1]} -chparam DEPTH ${shape[2]}" \
      "-chparam FLIT_BITS $((64 * shape[3])) -chparam BYPASS ${shape[4]} -chparam ROUTE_STAGE ${shape[5]}" \
      "-chparam SPEEDUP ${shape[6]} -chparam TABLE_SIZE ${shape[7]}"
    for block in route input select output allocate crossbar sat_switch config; do
      echo "select *vcr_$block *vcr_$block?PORTS*"
      [ $block != input ] || echo "select -add *vcr_store"
      echo "write_rtlil -selected $2/$block.il"
    done
    # Of the router what it wires is needed by its pins only.
    printf 'select -clear\nselect * vcr_router %%d\nblackbox %%\nselect -clear\nwrite_rtlil %s/router.il\n' "$2"
  } >"$2/elaborate.ys"
  yosys -q -s "$2/elaborate.ys" >"$2/yosys.log" 2>&1 || { cat "$2/yosys.log" >&2 && return 1; }
  touch "$2/whole"
}

# elaborated RTL_FOLDER: the folder with what elaborate made of it, BLOCK.il, once for all blocks
elaborated() {
  local folder
  folder=$work/elaborated/$build.$(digest <<<"$1")
  mkdir -p "$folder"
  (flock 9 && { [ -e "$folder/whole" ] || elaborate "$1" "$folder"; }) 9>"$folder/lock" || return 1
  echo "$folder"
}

# read_rtl BLOCK RTL_FOLDER: commands of Yosys that read it as module vcr_BLOCK
read_rtl() {
  local folder name
  if [ -e "proofs/vcr/vcr_$1.v" ]; then
    echo "read_verilog -I$2 $source/proofs/vcr/vcr_$1.v"
    return
  fi
  folder=$(elaborated "$2") || return 1
  name=$(sed -nE "s/^module (.*vcr_$1([\\\\].*)?)$/\\1/p" "$folder/$1.il")
  printf 'read_rtlil %s\n' "$folder/$1.il"
  [ "$name" = "\\vcr_$1" ] || printf 'rename %s vcr_%s\n' "$name" "$1"
  echo 'proc -norom' # a table in a case is logic
}

# cuts_of BLOCK: commands of Yosys that cut the RTL, leave registers their own names alone, and make small what a variable
# picks
cuts_of() {
  printf 'flatten\nrename -hide w:* w:*_reg %%d\n'
  [ "$1" != router ] || printf 'expose -evert vcr_router/c:u_*\nhierarchy -top vcr_router\n'
  printf 'opt_clean\nopt_expr\nopt_clean\ntechmap -map %s/proofs/common/rtl_select.v\n' "$source"
}
