# SPDX-License-Identifier: Apache-2.0
#
# Sourced by prove.sh before proof_block.sh: what is proved of the AXI4-Stream switch. Uses work, build and builds of
# proof_options.sh.

# The parameters of the build: inputs, outputs, bits of tdest, bits of tdata
if [[ $build =~ $axis_shape ]]; then
  shape=("${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}" "${BASH_REMATCH[4]:-4}" "${BASH_REMATCH[6]:-64}")
  model_defines=(-DAXIS_PROOF_BUILD=shape "-DAXIS_PROOF_SHAPE=$(IFS=, && echo "${shape[*]}")")
else
  read -r -a shape < <(sed -nE "s/^AXIS_CONFIGURATION[(]$build, *\"[^\"]*\", *(([0-9]+, *){4}).*/\\1/p" "${builds[@]}" | tr -d ,)
  # shellcheck disable=SC2034
  model_defines=("-DAXIS_PROOF_BUILD=$build")
fi
words=$(((shape[3] + 63) / 64))
ports=$((shape[0] > shape[1] ? shape[0] : shape[1]))
[[ $ports -le 16 && ${shape[2]} -le 16 && $((ports * words)) -le 32 && (${shape[3]} -lt 64 || $((shape[3] % 64)) -eq 0) ]] ||
  { echo "prove.sh: --build $build: the model has no such parameters (docs/spec/axis.md section 3)" >&2 && exit 2; }
# shellcheck disable=SC2034
lanes="${shape[0]} ${shape[1]} $((shape[0] * words)) $((shape[1] * words))"

narrow=$'wreduce\nopt_expr\nopt_clean -purge' # the C counts in words of 32 bits
# shellcheck disable=SC2034
memories="-map source/proofs/common/rtl_memory.v" # there are none
model_sources=(proofs/axis/axis_proof.c proofs/axis/axis_wiring.c proofs/axis/axis_invariant.c)
for file in cmodel/axis/model/axis_*.c; do
  case $file in */axis_switch.c | */axis_regs.c) ;; *) model_sources+=("$file") ;; esac
done

# link_models: the harnesses with the mechanisms; that of the wiring has stand-ins for all of them
link_models() {
  mv "$work/axis_wiring.bc" "$work/wiring.bc"
  link_model blocks "$work"/axis_*.bc
}

# model_of BLOCK: of which of these its harness is
model_of() {
  [ "$1" = switch ] && echo wiring || echo blocks
}

# rtl_of BLOCK: the module of the RTL side; -: there is none
rtl_of() {
  case $1 in
    invariant | fair) echo - ;;
    *) echo rtl_top ;;
  esac
}

# reading_script, before_reading: nothing is done once for all blocks
reading_script() { :; }
before_reading() { :; }

# module_of BLOCK: the module of the RTL that it is, and the parameters of that
module_of() {
  local bits=1
  while [ $((1 << bits)) -lt "${shape[0]}" ]; do bits=$((bits + 1)); done
  local ports="-chparam INPUTS ${shape[0]} -chparam OUTPUTS ${shape[1]}" dest="-chparam DEST_BITS ${shape[2]}" data="-chparam DATA_BITS ${shape[3]}"
  case $1 in
    ingress) echo "axis_skid -chparam LANES ${shape[0]} $dest $data" ;;
    egress) echo "axis_skid -chparam LANES ${shape[1]} $dest $data" ;;
    decode) echo "axis_decode $ports $dest" ;;
    arbitrate) echo "axis_arbitrate $ports -chparam INPUT_BITS $bits" ;;
    *) echo "axis_$1 $ports $dest $data" ;;
  esac
}

# read_rtl BLOCK RTL_FOLDER: commands of Yosys that read it as module axis_BLOCK
read_rtl() {
  echo "read_verilog -defer -I$2 $2/axis_*.v"
  echo "hierarchy -check -top $(module_of "$1")"
  echo "rename -top axis_$1"
}

# cuts_of BLOCK: commands of Yosys that cut the RTL, leave registers their own names alone, and make small what a variable picks
cuts_of() {
  echo 'rename -hide w:* w:*_reg %d'
  [ "$1" != switch ] || printf 'expose -evert axis_switch/c:u_*\nhierarchy -top axis_switch\n'
  printf 'opt_clean\nopt_expr\nopt_clean\ntechmap -map source/proofs/common/rtl_select.v\n'
}
