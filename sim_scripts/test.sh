#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Build and pass the tests.
#   test.sh [--no-install] [--browser] [--long] [option of ctest ...]
#     --browser  install Chromium without windows and Node.js where they are missing: without them pages of reports are not looked at
#     --mpi      install Open MPI where it is missing: without it no fabric is run by several processes
#     --long     also the tests that compare tens of millions of cycles
set -eu
cd "$(dirname "$0")/.."
install=()
tests=(--label-exclude long)
while [ $# -gt 0 ]; do
  case $1 in
    --no-install | --browser | --mpi) install+=("$1") ;;
    --long) tests=() ;;
    *) break ;;
  esac
  shift
done
sim_scripts/build.sh "${install[@]}" --tests
{ command -v chromium-headless-shell || command -v chromium; } >/dev/null && command -v node >/dev/null ||
  echo "no pages of reports are looked at: that needs a browser, which test.sh --browser installs"
command -v mpirun >/dev/null || echo "no fabric is run by several processes: that needs MPI, which test.sh --mpi installs"
# One more than there are processors: some tests wait for a browser, a clock or a process that is to end.
exec ctest --test-dir build --output-on-failure -j $(($(nproc) + 1)) "${tests[@]}" "$@"
