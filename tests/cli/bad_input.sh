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

bad "unknown command 'fly': fedx --help lists them" "$FEDX" fly
bad "unknown command 'verfiy': did you mean fedx verify?" "$FEDX" verfiy
bad "unknown command 'rnu': did you mean fedx run?" "$FEDX" help rnu
bad "fedx help: unexpected argument 'now'" "$FEDX" help run now
bad "fabric too large" "$FEDX" run --rows 15 --cols 15
bad "fabric too large" "$FEDX" run --rows 100 --cols 100
bad "its diameter 10 needs at least 11 buffers, and the RTL has 10, or 20 with --buffers 20" "$FEDX" run --lockstep all --rows 15 --cols 15
bad "at least 2 rows" "$FEDX" run --rows 1
bad "--load 0: must be a number over 0" "$FEDX" run --load 0
bad "--load -1" "$FEDX" run --load -1
bad "--load much" "$FEDX" run --load much
bad "--cycles 0" "$FEDX" run --cycles 0
# Whole numbers in any way of writing them, and nothing else
for number in 1.5 1.5e0 1.2345k 1e19 10G0 1e 2K 0.0001k e6 -1 --1 1e-1 99999999999999999999 18446744073709551617; do
  bad "--cycles $number: must be a whole number from 1 to" "$FEDX" run --cycles=$number
done
bad "--seed 1.5: must be a whole number" "$FEDX" verify --seed 1.5
printf 'run:\n  cycles: 1.5\n' >"$scratch/cycles.yaml"
bad "run.cycles: 1.5 must be a whole number" "$FEDX" run "$scratch/cycles.yaml"
for number in 20000 2e4 20k 0.02M 2.0e4 0.00002G 020000 +20000; do
  expect 0 "$FEDX" config --cycles $number --command
  [ "$(cat "$scratch/out")" = "fedx run --cycles 20000" ] || fail "$number is read as: $(cat "$scratch/out")"
done
bad "--warmup must be less" "$FEDX" run --cycles 10 --warmup 10
bad "must be one of none, message, destination" "$FEDX" run --backpressure some
bad "BufferLimitTrans must be 0 (off) to the number of buffers" "$FEDX" run --limit-trans 11
bad "BufferLimit must be 0 (off) to the number of buffers" "$FEDX" run --limit-total 11
bad "--limit-trans 129" "$FEDX" run --limit-trans 129
bad "--latency 8" "$FEDX" run --latency 8
bad "--workload wk99" "$FEDX" run --workload wk99
bad "must be one of fifo, alpha" "$FEDX" run --schedule lifo
bad "--alpha goes with --schedule alpha" "$FEDX" run --schedule fifo --alpha 8
bad "--alpha 0.1234: must be from 0 to 1000000 with at most three decimals" "$FEDX" run --alpha 0.1234
bad "--alpha 1000001" "$FEDX" run --alpha 1000001
bad "--alpha 1e3" "$FEDX" run --alpha 1e3
bad "--pattern spiral" "$FEDX" run --pattern spiral
bad "--pattern transpose needs a square fabric" "$FEDX" run --rows 4 --pattern transpose
bad "--pattern shuffle needs a fabric whose number of nodes is a power of two" "$FEDX" run --rows 6 --pattern shuffle
bad "--pattern tornado needs rows and columns, at least 3 of either" "$FEDX" run --rows 2 --cols 2 --pattern tornado
bad "must be one of poisson, onoff" "$FEDX" run --source fractal
bad "--inject-overhead 65536: must be a whole number from 0 to 65535" "$FEDX" run --inject-overhead 65536
bad "--eject-overhead -1" "$FEDX" run --eject-overhead -1
bad "--refusal-pause 65536" "$FEDX" run --refusal-pause 65536
bad "--eject-overhead 161 is longer than a packet of 160 cycles" "$FEDX" run --eject-overhead 161
expect 0 "$FEDX" run --rows 3 --cols 3 --eject-overhead 161 --eject-priority 0 --cycles 1000 --quiet
bad "--on-mean 0" "$FEDX" run --source onoff --on-mean 0
bad "--on-mean and --off-mean go with --source onoff" "$FEDX" run --off-mean 5
bad "--hot-senders and --hot-load go with --hot-spots" "$FEDX" run --hot-load 1
bad "--pattern does not go with --hot-spots" "$FEDX" run --hot-spots 3 --pattern shuffle
bad "node that is not in the fabric" "$FEDX" run --hot-spots 64
bad "must name at least one node, and not all" "$FEDX" run --hot-spots all
bad "must be random:COUNT:SEED with a COUNT from 1 to 63" "$FEDX" run --hot-spots random:64:1
bad "must be random:COUNT:SEED" "$FEDX" run --hot-spots random:3
bad "a whole number SEED" "$FEDX" run --hot-spots random:3:1x
bad "a share must be from 0.0 to 1.0" "$FEDX" run --hot-spots 3 --hot-senders 1.5
bad "is 64 PEs, and only 63 are no hot spots" "$FEDX" run --hot-spots 3 --hot-senders 1.0
bad "node 3 is a hot spot" "$FEDX" run --hot-spots 3 --hot-senders 1-4
bad "must be a number from 0 to 2, or backlog" "$FEDX" run --hot-spots 3 --hot-load much
bad "--replay brings its own messages: --load does not go with it" "$FEDX" run --replay /nowhere/trace --load 0.5
bad "cannot read /nowhere/trace" "$FEDX" run --replay /nowhere/trace
bad "cannot write /nowhere/record" "$FEDX" run --record /nowhere/record
printf '0 1 2 3\n5 0 64 1\n' >"$scratch/trace"
bad "$scratch/trace:2: destination 64 is not in the fabric (nodes 0 to 63)" "$FEDX" run --replay "$scratch/trace"
printf -- '-4 1 2 3\n' >"$scratch/trace"
bad "$scratch/trace:1: time must be a whole number, not negative" "$FEDX" run --replay "$scratch/trace"
printf '0 1 2 300\n' >"$scratch/trace"
bad "$scratch/trace:1: packets 300 must be from 1 to 255" "$FEDX" run --replay "$scratch/trace"
printf '0 1 2 3\n5 \0 0 6 1\n' >"$scratch/trace"
bad "$scratch/trace:2: a byte that is zero" "$FEDX" run --replay "$scratch/trace"
# What has no end is not read to its end.
letters() { tr '\0' a </dev/zero; }
long="a line of more than 4194304 bytes"
bad ":1: $long" timeout 60 "$FEDX" run --replay <(letters)
bad ":3: $long" timeout 60 "$FEDX" gen-tb --out "$scratch/tb" --vectors <(printf '//\n//\n' && letters)
bad ":1: a byte that is zero" timeout 60 "$FEDX" run --replay /dev/zero
bad "it has more than 16777216 bytes" timeout 60 "$FEDX" coverage <(printf '{"a": "' && letters)
bad ": no configuration has " timeout 60 "$FEDX" run <(letters)
bad "argument 3 is not UTF-8" "$FEDX" run --replay "$scratch/$(printf 'a\377')"
bad "must be a whole number" "$FEDX" run --rows " 8"
bad "must be a number over 0" "$FEDX" run --load 0x1p-1
bad "must have a whole number, not negative, after random:" "$FEDX" run --rtl random:-5
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
bad "--inject 0" "$FEDX" verify --inject 0
bad "--profile does not go with --inject" "$FEDX" verify --inject 1 --profile noise
bad "--first goes with --inject" "$FEDX" verify --first 1
bad "--rounds 0" "$FEDX" bench --rounds 0
for command in run verify bench; do
  bad "fedx $command: unrecognized option '--frobnicate': fedx $command --help lists them" "$FEDX" $command --frobnicate
done
bad "unrecognized option '--cylces': did you mean --cycles?" "$FEDX" run --cylces 5
bad "unrecognized option '--jsn': did you mean --json?" "$FEDX" verify --jsn=x
bad "no RTL build at ./--cylces" "$FEDX" verify --rtl-object --cylces # a value, not an option
# A full disk: the file that was there stays.
if [ -c /dev/full ]; then
  bad "cannot write /dev/full" "$FEDX" run --rows 2 --cols 2 --cycles 2000 --trace /dev/full
  bad "cannot write /dev/full" "$FEDX" run --rows 2 --cols 2 --cycles 2000 --record /dev/full
  expect 2 "$FEDX" run --rows 2 --cols 2 --cycles 2000 --json /dev/full
  grep -qF "cannot write /dev/full" "$scratch/err" || fail "a full disk is not named"
  [ -c /dev/full ] || fail "the device was replaced by a file"
  cases=$((cases + 1))
fi
# Results appear whole or not at all: what was there stays when the new ones cannot be written.
echo '{"old": 1}' >"$scratch/results.json"
mkdir "$scratch/results.json.part"
bad "cannot write $scratch/results.json" "$FEDX" run --rows 2 --cols 2 --cycles 2000 --json "$scratch/results.json"
grep -q old "$scratch/results.json" || fail "old results are lost"
echo "$cases kinds of bad input, each one line and exit status 2"
