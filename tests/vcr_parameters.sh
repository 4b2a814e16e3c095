# SPDX-License-Identifier: Apache-2.0
# Sourced after common.sh: the parameters of a build of the virtual-channel router or of its terminal.

# vcr_parameters UNIT BUILD: kind, what --router calls it, and value[], by name. UNIT is router or terminal.
vcr_parameters() {
  local rows row columns numbers column
  if [ "$1" = router ]; then
    rows=vcr_configurations.def row=VCR_CONFIGURATION columns="PORTS VCS DEPTH WORDS BYPASS ROUTE_STAGE SPEEDUP TABLE_SIZE VIA REPEATS"
  else
    rows=vcr_terminals.def row=VCR_TERMINAL_BUILD columns="PORTS VCS DEPTH WORDS LENGTH BUFFER QUEUE"
  fi
  read -r kind numbers < <(sed -nE "s/^$row\\($2, *\"([^\"]*)\", *([0-9, ]*[0-9]).*/\\1 \\2/p" "$FEDX_SOURCE/cmodel/vcr/kind/$rows") ||
    fail "no build $2 of the $1 in $rows"
  numbers=${numbers// /}
  unset value
  declare -gA value=()
  for column in $columns; do
    value[$column]=${numbers%%,*} numbers=${numbers#*,}
  done
  value[FLIT_BITS]=$((64 * value[WORDS]))
  unset "value[WORDS]"
}
