#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A list of sources (.f) may say where sources are. An option that runs a command, ends Verilator or changes what is built is
# refused before any tool runs, in a check of pins, in --init and in a verification; so are pipes and lists that name themselves.
. "$(dirname "$0")/../../case.sh"
mkdir bin lists
module m >m.v
cp m.v lists/inner.v
# No tool runs: what is in the place of Verilator leaves a trace.
printf '#!/bin/sh\ntouch %s/ran\nexit 1\n' "$scratch" >bin/verilator
chmod +x bin/verilator
description m list.f >m.yaml
refused_list() { # WORDS LINE...: a list of these lines is refused by each command with these words
  local words=$1
  shift
  printf '%s\n' "$@" >list.f
  rm -f ran new.yaml
  PATH=$scratch/bin:$PATH refused "$words" timeout 60 "$FEDX" blackbox m.yaml
  PATH=$scratch/bin:$PATH refused "$words" timeout 60 "$FEDX" blackbox new.yaml --init list.f
  PATH=$scratch/bin:$PATH refused "$words" timeout 60 "$FEDX" verify --dut list.f --top m
  [ ! -e ran ] || fail "Verilator ran: $*"
  nothing_left
}
for option in -E --version --version --V --threads '--threads 2' --trace --trace-fst '-CFLAGS -g' '-LDFLAGS -lm' --exe --build --binary --main \
  '-MAKEFLAGS x' '--prefix x' '--Mdir x' '-Mdir x' '--pipe-filter x' '--make cmake' '-o x' '-j 4' '--top-module m' --lint-only \
  '--protect-lib x' --generate-key '--getenv HOME' '--debugi 9' --dump-tree --stats '--waiver-output x' '-FI x.h' --gdb --timing -O0 -fno-gate \
  --no-assert --x-initial-edge '--x-assign 1' +verilator+seed+1 - +; do
  refused_list "list.f:2: ${option%% *}: not allowed in a list" m.v "$option"
done
# In every spelling that Verilator's own reader takes.
refused_list 'list.f:1: --exe: not allowed' '"--exe"'
refused_list 'list.f:1: --exe: not allowed' '\-\-exe'
refused_list 'list.f:2: --exe: not allowed' '/* not here: --build' '*/--exe'
refused_list 'list.f:1: --exe: not allowed' 'm.v#x --exe'
refused_list 'list.f:1: --exe: not allowed' 'a//b --exe'
refused_list 'list.f:1: a comment of Verilator' '// verilator fargs --exe'
refused_list 'list.f:2: -F: nothing follows' m.v -F
printf -- '--exe\n' >lists/inner.f
refused_list 'lists/inner.f:1: --exe: not allowed' '-F lists/inner.f'
INNER=lists refused_list 'lists/inner.f:1: --exe: not allowed' '-f ${INNER}/inner.f'
INNER=lists refused_list 'lists/inner.f:1: --exe: not allowed' '-f $(INNER)/../$INNER/inner.f'
refused_list 'more than 16 lists within lists' '-F list.f'
refused_list 'cannot read nowhere.f: No such file' '-f nowhere.f'
mkfifo pipe.v pipe.f
refused_list 'list.f:1: cannot read pipe.v: it is no regular file' pipe.v
refused_list 'list.f:1: cannot read pipe.v: it is no regular file' '-v pipe.v'
refused_list 'list.f:2: cannot read /dev/zero: it is no regular file' m.v /dev/zero
refused_list 'list.f:1: cannot read pipe.f: it is no regular file' '-F pipe.f'
# What is allowed is built; the paths of an inner list are its own.
cat >lists/inner.f <<'F'
# of this folder
inner.v // and no other
F
cat >list.f <<'F'
# --exe
// --build
/* --trace
   --exe */
-F lists/inner.f -y $LISTS +incdir+lists+. -Ilists +libext+.v+.sv +define+A=4'd1+B="x y" -DC -UC -sv
--language 1800-2017 +1364-2005ext+vx -timescale 1ns/1ps -Wno-WIDTH --Wall -Wno-fatal +librescan +notimingchecks --bbox-sys
F
LISTS=lists expect 0 "$FEDX" blackbox m.yaml --cycles 2000 --quiet
# Verilator puts a variable in the place of a $ in the name of a file, wherever the name comes from.
cp m.v 'a$HOME.v'
refused 'a$HOME.v: Verilator puts an environment variable in the place of the $' "$FEDX" verify --dut 'a$HOME.v' --top m
echo "$refused lists"
