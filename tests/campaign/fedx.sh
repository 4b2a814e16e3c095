# SPDX-License-Identifier: Apache-2.0
# Sourced by run.sh: what the campaign knows of the Fed-X switch.
list=$here/campaign/lines.txt
not_in=$here/mutants/mutants.txt # lines that are not in the list
pins_percent=93                  # of those not proved equivalent, found by the pins alone
states=10000000
netlist=netlist.sh units=.
equal=equivalent                 # what a line is whose proof finds no difference

# check_place NUMBER: fail unless the line can be tried where it says
check_place() {
  [ -z "${tried_in[$1]}" ] || fail "${names[$1]} names build ${tried_in[$1]}: the Fed-X switch has one"
}

# add_controls: the numbers of the RTL as it stands, in all builds that lines are tried in
add_controls() {
  controls=(0)
}

# place_of NUMBER: where the line is tried; all are tried in the same place
place_of() {
  :
}

# place_line NUMBER: the options of verify and run for that line (verified, in_fabric), and for both (switch)
place_line() {
  verified=() in_fabric=() switch=(--top fedx_switch --map "$FEDX_SOURCE/examples/fedx_regs.yaml")
}

# place_mutants UNIT: the same for all faults of a netlist
place_mutants() {
  verified=() in_fabric=() switch=()
}

# in_fabrics OPTION...: fabrics of the switch
in_fabrics() {
  local fabric=(--lockstep all --threads 2 --rows 4 --cols 4 --cycles 200000)
  "$FEDX" run "${fabric[@]}" --load 0.5 "$@" &&
    "$FEDX" run "${fabric[@]}" --load 1.5 --backpressure destination --selection random --eject-priority 9 --throttle-timeout 100 "$@"
}

# place_proof NUMBER: the options of prove.sh for that line, and its block or blocks (proof)
place_proof() {
  local block
  case ${files[$1]} in
    fedx_buffer_store.v) block=buffer_pool ;;
    fedx_header.vh) block="port_receive port_transmit" ;;
    *) block=${files[$1]#fedx_} && block=${block%.v} ;;
  esac
  # shellcheck disable=SC2206 # one block or two
  proof=(--top fedx_switch $block)
}
