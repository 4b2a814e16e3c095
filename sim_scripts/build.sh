#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Build everything in build/: model, programs, Verilated RTL, SystemC top, tests.
#   build.sh [--no-install] [--tests]   as install_deps.sh
set -eu
cd "$(dirname "$0")/.."
sim_scripts/install_deps.sh "$@"

log=build/build.log
mkdir -p build
if ! cmake -S . -B build -G Ninja >"$log" 2>&1 || ! cmake --build build >>"$log" 2>&1; then
  grep -E -A5 "error|Error|FAILED" "$log" | head -n 40 >&2 || true
  echo "the build failed: see $log" >&2
  exit 1
fi
