# SPDX-License-Identifier: Apache-2.0
# Sourced by run.sh: what the campaign knows of the virtual-channel router and its terminal.
. "$here/vcr_parameters.sh"
list=$here/campaign/vcr_lines.txt
not_in=$FEDX_SOURCE/proofs/vcr/mutants.txt
pins_percent=88
states=500000
netlist=vcr_netlist.sh units="router terminal"
# A block is proved in small sizes: no difference there does not say that there is none in those of the line.
equal=equal_in_small

# unit_of NUMBER: router or terminal, of which that line is
unit_of() {
  case ${files[$1]} in
    vcr_inject.v | vcr_sat_gate.v | vcr_sat_watch.v | vcr_terminal.v) echo terminal ;;
    *) echo router ;;
  esac
}

# build_of NUMBER: where that line is tried
build_of() {
  case ${tried_in[$1]}:$(unit_of "$1") in
    :router) echo noc ;;
    :terminal) echo wormhole ;;
    *) echo "${tried_in[$1]}" ;;
  esac
}

# place_of NUMBER: where the line is tried
place_of() {
  echo "$(unit_of "$1") $(build_of "$1")"
}

check_place() {
  local kind
  vcr_parameters "$(unit_of "$1")" "$(build_of "$1")"
}

# A control has a name, and a file that says whether it is a router or a terminal.
add_controls() {
  local i unit build
  controls=()
  while read -r unit build; do
    i=${#names[@]}
    names+=("control_${unit}_$build") files+=("vcr_$unit.v") stars+=("*") tried_in+=("$build")
    number_of[${names[i]}]=$i
    controls+=("$i")
  done < <(for ((i = 1; i <= lines; i++)); do echo "$(unit_of "$i") $(build_of "$i")"; done | sort -u)
}

# place UNIT KIND: the options for a router or a terminal; KIND is the router's
place() {
  local lockstep=(--lockstep all)
  [ "$1" = router ] || lockstep=(--lockstep-terminals)
  in_fabric=(--router "$2" "${lockstep[@]}" --topology mesh --rows 4 --cols 4)
  [ "$2" != vcr-tree ] || in_fabric=(--router "$2" "${lockstep[@]}" --topology tree --arity 4 --levels 2)
  verified=(--router "$2")
}

place_line() {
  local kind unit name map=vcr_regs.yaml
  unit=$(unit_of "$1")
  [ "$unit" = router ] || map=vcr_terminal_regs.yaml
  vcr_parameters "$unit" "$(build_of "$1")"
  place "$unit" "${kind%-terminal*}"
  switch=(--top "vcr_$unit" --map "$FEDX_SOURCE/examples/$map")
  for name in "${!value[@]}"; do
    switch+=(--parameter "$name=${value[$name]}")
  done
  [ "${value[LENGTH]:-16}" -eq 16 ] || in_fabric+=(--packet-flits "${value[LENGTH]}")
}

place_mutants() {
  switch=()
  if [ "$1" = router ]; then
    place router vcr
  else
    place terminal vcr-wormhole
    verified=(--router vcr-wormhole-terminal)
  fi
}

in_fabrics() {
  local fabric=("${in_fabric[@]}" --threads 2 --cycles 50000)
  "$FEDX" run "${fabric[@]}" --load 0.5 "$@" &&
    "$FEDX" run "${fabric[@]}" --load 1.5 --select random --blocked redraw --arbitration round-robin --sat ring --sat-timeout 1000 "$@"
}

# place_proof NUMBER: as for the Fed-X switch. The sizes are small, with the bypass, the stage and the speedup of the line's build.
place_proof() {
  local unit small block
  unit=$(unit_of "$1")
  case $unit:$(build_of "$1") in
    router:wormhole) small=bypass ;;
    router:mesh | router:deep) small=table ;;
    router:tree) small=single ;;
    terminal:tree*) small=bypass ;;
    *) small=small ;;
  esac
  case ${files[$1]} in
    vcr_store.v) block=input ;;
    vcr_flit.vh) block=crossbar ;;
    vcr_route.vh) block="route select" ;;
    *) block=${files[$1]#vcr_} && block=${block%.v} ;;
  esac
  # shellcheck disable=SC2206 # one block or two
  proof=(--router vcr --build "$small" --top "vcr_$unit" $block)
}
