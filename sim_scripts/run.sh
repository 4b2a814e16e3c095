#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# The main job: an 8x8 X-mesh of 64 RTL switches, each in lockstep with the golden
# model, under the paper's wk-mixture workload.
#   run.sh [--no-install] [option of `fedx run` ...]
set -eu
cd "$(dirname "$0")/.."
install=""
if [ "${1:-}" = --no-install ]; then
  install=$1
  shift
fi
sim_scripts/build.sh $install
exec build/fedx run --lockstep all --load 0.7 --cycles 200000 "$@"
