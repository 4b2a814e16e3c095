#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Build in build/: model, programs, Verilated RTL, bindings, the SystemC top where SystemC is.
#   build.sh [--no-install] [--tests] [--browser] [--mpi]
#     --tests   the tests too; a later build.sh goes on building them
#     the rest  as install_deps.sh
set -eu
cd "$(dirname "$0")/.."
installed=0
sim_scripts/install_deps.sh "$@" || installed=$?
# What this system does not offer is left out (3).
[ "$installed" -eq 0 ] || [ "$installed" -eq 3 ] || exit "$installed"

log=build/build.log
if ! mkdir -p build 2>/dev/null || ! { : >"$log"; } 2>/dev/null; then
  echo "cannot write in $PWD/build; build in a folder of your own: cmake -S '$PWD' -B FOLDER -G Ninja && cmake --build FOLDER" >&2
  exit 1
fi
options=()
if [ ! -f build/CMakeCache.txt ]; then
  options=(-G Ninja -DBUILD_TESTING=OFF)
fi
[[ " $* " != *" --tests "* ]] || options+=(-DBUILD_TESTING=ON)
[ -x build/fedx ] || echo "building takes some minutes (log: $log)"
export LC_ALL=C.UTF-8 # the log is read below
if ! cmake -S . -B build "${options[@]}" >"$log" 2>&1 || ! cmake --build build -j "$(nproc)" >>"$log" 2>&1; then
  awk -f sim_scripts/first_errors.awk "$log" >&2
  echo "the build failed: see $log" >&2
  exit 1
fi
