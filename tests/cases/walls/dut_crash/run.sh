#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# C code in a router ends the process, or does what the processor refuses: the run says so, with the cycle and without advice about the
# description, and leaves nothing behind.
. "$(dirname "$0")/../../case.sh"
# One build has all ways: HOW, in the environment, says which.
module m "
\`systemc_header
#include <cstdlib>
#include <unistd.h>
static inline int deep(volatile int *p) { volatile int a[4096]; a[0] = *p; return deep(p) + a[1]; }
static inline void how() {
    volatile int zero = 0, one = 1;
    switch (std::atoi(std::getenv(\"HOW\"))) {
    case 0: exit(0);
    case 1: _exit(3);
    case 2: *(volatile int *)8 = 1; break;
    case 3: one = one / zero; break;
    case 4: throw 5;
    case 5: deep(&one);
    }
}
\`verilog
    integer n = 0; always @(posedge clk) begin n <= n + 1; if (n == 50) \$c(\"how();\"); end" >m.v
description m m.v >m.yaml
count=0
ends() { # WORDS: the way of that number ends the run in these words
  HOW=$count expect 1 "${verify[@]}" m.yaml --cycles 3000 --no-bundle --keep kept
  said "^progress: cycle 4[0-9]: the switch $1"
  nothing_left
  count=$((count + 1))
}
ends 'ends the run by exit\(0\)'
ends 'ends the run by _exit\(3\)'
ends 'crashes: it uses memory that is not its own'
ends 'crashes: it divides by zero'
ends 'ends the run by abort'
ends 'crashes: it uses memory'
# While the router is made there is no cycle yet.
module m 'initial $c("exit(0);");' >m.v
expect 1 "${verify[@]}" m.yaml --cycles 3000 --bundle bundle
said '^progress: cycle 0: the switch ends the run by exit\(0\)'
! grep -q '^hint' out || { cat out; fail "advice about the description, where the router ends the run"; }
[ -d bundle ] || fail "no bundle"
nothing_left
# A bundle of a router without a model is for its own testbench.
for command in replay shrink; do
  refused 'bundle is of a router that there is no model of: its own testbench plays it again, by make -C bundle icarus' "$FEDX" $command bundle
done
echo "$((count + 1)) ends"
