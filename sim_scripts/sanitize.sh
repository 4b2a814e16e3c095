#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Builds everything with a sanitizer of the compiler, in a folder of its own, and runs the tests that make sense under
# it: address and undefined the unit tests, damaged files and the command line; thread whatever has several threads.
#   sanitize.sh address|undefined|thread [--no-install] [option of ctest ...]
# With options of ctest those tests are run instead. Ends with 0 when nothing was found.
set -eu
cd "$(dirname "$0")/.."

kind=${1:-}
targets=(all)
case $kind in
  address | undefined)
    # Not: tests that limit memory, that build for themselves, or that are long already.
    tests=(-R '^(test_|fuzz$|fault_exchange|saturation|cli_(bad_input|config|results|statistics|traffic|engines|faults|sweep|triage|inject|ranks)$|lockstep_(switch|fabric))'
      -E 'second_opinion|queueing|fidelity|_wide|flood')
    ;;
  thread)
    tests=(-R '^(test_checkpoint$|test_split$|test_fedx_event_parts$|test_vcr_event_parts$|test_fedx_event_ranks$|test_vcr_event_ranks$|test_archive|saturation|cli_(statistics|traffic|faults)$|lockstep_(fabric_latency|inject))')
    targets=(fedx fedx_rtl test_checkpoint test_split test_fedx_event_parts test_vcr_event_parts test_fedx_event_ranks test_vcr_event_ranks test_archive intervals)
    ;;
  *)
    echo "usage: sanitize.sh address|undefined|thread [--no-install] [option of ctest ...]" >&2
    exit 2
    ;;
esac
shift
install=""
if [ "${1:-}" = --no-install ]; then
  install=$1
  shift
fi
[ $# -eq 0 ] || tests=("$@") targets=(all)
sim_scripts/install_deps.sh ${install:+"$install"} --tests

build=$PWD/build-$kind
mkdir -p "$build"
if ! { cmake -S . -B "$build" -G Ninja -DFEDX_SANITIZE="$kind" && cmake --build "$build" --target "${targets[@]}"; } >"$build/build.log" 2>&1; then
  grep -E -A5 "error|FAILED" "$build/build.log" | head -n 40 >&2 || true
  echo "sanitize.sh: the build failed: see $build/build.log" >&2
  exit 2
fi

# What ends by a fault on purpose leaks; memory that cannot be had is part of the tests.
export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1 TSAN_OPTIONS=halt_on_error=1:suppressions=$PWD/tests/thread.supp
ctest --test-dir "$build" -j "$(nproc)" --timeout 3600 --output-on-failure "${tests[@]}"
