#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Bad input: one clear line on stderr, exit status 2, nothing on stdout.
. "$(dirname "$0")/../common.sh"
cases=0

# bad "WORDS THE LINE MUST HOLD" COMMAND...
bad() {
  local words=$1
  shift
  expect 2 "$@"
  [ "$(wc -l <"$scratch/err")" -eq 1 ] || { cat "$scratch/err"; fail "not one line: $*"; }
  [ ! -s "$scratch/out" ] || fail "prints on stdout: $*"
  grep -qF -- "$words" "$scratch/err" || { cat "$scratch/err"; fail "does not say '$words': $*"; }
  cases=$((cases + 1))
}

bad "unknown command 'fly'" "$FEDX" fly
bad "fabric too large" "$FEDX" run --rows 15 --cols 15
bad "fabric too large" "$FEDX" run --rows 100 --cols 100
bad "at least 2 rows" "$FEDX" run --rows 1
bad "--load 0: must be a number over 0" "$FEDX" run --load 0
bad "--load -1" "$FEDX" run --load -1
bad "--load much" "$FEDX" run --load much
bad "--cycles 0" "$FEDX" run --cycles 0
bad "--cycles 1e6" "$FEDX" run --cycles 1e6
bad "--warmup must be less" "$FEDX" run --cycles 10 --warmup 10
bad "must be one of none, message, destination" "$FEDX" run --backpressure some
bad "--limit-trans 11" "$FEDX" run --limit-trans 11
bad "--latency 8" "$FEDX" run --latency 8
bad "--workload wk99" "$FEDX" run --workload wk99
bad "must be one of fifo, alpha" "$FEDX" run --schedule lifo
bad "--alpha goes with --schedule alpha" "$FEDX" run --schedule fifo --alpha 8
bad "--alpha 0.1234: must be from 0 to 1000000 with at most three decimals" "$FEDX" run --alpha 0.1234
bad "--alpha 1000001" "$FEDX" run --alpha 1000001
bad "--alpha 1e3" "$FEDX" run --alpha 1e3
bad "--topology ring" "$FEDX" run --topology ring
bad "node that is not in the fabric" "$FEDX" run --lockstep 64
bad "must be all, none" "$FEDX" run --rtl some
bad "after random:" "$FEDX" run --rtl random:x
bad "unexpected argument 'now'" "$FEDX" run now
bad "cannot write /nowhere/trace" "$FEDX" run --trace /nowhere/trace
bad "cannot write /nowhere/out.json" "$FEDX" run --rows 2 --cols 2 --cycles 100 --json /nowhere/out.json
bad "no RTL build at /nowhere/rtl.so" "$FEDX" run --rtl all --rtl-object /nowhere/rtl.so
bad "no RTL build at /nowhere/rtl.so" "$FEDX" verify --rtl-object /nowhere/rtl.so
bad "cannot load the RTL build" "$FEDX" verify --rtl-object "$0"
bad "no RTL build" env FEDX_RTL=/nowhere/rtl.so "$FEDX" bench
bad "must be one of legal" "$FEDX" verify --profile kind
bad "--seed x" "$FEDX" verify --seed x
bad "--rounds 0" "$FEDX" bench --rounds 0
# argp adds a line that points to --help.
for command in run verify bench; do
  expect 2 "$FEDX" $command --frobnicate
  grep -q "unrecognized option '--frobnicate'" "$scratch/err" || fail "unknown option of $command is not named"
  cases=$((cases + 1))
done
# A full disk: the file that was there stays.
if [ -c /dev/full ]; then
  bad "cannot write /dev/full" "$FEDX" run --rows 2 --cols 2 --cycles 2000 --trace /dev/full
fi
echo "$cases kinds of bad input, each one line and exit status 2"
