#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Damaged files by Clang's libFuzzer, with AddressSanitizer and UndefinedBehaviorSanitizer: tests/fuzz/README.md.
#   fuzz.sh FORMAT [SECONDS] [--no-install]    60 seconds unless told otherwise; FORMAT as in tests/fuzz/README.md
# What was found stays in build-fuzz/FORMAT, and is the beginning of the next time. Ends with 0 when nothing failed.
set -eu
cd "$(dirname "$0")/.."

[ $# -gt 0 ] || { echo "usage: fuzz.sh FORMAT [SECONDS] [--no-install]" >&2; exit 2; }
format=$1
seconds=${2:-60}
sim_scripts/install_deps.sh ${3:+"$3"} --tests

build=$PWD/build-fuzz
corpus=$build/$format
mkdir -p "$corpus"
if ! { CC=clang CXX=clang++ cmake -S . -B "$build" -G Ninja -DFEDX_FUZZ=ON -DFEDX_SANITIZE=address,undefined,fuzzer-no-link &&
  cmake --build "$build" --target fedx_libfuzzer; } >"$build/build.log" 2>&1; then
  grep -E -A5 "error|FAILED" "$build/build.log" | head -n 40 >&2 || true
  echo "fuzz.sh: the build failed: see $build/build.log" >&2
  exit 2
fi
cd "$build"
# What ends by a fault leaves its folder behind.
TMPDIR=$(mktemp -d -p "$([ -w /dev/shm ] && echo /dev/shm || echo /tmp)")
trap 'rm -rf "$TMPDIR"' EXIT
export TMPDIR ASAN_OPTIONS=allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1
FUZZ_FORMAT=$format FUZZ_SEEDS=$corpus tests/fuzz/fedx_libfuzzer -max_total_time="$seconds" -timeout=10 -rss_limit_mb=1024 \
  -max_len=262144 -print_final_stats=1 -verbosity=1 "$corpus"
