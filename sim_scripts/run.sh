#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# The main job: an 8x8 X-mesh of 64 RTL switches, each in lockstep with the golden
# model, under the paper's wk-mixture workload; then a report of it to be looked at.
#   run.sh [--no-install] [option of `fedx run` ...]
set -eu
cd "$(dirname "$0")/.."
install=""
if [ "${1:-}" = --no-install ]; then
  install=$1
  shift
fi
sim_scripts/build.sh ${install:+"$install"}
mkdir -p results
exec build/fedx run --lockstep all --load 0.5 --cycles 400000 --report results/run "$@"
