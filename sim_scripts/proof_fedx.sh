# SPDX-License-Identifier: Apache-2.0
#
# Sourced by prove.sh before proof_block.sh: what is proved of the Fed-X switch. Uses work, source and buffers of
# proof_options.sh, and dut_top.

narrow=""
# shellcheck disable=SC2034
lanes="7 $buffers"
memories="-map $source/proofs/common/rtl_memory.v"
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
  llvm-link "$work/wiring.bc" "$work/fedx_route.bc" -o "$work/switch.bc" &&
    llvm-link "$work/proof.bc" "$work"/fedx_*.bc -o "$work/blocks.bc" &&
    llvm-link "$work/invariant.bc" "$work"/fedx_*.bc -o "$work/steps.bc"
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

# read_rtl BLOCK RTL_FOLDER: commands of Yosys that read it as module fedx_BLOCK
read_rtl() {
  local extra=""
  [ ! -e "proofs/fedx/fedx_$1.v" ] || extra=$source/proofs/fedx/fedx_$1.v
  if [ -n "$dut_top" ]; then dut_read "$1"; else echo "read_verilog -I$2 $2/fedx_*.v $extra"; fi
}

# cuts_of BLOCK: commands of Yosys that cut the RTL
cuts_of() {
  case $1 in
    admission) cuts ;;
    switch) printf 'expose -evert fedx_switch/c:u_*\nhierarchy -top fedx_switch\n' ;;
  esac
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
admit_buf[$((bits * p + bits - 1)):$((bits * p))] $((2 + (buffers + 2) * k))
admit_cause[$((4 * p + 3)):$((4 * p))] $((2 + k))
watch[$p:$p] $((2 + 3 * k))
watch_level[7:0] $((2 + 3 * k))
throttle_set[0:0] $((2 + 2 * k))
random_next[15:0] $((2 + 2 * k))
verdicts.free[$most:0] $((2 + 2 * k))
verdicts.packets[$((count * buffers - 1)):0] $((buffers + 2 + 2 * k))
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
