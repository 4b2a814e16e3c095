#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Bad input: one clear line on stderr, exit status 2, nothing on stdout.
. "$(dirname "$0")/../common.sh"

refused "unknown command 'fly': fedx --help lists them" "$FEDX" fly
refused "unknown command 'verfiy': did you mean fedx verify?" "$FEDX" verfiy
refused "unknown command 'rnu': did you mean fedx run?" "$FEDX" help rnu
refused "fedx help: unexpected argument 'now'" "$FEDX" help run now
refused "fabric too large" "$FEDX" run --rows 15 --cols 15
refused "fabric too large" "$FEDX" run --rows 100 --cols 100
refused "its diameter 10 needs at least 11 buffers, and the RTL has 10, or 20 with --buffers 20" "$FEDX" run --lockstep all --rows 15 --cols 15
refused "at least 2 rows" "$FEDX" run --rows 1
refused "--load 0: must be a number over 0" "$FEDX" run --load 0
refused "--load -1" "$FEDX" run --load -1
refused "--load much" "$FEDX" run --load much
refused "--cycles 0" "$FEDX" run --cycles 0
# Whole numbers in any way of writing them, and nothing else
for number in 1.5 1.5e0 1.2345k 1e19 10G0 1e 2K 0.0001k e6 -1 --1 1e-1 99999999999999999999 18446744073709551617; do
  refused "--cycles $number: must be a whole number from 1 to" "$FEDX" run --cycles=$number
done
refused "--seed 1.5: must be a whole number" "$FEDX" verify --seed 1.5
printf 'run:\n  cycles: 1.5\n' >"$scratch/cycles.yaml"
refused "run.cycles: 1.5 must be a whole number" "$FEDX" run "$scratch/cycles.yaml"
for number in 20000 2e4 20k 0.02M 2.0e4 0.00002G 020000 +20000; do
  expect 0 "$FEDX" config --cycles $number --command
  [ "$(cat "$scratch/out")" = "fedx run --cycles 20000" ] || fail "$number is read as: $(cat "$scratch/out")"
done
refused "--warmup must be less" "$FEDX" run --cycles 10 --warmup 10
refused "must be one of none, message, destination" "$FEDX" run --backpressure some
refused "BufferLimitTrans must be 0 (off) to the number of buffers" "$FEDX" run --limit-trans 11
refused "BufferLimit must be 0 (off) to the number of buffers" "$FEDX" run --limit-total 11
refused "--limit-trans 129" "$FEDX" run --limit-trans 129
refused "--latency 8" "$FEDX" run --latency 8
refused "--workload wk99" "$FEDX" run --workload wk99
refused "must be one of fifo, alpha" "$FEDX" run --schedule lifo
refused "--alpha goes with --schedule alpha" "$FEDX" run --schedule fifo --alpha 8
refused "--alpha 0.1234: must be from 0 to 1000000 with at most three decimals" "$FEDX" run --alpha 0.1234
refused "--alpha 1000001" "$FEDX" run --alpha 1000001
refused "--alpha 1e3" "$FEDX" run --alpha 1e3
refused "--pattern spiral" "$FEDX" run --pattern spiral
refused "--pattern transpose needs a square fabric" "$FEDX" run --rows 4 --pattern transpose
refused "--pattern shuffle needs a fabric whose number of nodes is a power of two" "$FEDX" run --rows 6 --pattern shuffle
refused "--pattern tornado needs rows and columns, at least 3 of either" "$FEDX" run --rows 2 --cols 2 --pattern tornado
refused "must be one of poisson, onoff" "$FEDX" run --source fractal
refused "--inject-overhead 65536: must be a whole number from 0 to 65535" "$FEDX" run --inject-overhead 65536
refused "--eject-overhead -1" "$FEDX" run --eject-overhead -1
refused "--refusal-pause 65536" "$FEDX" run --refusal-pause 65536
refused "--eject-overhead 161 is longer than a packet of 160 cycles" "$FEDX" run --eject-overhead 161
expect 0 "$FEDX" run --rows 3 --cols 3 --eject-overhead 161 --eject-priority 0 --cycles 1000 --quiet
refused "--on-mean 0" "$FEDX" run --source onoff --on-mean 0
refused "--off-mean goes with --source onoff" "$FEDX" run --off-mean 5
refused "--hot-load goes with --hot-spots" "$FEDX" run --hot-load 1
refused "--pattern does not go with --hot-spots" "$FEDX" run --hot-spots 3 --pattern shuffle
refused "node that is not in the fabric" "$FEDX" run --hot-spots 64
refused "must name at least one node, and not all" "$FEDX" run --hot-spots all
refused "must be random:COUNT:SEED with a COUNT from 1 to 63" "$FEDX" run --hot-spots random:64:1
refused "must be random:COUNT:SEED" "$FEDX" run --hot-spots random:3
refused "a whole number SEED" "$FEDX" run --hot-spots random:3:1x
refused "a share must be from 0.0 to 1.0" "$FEDX" run --hot-spots 3 --hot-senders 1.5
refused "is 64 PEs, and only 63 are no hot spots" "$FEDX" run --hot-spots 3 --hot-senders 1.0
refused "node 3 is a hot spot" "$FEDX" run --hot-spots 3 --hot-senders 1-4
refused "must be a number from 0 to 2, or backlog" "$FEDX" run --hot-spots 3 --hot-load much
refused "--load does not go with --replay, which brings its own messages" "$FEDX" run --replay /nowhere/trace --load 0.5
refused "cannot read /nowhere/trace" "$FEDX" run --replay /nowhere/trace
refused "cannot write /nowhere/record" "$FEDX" run --record /nowhere/record
printf '0 1 2 3\n5 0 64 1\n' >"$scratch/trace"
refused "$scratch/trace:2: destination 64 is not in the fabric (nodes 0 to 63)" "$FEDX" run --replay "$scratch/trace"
printf -- '-4 1 2 3\n' >"$scratch/trace"
refused "$scratch/trace:1: time must be a whole number, not negative" "$FEDX" run --replay "$scratch/trace"
printf '0 1 2 300\n' >"$scratch/trace"
refused "$scratch/trace:1: packets 300 must be from 1 to 255" "$FEDX" run --replay "$scratch/trace"
printf '0 1 2 3\n5 \0 0 6 1\n' >"$scratch/trace"
refused "$scratch/trace:2: a byte that is zero" "$FEDX" run --replay "$scratch/trace"
# What has no end is not read to its end.
letters() { tr '\0' a </dev/zero; }
long="a line of more than 4194304 bytes"
refused ":1: $long" timeout 60 "$FEDX" run --replay <(letters)
refused ":3: $long" timeout 60 "$FEDX" gen-tb --out "$scratch/tb" --vectors <(printf '//\n//\n' && letters)
refused ":1: a byte that is zero" timeout 60 "$FEDX" run --replay /dev/zero
refused "it has more than 16777216 bytes" timeout 60 "$FEDX" coverage <(printf '{"a": "' && letters)
refused ": no configuration has " timeout 60 "$FEDX" run <(letters)
refused "argument 3 is not UTF-8" "$FEDX" run --replay "$scratch/$(printf 'a\377')"
refused "must be a whole number" "$FEDX" run --rows " 8"
refused "must be a number over 0" "$FEDX" run --load 0x1p-1
refused "must have a whole number, not negative, after random:" "$FEDX" run --rtl random:-5
refused "--topology ring" "$FEDX" run --topology ring
refused "node that is not in the fabric" "$FEDX" run --lockstep 64
refused "must be all, none" "$FEDX" run --rtl some
refused "after random:" "$FEDX" run --rtl random:x
refused "unexpected argument 'now'" "$FEDX" run now
refused "cannot write /nowhere/trace" "$FEDX" run --trace /nowhere/trace
refused "cannot write /nowhere/out.json" "$FEDX" run --rows 2 --cols 2 --cycles 100 --json /nowhere/out.json
refused "no RTL build at /nowhere/rtl.so" "$FEDX" run --rtl all --rtl-object /nowhere/rtl.so
refused "no RTL build at /nowhere/rtl.so" "$FEDX" verify --rtl-object /nowhere/rtl.so
refused "cannot load the RTL build" "$FEDX" verify --rtl-object "$0"
refused "no RTL build" env FEDX_RTL=/nowhere/rtl.so "$FEDX" bench
refused "must be one of legal" "$FEDX" verify --profile kind
refused "--seed x" "$FEDX" verify --seed x
refused "--inject 0" "$FEDX" verify --inject 0
refused "--profile does not go with --inject" "$FEDX" verify --inject 1 --profile noise
refused "--bundle does not go with --pins" "$FEDX" verify --pins --bundle new
refused "--first goes with --inject" "$FEDX" verify --first 1
refused "--rounds 0" "$FEDX" bench --rounds 0
refused "--ranks is of processes that are started together: mpirun -n 2" "$FEDX" bench --ranks
refused "unexpected argument 'fabric.yaml'" "$FEDX" bench fabric.yaml
refused "--against does not go with --threads" "$FEDX" bench --size 8 --threads 2 --against before.json
refused "/nowhere/before.json" "$FEDX" bench --size 8 --against /nowhere/before.json
refused "go behind --, and are those of fedx run" "$FEDX" bench --size 8 --ranks
for command in run verify bench; do
  refused "fedx $command: unrecognized option '--frobnicate': fedx $command --help lists them" "$FEDX" $command --frobnicate
done
refused "unrecognized option '--cylces': did you mean --cycles?" "$FEDX" run --cylces 5
refused "unrecognized option '--jsn': did you mean --json?" "$FEDX" verify --jsn=x
refused "no RTL build at ./--cylces" "$FEDX" verify --rtl-object --cylces # a value, not an option
# A full disk: the file that was there stays.
if [ -c /dev/full ]; then
  refused "cannot write /dev/full" "$FEDX" run --rows 2 --cols 2 --cycles 2000 --trace /dev/full
  refused "cannot write /dev/full" "$FEDX" run --rows 2 --cols 2 --cycles 2000 --record /dev/full
  expect 2 "$FEDX" run --rows 2 --cols 2 --cycles 2000 --json /dev/full
  grep -qF "cannot write /dev/full" "$scratch/err" || fail "a full disk is not named"
  [ -c /dev/full ] || fail "the device was replaced by a file"
  refused=$((refused + 1))
fi
# Results appear whole or not at all: what was there stays when the new ones cannot be written.
echo '{"old": 1}' >"$scratch/results.json"
mkdir "$scratch/results.json.part"
refused "cannot write $scratch/results.json" "$FEDX" run --rows 2 --cols 2 --cycles 2000 --json "$scratch/results.json"
grep -q old "$scratch/results.json" || fail "old results are lost"
echo "$refused kinds of bad input, each one line and exit status 2"
