#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Build and pass the tests.
#   test.sh [--no-install] [--long] [option of ctest ...]
# --long adds the tests that compare tens of millions of cycles.
set -eu
cd "$(dirname "$0")/.."
install=""
tests=(--label-exclude long)
while [ $# -gt 0 ]; do
  case $1 in
    --no-install) install=$1 ;;
    --long) tests=() ;;
    *) break ;;
  esac
  shift
done
sim_scripts/build.sh ${install:+"$install"} --tests
exec ctest --test-dir build --output-on-failure -j "$(nproc)" "${tests[@]}" "$@"
