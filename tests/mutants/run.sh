#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The lockstep catches faults: build the RTL once for every one-line change in mutants.txt and compare it
# with the golden model. A mutant that no cycle tells from the model fails the test, and so does the RTL
# as it stands if it is found different.
#   run.sh              all mutants
#   run.sh --sample     those with a * only
#   run.sh --markdown   all, as the table for tests/results_page.py --table mutants
#   run.sh NAME...      these, with all that the lockstep says about them
#   run.sh --object FILE NAME   only build that one, as a shared object
#   run.sh --rtl FOLDER NAME    only leave rtl/ with that change in FOLDER
#   run.sh --build FILE FOLDER  only build the RTL in FOLDER, as a shared object
# Of a sample and of single ones the object stays in the build for whoever wants the same again: several tests do.
. "$(dirname "$0")/../common.sh"
. "$here/mutants/lines.sh"
list=$here/mutants/mutants.txt
cycles=2500000
mode=all
case ${1-} in
  --sample | --markdown) mode=${1#--} ;;
  --object) mode=object object=$2 && shift 2 ;;
  --rtl) mode=rtl folder=$2 && shift 2 ;;
  --build) mode=build object=$2 folder=$3 && shift 3 ;;
  -*) fail "unknown option $1" ;;
  ?*) mode=named ;;
esac

read_lines "$list"
for file in "$FEDX_SOURCE"/rtl/fedx/*.v "$FEDX_SOURCE"/rtl/fedx/fedx_header.vh; do
  [ "$(of_file "$(basename "$file")")" -ge 4 ] ||
    fail "mutants.txt: fewer than 4 mutants of $(basename "$file")"
done

if [ "$mode" = rtl ]; then
  number=${number_of[$1]-}
  [ -n "$number" ] || fail "no mutant $1 in mutants.txt"
  change "$number" "$scratch" || exit 1
  mv "$scratch/rtl" "$folder"
  exit 0
fi

. "$here/verilated.sh"
headers=()
[[ $compiler != *clang* ]] || read_headers "${compile[@]}" -O0
make=build
[ "$mode" != sample ] || make=fetch

# build NUMBER: the shared object, from one C++ file that includes all that Verilator wrote
build() (
  cd "$scratch/$1"
  mapfile -t sources < <(sed -n 's,.*[.]v$,rtl/&,p' rtl/fedx.f)
  verilator --cc --prefix Vfedx_switch --top-module fedx_switch --Mdir obj -Irtl -Wno-fatal -Wno-lint -Wno-style \
    --savable --x-assign fast --x-initial unique -O3 -fno-dfg "$FEDX_SOURCE/tb/fedx/fedx_state.vlt" "${sources[@]}" || return 1
  for file in obj/*.cpp "$FEDX_SOURCE/tb/fedx/fedx_rtl.cpp"; do
    echo "#include \"$file\""
  done >all.cpp
  "${compile[@]}" "${headers[@]}" -O0 -shared -I. -Iobj all.cpp "${libraries[@]}" -o rtl.so
)

# recipe NUMBER: a digest of all that its object is made of and with
recipe() {
  {
    (cd "$scratch/$1" && sha256sum rtl/*)
    find "$FEDX_SOURCE"/{tb,include,cmodel/base,cmodel/kind,cmodel/fedx/kind} "$runtime" -type f -exec sha256sum {} + | sort
    cat "$FEDX_SOURCE/tests/mutants/run.sh"
    echo "${compile[@]}" "${libraries[@]}"
    "$compiler" --version
    verilator --version
  } | sha256sum
}

# fetch NUMBER: the shared object as it was built once, or build it, while whoever wants the same waits
fetch() (
  stored=$FEDX_BUILD/tests/wrong-rtl/${names[$1]}
  fresh=$scratch/$1/recipe
  mkdir -p "${stored%/*}" && exec 9>"$stored.lock" && flock 9 && recipe "$1" >"$fresh" || return 1
  if ! cmp -s "$fresh" "$stored.recipe"; then
    rm -f "$stored.recipe"
    build "$1" && cp "$scratch/$1/rtl.so" "$stored.so" && cp "$fresh" "$stored.recipe" || return 1
  fi
  cp "$stored.so" "$scratch/$1/rtl.so"
)

# try NUMBER: leaves $scratch/NUMBER.row ("caught CYCLE FIELD", "survived" or "passed CYCLES"), or .error
try() {
  local status=0 out=$scratch/$1.out log=$scratch/$1.log
  if ! change "$1" "$scratch/$1" >"$log" 2>&1 || ! $make "$1" >>"$log" 2>&1; then
    mv "$log" "$scratch/$1.error"
    return
  fi
  "$FEDX" verify --rtl-object "$scratch/$1/rtl.so" --cycles "$cycles" --no-bundle --quiet >"$out" 2>"$log" || status=$?
  case $status in
    0) sed -nE 's/^compared +([0-9]+) cycles.*: 0 differences$/passed \1/p' "$out" >"$scratch/$1.row" ;;
    1) sed -nE 's/^mismatch: cycle ([0-9]+), node 0, (.*): model (0x[0-9a-f]+), RTL (0x[0-9a-f]+)$/caught \1 \2 \3 \4/p' \
         "$out" >"$scratch/$1.row" ;;
  esac
  [ -s "$scratch/$1.row" ] || { echo "fedx verify ended with $status" && cat "$out" "$log"; } >"$scratch/$1.error"
  rm -rf "${scratch:?}/$1"
}

if [ "$mode" = build ]; then
  mkdir "$scratch/own"
  cp -r "$folder" "$scratch/own/rtl"
  build own >"$scratch/log" 2>&1 || fail "$folder: $(cat "$scratch/log")"
  mv "$scratch/own/rtl.so" "$object"
  exit 0
fi

if [ "$mode" = object ]; then
  number=${number_of[$1]-}
  [ -n "$number" ] || fail "no mutant $1 in mutants.txt"
  { change "$number" "$scratch/$number" && fetch "$number"; } >"$scratch/log" 2>&1 || fail "$1: $(cat "$scratch/log")"
  mv "$scratch/$number/rtl.so" "$object"
  exit 0
fi

# control: the RTL as it stands, built in the same way, is as the model. Over as many cycles as mutants have; for a sample
# over twice those that it took, because other tests compare that RTL for longer.
control() {
  try 0
  [ ! -s "$scratch/0.error" ] || fail "the RTL as it stands: $(cat "$scratch/0.error")"
  read -r verdict control _ <"$scratch/0.row"
  [ "$verdict" = passed ] || { cat "$scratch/0.out" >&2 && fail "the RTL as it stands is found different"; }
}

chosen=()
for ((i = 1; i <= lines; i++)); do
  case $mode in
    sample) [ -z "${stars[i]}" ] || chosen+=("$i") ;;
    all | markdown) chosen+=("$i") ;;
  esac
done
if [ "$mode" = named ]; then
  for name; do
    chosen+=("${number_of[$name]-}")
    [ -n "${chosen[-1]}" ] || fail "no mutant $name in mutants.txt"
  done
fi
in_parallel try "${chosen[@]}"

# Results
errors=0
for i in "${chosen[@]}"; do
  if [ -s "$scratch/$i.error" ]; then
    echo "${names[i]}: $(cat "$scratch/$i.error")" >&2
    errors=$((errors + 1))
  fi
done
[ "$errors" -eq 0 ] || fail "$errors not built or not run"

caught=0 survived=0
[ "$mode" != markdown ] || printf '| mutant | file | what is wrong | caught at cycle | first field |\n|---|---|---|---|---|\n'
for i in "${chosen[@]}"; do
  read -r verdict cycle field _ <"$scratch/$i.row"
  if [ "$verdict" = caught ]; then
    caught=$((caught + 1))
    echo "$cycle" >>"$scratch/cycles"
  else
    survived=$((survived + 1))
    cycle=survived field=-
  fi
  if [ "$mode" = markdown ]; then
    echo "| ${names[i]} | ${files[i]} | ${words[i]} | $cycle | \`$field\` |"
  else
    printf '%-32s %-21s %8s  %s\n' "${names[i]}" "${files[i]}" "$cycle" "$field"
    [ "$mode" != named ] || cat "$scratch/$i.out"
  fi
done
[ "$mode" = sample ] && [ "$caught" -gt 0 ] && cycles=$((2 * $(sort -n "$scratch/cycles" | tail -n 1))) || true
control
summary="$((caught + survived)) mutants, $caught caught, $survived survived; control passed over $control cycles"
[ "$mode" != markdown ] || echo
echo "$summary"
[ "$caught" -eq 0 ] || sort -n "$scratch/cycles" | awk '{ c[NR] = $1 } END {
  printf "caught at cycle %d at the earliest, %d (median), %d at the latest\n", c[1], c[int((NR + 1) / 2)], c[NR] }'
[ "$survived" -eq 0 ] || fail "$survived survived"
