#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A description, a mapping file, a source or what a source includes is a pipe or a device: a sentence, and not a wait without an end.
. "$(dirname "$0")/../../case.sh"
mkfifo pipe.yaml pipe.v
ln -s /dev/zero device.yaml
ln -s /dev/zero device.v
module m >m.v
description m m.v >m.yaml
for kind in pipe device; do
  refused "cannot read $kind.yaml: it is no regular file" timeout 60 "$FEDX" blackbox $kind.yaml
  refused "cannot read $kind.yaml: it is no regular file" timeout 60 "$FEDX" verify --dut m.v --top m --map $kind.yaml
  refused "$kind.v: must be a Verilog source" timeout 60 "$FEDX" verify --dut $kind.v --top m
  # What is included, only a limit finds: Verilator and all that it started are ended.
  module m "\`include \"$kind.v\"" >m.v
  for command in 'm.yaml' 'new.yaml --init m.v'; do
    # shellcheck disable=SC2086 # a file and options
    FEDX_TOOL_SECONDS=3 refused "verilator had not ended after 3 s (FEDX_TOOL_SECONDS)" timeout 60 "$FEDX" blackbox $command
    nothing_left
    ! pgrep -f "verilator_bin.*$scratch" || fail "Verilator runs on"
  done
done
# A compiler that does not come to its end.
module m >m.v
printf '#!/bin/sh\nexec sleep 1000\n' >slow
chmod +x slow
CXX=$PWD/slow FEDX_TOOL_SECONDS=8 refused "slow had not ended after 8 s (FEDX_TOOL_SECONDS)" timeout 200 "$FEDX" blackbox m.yaml
nothing_left
echo "$refused files"
