# SPDX-License-Identifier: Apache-2.0
#
# Sourced by prove.sh before proof_block.sh: what is proved of the Fed-X switch. Uses work and buffers of
# proof_options.sh, and dut_top.

narrow=""
# shellcheck disable=SC2034
lanes="7 $buffers"
memories="-map source/proofs/common/rtl_memory.v"
model_defines=(-DFEDX_CONSTANT_LOOPS "-DFEDX_BUFFERS_MOST=$buffers")
# Harnesses of the invariant, which have no RTL (proofs/fedx/fedx_invariant.c)
steps="invariant grants moves order verdict classes"
# The harnesses include two files of the model.
model_sources=(proofs/fedx/fedx_proof.c proofs/fedx/fedx_wiring.c proofs/fedx/fedx_invariant.c)
for file in cmodel/fedx/model/fedx_*.c; do
  case $file in */fedx_switch.c | */fedx_admission.c) ;; *) model_sources+=("$file") ;; esac
done

# link_models: the harnesses with the mechanisms; and fedx_wiring.c, which has stand-ins for all of them, but what a route
# entry means is the mechanism's own
link_models() {
  local name
  for name in proof wiring invariant; do mv "$work/fedx_$name.bc" "$work/$name.bc"; done
  link_model switch "$work"/{wiring,fedx_route}.bc &&
    link_model blocks "$work/proof.bc" "$work"/fedx_*.bc &&
    link_model steps "$work/invariant.bc" "$work"/fedx_*.bc
}

# model_of BLOCK: of which of these its harness is
model_of() {
  case " $steps " in
    *" $1 "*) echo steps ;;
    *) [ "$1" = switch ] && echo switch || echo blocks ;;
  esac
}

# rtl_of BLOCK: the module of the RTL side; -: there is none
rtl_of() {
  case " $steps " in
    *" $1 "*) echo - ;;
    *) echo rtl_top ;;
  esac
}

# The block that is the whole of a switch of a user's own, and the parameters it is given: none
# shellcheck disable=SC2034
dut_whole=switch
dut_parameters() { :; }

# reading_script, before_reading: nothing is done once for all blocks
reading_script() { :; }
before_reading() { :; }

# read_rtl BLOCK RTL_FOLDER: commands of Yosys that read it as module fedx_BLOCK
read_rtl() {
  local extra=""
  [ ! -e "proofs/fedx/fedx_$1.v" ] || extra=source/proofs/fedx/fedx_$1.v
  if [ -n "$dut_top" ]; then dut_read "$1"; else echo "read_verilog -I$2 $2/fedx_*.v $extra"; fi
}

# cuts_of BLOCK: commands of Yosys that cut the RTL
cuts_of() {
  case $1 in
    admission) cuts ;;
    switch) printf 'expose -evert fedx_switch/c:u_*\nhierarchy -top fedx_switch\n' ;;
  esac
}

# cuts: commands of Yosys that cut the chain of decisions. The cuts are the values that a decision leaves, variables of a loop.
cuts() {
  # The wires must have these names alone, or Yosys cuts before them. If no port decides, nothing reads the values and they are
  # open (x) to Yosys. The proof takes them to be as if a port decided.
  cat <<'EOF'
write_rtlil admission/cuts.il
exec -expect-return 0 -- awk -f source/proofs/fedx/fedx_cuts.awk admission/cuts.il > admission/cuts.ys
cd fedx_admission
script admission/cuts.ys
setattr -set keep 1 w:decision*
opt_clean
opt_expr -mux_undef w:decision* %ci1 t:$mux %i
opt_clean
expose -cut w:decision*
cd ..
EOF
}
