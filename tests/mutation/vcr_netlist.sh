# SPDX-License-Identifier: Apache-2.0
# Sourced after common.sh: mutants (modules.sh) of the virtual-channel router, build noc, or of its terminal, build wormhole. Set
# before: what mutants.sh says, and unit, router or terminal.
# shellcheck disable=SC2034 # what is set is for modules.sh
if [ "$unit" = router ]; then
  build=noc
  modules="route input select output allocate crossbar sat_switch config"
  blocks="$modules store" # vcr_store.v: faults at the pins of one of the 20 memories, in vcr_input
  whole="store router"    # modules without faults of their own
  legal=vcr_legal shim=vcr_rtl.cpp state=vcr_state.vlt
  registers="route input output allocate crossbar sat_switch config"
else
  build=wormhole
  modules="inject sat_gate sat_watch terminal" whole=""
  blocks=$modules
  legal=vcr_terminal_legal shim=vcr_terminal_rtl.cpp state=vcr_terminal_state.vlt
  registers="inject sat_gate sat_watch terminal"
fi
prefix=vcr top=vcr_$unit

. "$here/vcr_parameters.sh"
vcr_parameters "$unit" "$build"
shim_options=("-DVCR_BUILD_NAME=\"$build\"") shim_libraries=("$FEDX_BUILD/libvcr_model.a")

# candidates_of MODULE: what is read of memories is that of their writing
candidates_of() {
  [ "$1" != input ] || echo "$(candidates "c:*u_store" store.list);"
  candidates "c:* c:*u_store %d" "$1.list"
}

split_of() {
  split_by_driver
}

# A memory is an instance `\lane[3].u_store ` here, and u_store in a block lane[3] in the RTL.
before_compiling() {
  sed -i -E 's/lane__05b([0-9]+)__05d__02eu_store/lane__BRA__\1__KET____DOT__u_store/g' obj/*
  seq 0 $((value[PORTS] * value[VCS] - 1)) | sed 's/.*/LANE(&)/' >vcr_lanes.def
}

. "$here/mutation/modules.sh"
