#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Verilator's headers for routers of a user's own are taken as the compiler read them when this was built; with other options it
# reads them anew, and with another compiler nobody asks for them.
. "$(dirname "$0")/../common.sh"
cd "$scratch"
made=$(find "$FEDX_BUILD" -maxdepth 3 -path '*/fedx_dut_headers-*/O2/fedx_headers.h.gch')
[ -n "$made" ] || skip "the headers were not read in this build: there is no g++, or no Verilator"
mkdir bin
printf '#!/bin/sh\nexec "%s" -H "$@" 2>>"%s/log"\n' "$(command -v g++)" "$scratch" >bin/g++
chmod +x bin/g++
builds=0

# taken UNITS ENVIRONMENT...: of so many units of a build the headers were there, and the router is as good as ever
taken() {
  local units=$1
  shift
  true >log
  expect 0 env PATH="$scratch/bin:$PATH" "$@" "$FEDX" blackbox "$FEDX_SOURCE/examples/your-router/stream_mux.yaml" --cycles 2000 --quiet
  [ "$(grep -c '^! .*/fedx_headers.h.gch$' log || true)" -eq "$units" ] || fail "not $units units, $*: $(grep fedx_headers log)"
  builds=$((builds + 1))
}
taken 3
taken 2 CXXFLAGS=-O1 # the one without optimisation has some now
taken 0 CXX=g++
taken 0 CXXFLAGS=-DNOTHING
if command -v clang++ >/dev/null; then # which others call g++
  printf '#!/bin/sh\nexec clang++ -H "$@" 2>>"%s/log"\n' "$scratch" >bin/g++
  taken 0
fi
echo "$builds builds: headers are taken by those that they are for"
