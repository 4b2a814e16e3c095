#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A loop without an end that does nothing is a loop without an end: neither Verilator nor a compiler leaves it out unseen.
. "$(dirname "$0")/../../case.sh"
unset CXX # what a compiler leaves out matters here
export CXXFLAGS=-O2 FEDX_CYCLE_SECONDS=1
description m m.v >m.yaml
for loop in 'forever begin end' 'while (1) n = n + 1;' 'initial forever #5 n = ~n;'; do
  case $loop in
    initial*) module m "integer n; $loop" >m.v ;;
    *) module m "integer n = 0; always @(posedge clk) if (n == 50) $loop else n <= n + 1;" >m.v ;;
  esac
  refused 'loop without an end, in which no time passes' timeout 300 "$FEDX" blackbox m.yaml --cycles 3000
  grep -q 'm.v:[0-9]*:' err || { cat err; fail "no line: $loop"; }
done
module m 'integer n = 0, k; reg q; always @(posedge clk) begin n <= n + 1; if (n == 50) begin q = 1; while (q) k = 5; end if (q) $display("never"); end' >m.v
expect 1 timeout 300 "$FEDX" blackbox m.yaml --cycles 3000 --quiet --no-bundle
grep -q 'fedx: the router loops without end in cycle [0-9]* of node 0: no answer for 1 s' err || { cat out err; fail "the loop is not found"; }
nothing_left
# One that is left is none.
module m 'integer n = 0, k; always @(posedge clk) begin n <= n + 1; k = 0; while (1) begin k = k + 1; if (k > 5) break; end end' >m.v
expect 0 timeout 300 "$FEDX" blackbox m.yaml --cycles 3000 --quiet
