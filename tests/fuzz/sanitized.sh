#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Damaged files of every format, to readers with AddressSanitizer and UndefinedBehaviorSanitizer in them.
#   sanitized.sh gcc|clang RUNS [FORMAT ...]     so many of each format; the build stays for the next time
. "$(dirname "$0")/../common.sh"
compiler=$1 runs=$2
command -v "$compiler" >/dev/null || skip "no $compiler"
build=$FEDX_BUILD/fuzz-$compiler
mkdir -p "$build"
export CC=$compiler CXX=g++
[ "$compiler" != clang ] || CXX=clang++
if ! { cmake -S "$FEDX_SOURCE" -B "$build" -G Ninja -DFEDX_SANITIZE=address,undefined &&
  cmake --build "$build" --target fedx_fuzz; } >"$build/build.log" 2>&1; then
  grep -E -A5 "error|FAILED" "$build/build.log" | head -n 40 >&2 || true
  fail "$compiler does not build it: see $build/build.log"
fi

# What cannot be had is refused by the readers, as without sanitizers.
export ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1
formats=("${@:3}")
[ ${#formats[@]} -gt 0 ] || read -r -a formats < <("$build/tests/fuzz/fedx_fuzz" --formats)
cd "$build"
fuzz() {
  tests/fuzz/fedx_fuzz "$runs" "$1"
}
in_parallel fuzz "${formats[@]}"
[ "$failures" -eq 0 ] || fail "$failures of ${#formats[@]} formats"
echo "compared: ${#formats[@]} formats, $runs files of each"
