#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Law 1 at random parameters: builds of the virtual-channel router that are drawn are compiled, C and RTL, in a copy of the sources, and
# each goes through the stimulus of fedx verify.
#   vcr_random_builds.sh COUNT CYCLES SEED   so many builds, of up to 26
. "$(dirname "$0")/common.sh"
command -v verilator >/dev/null || skip "no verilator"
count=$1 cycles=$2 seed=$3
tree=$scratch/tree
mkdir "$tree"
(cd "$FEDX_SOURCE" && tar -c --exclude=./.git --exclude='./build*' --exclude=./results .) | tar -x -C "$tree"
chmod -R u+w "$tree"

# Ports, channels, depth, words, bypass, route stage, speedup, table, via, repeats
RANDOM=$seed
names=()
for ((k = 0; k < count; k++)); do
  name=v$(printf '%b' "\\$(printf '%o' $((97 + k)))")
  stage=$((RANDOM % 2)) speedup=$((RANDOM % 2))
  row="$((2 + RANDOM % 5)), $((1 + RANDOM % 4)), $((2 + RANDOM % 6)), $((1 << RANDOM % 3)), $((RANDOM % 2)), $stage, $speedup, $((stage * (RANDOM % 2) * (2 + RANDOM % 40))), $((RANDOM % 2)), $(((1 - speedup) * (RANDOM % 4)))"
  echo "VCR_CONFIGURATION($name, \"vcr-$name\", $row, \"drawn\")" >>"$tree/cmodel/vcr/kind/vcr_configurations.def"
  sed -i "s/^#define BUILD noc/#define BUILD $name\n#include \"vcr_kind_instance.h\"\n\n&/" "$tree/cmodel/vcr/kind/vcr_kind.c"
  names+=("$name")
  echo "$name: $row"
done

cmake -S "$tree" -B "$scratch/build" -G Ninja -DBUILD_TESTING=ON "-DVCR_RTL_BUILDS=$(IFS=';' && echo "${names[*]}")" >"$scratch/log" 2>&1 &&
  cmake --build "$scratch/build" --target test_vcr_lockstep "${names[@]/#/vcr_rtl_}" >"$scratch/log" 2>&1 ||
  { tail -n 20 "$scratch/log" && fail "the builds do not compile"; }
for name in "${names[@]}"; do
  expect 0 "$scratch/build/tests/test_vcr_lockstep" "$name" "$scratch/build/libvcr_$name.so" "$cycles" "$seed"
  grep -E "equal$|points" "$scratch/out" || { cat "$scratch/out" && fail "$name: nothing compared"; }
done
echo "$count builds that were drawn"
