#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The models on 64-bit Arm: the libraries, the program and the unit tests are cross-compiled, qemu-user runs the unit tests, and runs
# have the results of this machine to the last digit. The build is kept in build/tests/aarch64.
#   FEDX_AARCH64_LIBRARIES   a folder as tests/aarch64_libraries.sh makes it; without it that script fetches the libraries
. "$(dirname "$0")/common.sh"
for tool in aarch64-linux-gnu-gcc aarch64-linux-gnu-g++ qemu-aarch64 ninja; do
  command -v $tool >/dev/null || skip "no $tool: apt-get install gcc-aarch64-linux-gnu g++-aarch64-linux-gnu qemu-user ninja-build"
done
build=$FEDX_BUILD/tests/aarch64
libraries=${FEDX_AARCH64_LIBRARIES:-$build/libraries}
if [ ! -e "$libraries/usr/lib/aarch64-linux-gnu/pkgconfig/libcyaml.pc" ]; then
  command -v apt-get >/dev/null || skip "no apt-get to fetch arm64 libraries with: set FEDX_AARCH64_LIBRARIES"
  "$here/aarch64_libraries.sh" "$libraries" >"$scratch/log" 2>&1 || skip "arm64 libraries cannot be fetched: $(tail -n 1 "$scratch/log")"
fi
cmake -S "$FEDX_SOURCE" -B "$build" -G Ninja --toolchain cmake/aarch64.cmake "-DFEDX_LIBRARIES=$libraries" >"$scratch/log" 2>&1 ||
  { cat "$scratch/log" >&2 && fail "not configured"; }
cmake --build "$build" -j "$(nproc)" >"$scratch/log" 2>&1 || { grep -E -A5 'FAILED|error' "$scratch/log" | head -n 30 >&2 && fail "not built"; }
if grep -E -A3 'warning:' "$scratch/log"; then fail "the compiler warns"; fi
for built in fedx libfedx_model.so libvcr_model.so; do
  [ "$(od -An -tu2 -j18 -N2 "$build/$built" | tr -d ' ')" -eq 183 ] || fail "$built is not for aarch64"
done

# Left out: scripts, which start programs by themselves; and test_process, since qemu-user makes a fork of what posix_spawn does, so
# that a program that is not there is started without an error.
ctest --test-dir "$build" -L '^unit$' -E '^(explore|test_process$)' -j "$(nproc)" --timeout 1800 --output-on-failure >"$scratch/log" 2>&1 ||
  { tail -n 60 "$scratch/log" >&2 && fail "unit tests fail on aarch64"; }
passed=$(sed -nE 's/^100% tests passed, 0 tests failed out of ([0-9]+)/\1/p' "$scratch/log")
[ "${passed:-0}" -gt 100 ] || fail "only ${passed:-0} unit tests were run"

runs=0
while read -r run; do
  read -r -a options <<<"$run --quiet"
  expect 0 "$FEDX" run "${options[@]}" --json "$scratch/here.json"
  grep -v '^ran ' "$scratch/out" >"$scratch/here"
  expect 0 qemu-aarch64 -L /usr/aarch64-linux-gnu "$build/fedx" run "${options[@]}" --json "$scratch/there.json"
  grep -v '^ran ' "$scratch/out" | diff "$scratch/here" - || fail "other words on aarch64: $run"
  diff <(sed '/"build": /d' "$scratch/here.json") <(sed '/"build": /d' "$scratch/there.json") || fail "another result on aarch64: $run"
  runs=$((runs + 1))
done <<'R'
--cycles 20000 --digest
--rows 3 --cols 4 --load 0.8 --cycles 20000 --digest --engine cycle --threads 2 --faults random:1e-5
--rows 9 --cols 8 --load 0.8 --cycles 20000 --engine event --latency 1 --threads 2
--router vcr-mesh --topology mesh --load 0.3 --cycles 5000 --digest --engine cycle
R
echo "aarch64: $passed unit tests passed (not run: explore, explore_mutants, test_process), $runs runs with the same words and results"
