#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Build in build/: model, programs, Verilated RTL, bindings, the SystemC top where SystemC is.
#   build.sh [--no-install] [--tests] [--browser] [--mpi]
#     --tests   the tests too; a later build.sh goes on building them
#     the rest  as install_deps.sh
set -eu
cd "$(dirname "$0")/.."
sim_scripts/install_deps.sh "$@"

log=build/build.log
testing=()
[ -f build/CMakeCache.txt ] || testing=(-DBUILD_TESTING=OFF)
[[ " $* " != *" --tests "* ]] || testing=(-DBUILD_TESTING=ON)
mkdir -p build
if ! cmake -S . -B build -G Ninja "${testing[@]}" >"$log" 2>&1 || ! cmake --build build >>"$log" 2>&1; then
  grep -E -A5 "error|Error|FAILED" "$log" | head -n 40 >&2 || true
  echo "the build failed: see $log" >&2
  exit 1
fi
