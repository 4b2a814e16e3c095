# SPDX-License-Identifier: Apache-2.0
# Sourced after common.sh: mutants (modules.sh) of the AXI4-Stream switch, configuration usual, whose inputs and outputs have skid
# buffers of the same parameters. Set before: what mutants.sh says.
# shellcheck disable=SC2034 # what is set is for modules.sh
prefix=axis top=axis_switch unit=switch
modules="skid decode arbitrate crossbar" whole=switch # wires only
blocks=$modules
legal=axis_legal shim=axis_rtl.cpp state=axis_state.vlt
registers="ingress egress decode arbitrate"
IFS=', ' read -r kind inputs outputs dest_bits data_bits < <(sed -nE 's/^AXIS_CONFIGURATION[(]usual, *"([^"]*)"(, *[0-9, ]*[0-9]).*/\1\2/p' \
  "$FEDX_SOURCE/cmodel/axis/kind/axis_configurations.def")
declare -A value=([INPUTS]=$inputs [OUTPUTS]=$outputs [LANES]=$inputs [DEST_BITS]=$dest_bits [DATA_BITS]=$data_bits [INPUT_BITS]=2)
shim_options=("-DAXIS_INPUTS=$inputs" "-DAXIS_OUTPUTS=$outputs" "-DAXIS_TDEST_BITS=$dest_bits" "-DAXIS_DATA_BITS=$data_bits")
shim_libraries=()

candidates_of() {
  candidates "c:*" "$1.list"
}

# Lanes of registers of arbitration are cells of their own, but the registers have to stay whole.
split_of() {
  if [ "$1" = arbitrate ]; then
    echo "splitnets w:* w:*_reg %d; opt_clean"
  else
    split_by_driver
  fi
}

before_compiling() { :; }

. "$here/mutation/modules.sh"
