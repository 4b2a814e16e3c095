#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Fabrics beyond ten buffers: what must be said, the same results from all instances, and a 128 x 128.
#   scale.sh [--flat]   --flat: only that a cycle of a switch costs as much in large fabrics as in small ones, on a quiet machine
. "$(dirname "$0")/../common.sh"
wide=("$FEDX" --instance 128)

# costs ROUNDS: what a 4 x 4 and a 128 x 128 take, under the same load of the links
costs() {
  for size in 4 128; do
    expect 0 "${wide[@]}" bench --size $size --rounds "$1" --json "$scratch/bench$size"
  done
}
figure() { sed -nE "s/^ *\"$2\": ([0-9.]+),?$/\1/p" "$scratch/bench$1"; }
if [ "${1-}" = --flat ]; then
  costs 3
  awk -v small="$(figure 4 ns_per_switch_cycle)" -v large="$(figure 128 ns_per_switch_cycle)" \
    'BEGIN { print large / small " times"; exit !(small > 0 && large > 0 && large <= 1.5 * small) }' || fail "cost is not flat: $(cat "$scratch"/bench*)"
  exit
fi

bad() { refused "$1" "$FEDX" run --cycles 1000 "${@:2}"; }
bad "its diameter 21 needs at least 22 buffers: use --buffers 22" --rows 32 --cols 32
bad "its diameter 21 needs at least 22 buffers: use --buffers 22" --rows 32 --cols 32 --buffers 21
bad "its diameter must stay under the 128 buffers" --rows 256 --cols 256 --buffers 128
bad "unless packets stay near: --pattern near" --rows 256 --cols 256 --buffers 128
bad "--pattern near needs at least 9 rows and 9 columns" --rows 8 --cols 8 --pattern near
bad "rows and columns must be 128 or less, or multiples of 256" --rows 300 --cols 300 --pattern near
bad "its diameter 18 needs at least 19 buffers" --topology mesh --rows 10 --cols 10 --pattern near
bad "at most 1048576 nodes" --rows 1024 --cols 1025 --pattern near
bad "route tables have 1024 entries" --rows 64 --cols 64 --buffers 43 --engine cycle
bad "--buffers 129: must be a whole number from 2 to 128" --buffers 129
bad "BufferLimitTrans must be 0 (off) to the number of buffers" --limit-trans 13 --buffers 12
bad "must be 10 or 20 for RTL nodes" --buffers 9 --lockstep 3
bad "must be 10 or 20 for RTL nodes" --buffers 12 --rtl 3
bad "--rtl and --lockstep need the cycle engine" --engine event --rtl 3
bad "--digest needs the cycle engine" --engine event --digest

# The same events, packet by packet, from all instances and both engines, in a fabric that all can do.
run=(run --rows 6 --cols 7 --cycles 20000 --load 1 --backpressure none --limit-trans 0 --limit-dest 0)
expect 0 "$FEDX" "${run[@]}" --trace "$scratch/standard" --engine cycle
for instance in 20 128; do
  for engine in cycle event; do
    expect 0 "$FEDX" --instance $instance "${run[@]}" --trace "$scratch/other" --engine $engine
    cmp "$scratch/standard" "$scratch/other" || fail "the $engine engine of the instance for $instance gives other events"
  done
done
for instance in 11 x ""; do
  expect 2 "$FEDX" --instance "$instance" "${run[@]}"
  grep -qF -- "--instance: must be 10, 20 or 128" "$scratch/err" || fail "no word on the instance '$instance'"
done
events=$(wc -l <"$scratch/standard")

# Fewer and more buffers than ten change the run: in the standard instance, and in the one that it hands over to.
for buffers in 6 12; do
  expect 0 "$FEDX" "${run[@]}" --trace "$scratch/other" --buffers $buffers
  cmp -s "$scratch/standard" "$scratch/other" && fail "--buffers $buffers changes nothing"
done
grep -q "^switches    12 buffers" "$scratch/out" || fail "12 buffers are not in the results"

# 128 x 128 in one process: every packet that was taken is delivered.
expect 0 "$FEDX" run --rows 128 --cols 128 --buffers 86 --engine event --load 0.02 --cycles 6000
grep -q "^fabric      128 x 128 xmesh, 16384 switches" "$scratch/out" || fail "not a 128 x 128"
read -r taken delivered left < <(sed -nE 's/^packets +([0-9]+) taken from PEs, ([0-9]+) delivered, ([0-9]+) in.*/\1 \2 \3/p' "$scratch/out")
[ "$taken" -eq "$delivered" ] && [ "$left" -eq 0 ] && [ "$taken" -gt 1000 ] || fail "128 x 128: $taken taken, $delivered delivered"

# More nodes than 16 bits have numbers: whole numbers in the trace, each packet delivered where it was sent to, by its source's
# number, not farther than traffic that stays near goes.
expect 0 "$FEDX" run --rows 128 --cols 1024 --pattern near --workload single --load 0.2 --cycles 900 --trace "$scratch/large"
awk '$3 == "i" { sent[$4 " " $6 " " $7] = $5; from[$4 " " $6 " " $7] = $2; injected++ }
     $3 == "d" { id = $4 " " $6 " " $7
                 rows = int($4 / 1024) - int($5 / 1024); cols = $4 % 1024 - $5 % 1024
                 rows = (rows + 132) % 128 - 4; cols = (cols + 1028) % 1024 - 4
                 if ($2 != $5 || sent[id] != $5 || from[id] != $4 || rows > 4 || cols > 4) { print "wrong: " $0; exit 1 }
                 high += $5 > 65535; delivered++ }
     END { exit !(delivered == injected && delivered > 50000 && high > delivered / 3) }' "$scratch/large" ||
  fail "128 x 1024: packets are not delivered where they were sent to"

# What scale costs: less than 8 KB a node.
costs 1
awk -v small="$(figure 4 memory_bytes)" -v large="$(figure 128 memory_bytes)" \
  'BEGIN { node = (large - small) / (16384 - 16); exit !(node > 0 && node < 8192) }' || fail "memory: $(cat "$scratch"/bench*)"
expect 0 "$FEDX" bench --size 4 --rounds 1 --against "$scratch/bench4"
grep -qE ' MB +[0-9]+[.][0-9]{2} times$' "$scratch/out" || fail "bench --against: $(cat "$scratch/out")"
expect 0 "$FEDX" bench --size 64 --near --rounds 1 --json "$scratch/near"
grep -q '"buffers": 10' "$scratch/near" || fail "bench --near: $(cat "$scratch/near")"
expect 2 "$FEDX" bench --size 8 --near
grep -qF "needs at least 9 rows and 9 columns" "$scratch/err" || fail "no word on a size that is too small"
expect 2 "$FEDX" bench --near
expect 2 "$FEDX" bench --size 200
grep -qF "its diameter must stay under the 128 buffers" "$scratch/err" || fail "no word on a size that is too large"

echo "$events equal events in three instances; 128 x 128: $delivered packets, all delivered"
