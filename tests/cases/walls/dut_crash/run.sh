#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# C code in a router ends the process, or does what the processor refuses: the run says so, with the cycle, and leaves nothing behind.
. "$(dirname "$0")/../common.sh"
count=0
ends() { # CODE WORDS [OPTION...]: code that runs in clock cycle 50 ends the run in these words
  local code=$1 words=$2
  shift 2
  module m "integer n = 0; always @(posedge clk) begin n <= n + 1; if (n == 50) \$c(\"$code\"); end" >m.v
  description m m.v >m.yaml
  expect 1 "$FEDX" verify --router-dut m.yaml --cycles 3000 --quiet --no-bundle "$@"
  grep -qE "^progress: cycle 4[0-9]: the switch $words" out || { cat out err; fail "$code: does not say '$words'"; }
  nothing_left
  count=$((count + 1))
}
ends 'exit(0);' 'ends the run by exit\(0\)'
ends '_exit(3);' 'ends the run by _exit\(3\)'
ends '*(volatile int *)8 = 1;' 'crashes: it uses memory that is not its own'
ends 'volatile int zero = 0; volatile int sink = 7 / zero;' 'crashes: it divides by zero'
ends 'throw 5;' 'ends the run by abort'
ends 'struct deep { static int go(volatile int *p) { volatile int a[4096]; a[0] = *p; return go(a) + a[1]; } }; volatile int one = 1; deep::go(&one);' \
  'crashes: it uses memory'
# While the router is made there is no cycle yet.
module m 'initial $c("exit(0);");' >m.v
expect 1 "$FEDX" verify --router-dut m.yaml --cycles 3000 --quiet --bundle bundle
grep -q '^progress: cycle 0: the switch ends the run by exit(0)' out || { cat out; fail "no exit in cycle 0"; }
[ -d bundle ] || fail "no bundle"
nothing_left
echo "$((count + 1)) ends"
