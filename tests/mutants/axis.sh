#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The lockstep of the AXI4-Stream switch catches faults: the RTL is built once for every change in axis.txt and compared with the
# golden model. A mutant that survives fails the test, and so does the RTL as it stands if it is found different.
#   axis.sh            all mutants
#   axis.sh --sample   those with a * only
#   axis.sh NAME...    these
#   axis.sh --object FILE NAME [SET]   only build that one, as a shared object; of that set of parameters
. "$(dirname "$0")/../common.sh"
. "$here/mutants/lines.sh"
. "$here/verilated.sh"
cycles=1000000
read_lines "$here/mutants/axis.txt"
for file in "$FEDX_SOURCE"/rtl/axis/*.v; do
  [ -e "$FEDX_SOURCE/cmodel/axis/model/$(basename "$file" .v).c" ] || continue # nothing but wires around the switch
  [ "$(of_file "$(basename "$file")")" -ge 4 ] || fail "axis.txt: fewer than 4 mutants of $(basename "$file")"
done

# parameters NAME: kind, inputs, outputs, bits of tdest and of data of a set of parameters
parameters() {
  sed -nE "s/^AXIS_CONFIGURATION\($1, *\"([a-z-]+)\", *([0-9]+), *([0-9]+), *([0-9]+), *([0-9]+),.*/\1 \2 \3 \4 \5/p" \
    "$FEDX_SOURCE/cmodel/axis/kind/axis_configurations.def"
}

# build FOLDER PARAMETERS: rtl.so, of the RTL in that folder
build() (
  cd "$1"
  read -r _ inputs outputs dest data <<<"$2"
  mapfile -t sources < <(sed 's,^,rtl/,' rtl/axis.f)
  verilator --cc --prefix Vaxis_switch --top-module axis_switch --Mdir obj -Irtl -Wno-fatal -Wno-lint -Wno-style --savable \
    --x-assign fast --x-initial unique -O3 -fno-dfg "-GINPUTS=$inputs" "-GOUTPUTS=$outputs" "-GDEST_BITS=$dest" \
    "-GDATA_BITS=$data" "$FEDX_SOURCE/tb/axis/axis_state.vlt" "${sources[@]}" || return 1
  for file in obj/*.cpp "$FEDX_SOURCE/tb/axis/axis_rtl.cpp"; do
    echo "#include \"$file\""
  done >all.cpp
  "${compile[@]}" -O0 -shared -Iobj "-DAXIS_INPUTS=$inputs" "-DAXIS_OUTPUTS=$outputs" "-DAXIS_TDEST_BITS=$dest" \
    "-DAXIS_DATA_BITS=$data" all.cpp "${libraries[@]}" -o rtl.so
)

# make NUMBER: $scratch/NUMBER/rtl.so, with that mutant
make() {
  { change "$1" "$scratch/$1" axis && build "$scratch/$1" "$(parameters "${tried_in[$1]:-odd}")"; } >"$scratch/log" 2>&1 ||
    fail "${names[$1]}: $(cat "$scratch/log")"
}

if [ "${1-}" = --object ]; then
  number=${number_of[$3]-}
  [ -n "$number" ] || fail "no mutant $3 in axis.txt"
  tried_in[number]=${4:-${tried_in[number]-}}
  make "$number"
  mv "$scratch/$number/rtl.so" "$2"
  exit 0
fi

# try NUMBER: prints a line about it: whether it is found different. Adds to $wrong if that should be otherwise.
try() {
  local folder=$scratch/$1 status=0 set
  set=$(parameters "${tried_in[$1]:-odd}")
  make "$1"
  "$FEDX" verify --router "${set%% *}" --rtl-object "$folder/rtl.so" --cycles $cycles --no-bundle --quiet >"$scratch/out" 2>&1 || status=$?
  rm -rf "$folder"
  printf '%-26s %-18s %s\n' "${names[$1]}" "${files[$1]}" "$(grep -m 1 -oE 'mismatch: .*|0 differences' "$scratch/out" || head -n 1 "$scratch/out")"
  [ "$status" -eq $(($1 > 0)) ] || wrong+=" ${names[$1]}"
}

tried=0 wrong=""
for ((i = 0; i <= lines; i++)); do
  case ${1-} in
    '') ;;
    --sample) [ -n "${stars[i]}" ] || continue ;;
    *) [[ $i -eq 0 || " $* " == *" ${names[i]} "* ]] || continue ;;
  esac
  try "$i"
  tried=$((tried + (i > 0)))
done
[ "$tried" -gt 0 ] || fail "no such mutant"
[ -z "$wrong" ] || fail "not as expected:$wrong"
echo "$tried mutants, $tried caught, 0 survived; the RTL as it stands is not found different"
