#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# sim_scripts/fuzz.sh builds, links and runs: three seconds of each format, of which readers take something.
. "$(dirname "$0")/../common.sh"
command -v clang >/dev/null || skip "no clang"
echo 'int LLVMFuzzerTestOneInput(const void *bytes, unsigned long size) { return bytes == 0 && size; }' >"$scratch/try.c"
clang -fsanitize=fuzzer,address,undefined "$scratch/try.c" -o "$scratch/try" 2>/dev/null || skip "clang has no libFuzzer"
formats=("$@")
[ $# -gt 0 ] || read -r -a formats < <("$FEDX_BUILD/tests/fuzz/fedx_fuzz" --formats)
for format in "${formats[@]}"; do
  expect 0 "$FEDX_SOURCE/sim_scripts/fuzz.sh" "$format" 3 --no-install
  grep -E "^$format: [1-9][0-9]* runs, [1-9][0-9]* taken" "$scratch/out" || { cat "$scratch/out"; fail "$format: nothing was taken"; }
done
echo "compared: ${#formats[@]} formats"
