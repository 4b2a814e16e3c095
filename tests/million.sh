#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A fabric of a million nodes in one process, 10 000 cycles: every packet that was taken is delivered, in less than 4 KB a node.
. "$(dirname "$0")/common.sh"
nodes=$((1024 * 1024)) limit=$((4 * 1024 * 1024))
available=$(awk '/^MemAvailable/ { print $2 }' /proc/meminfo)
[ "${available:-0}" -gt $((limit + 1024 * 1024)) ] || { echo "too little memory is free: $available KB" >&2 && exit 77; }
# More address space than that and it is out of memory
ulimit -v $((limit + 256 * 1024))
expect 0 "$FEDX" run --rows 1024 --cols 1024 --pattern near --load 0.3 --cycles 10000 --json "$scratch/json"
grep -q "^fabric      1024 x 1024 xmesh, $nodes switches" "$scratch/out" || fail "not a million"
read -r taken delivered left < <(sed -nE 's/^packets +([0-9]+) taken from PEs, ([0-9]+) delivered, ([0-9]+) in.*/\1 \2 \3/p' "$scratch/out")
[ "$taken" -eq "$delivered" ] && [ "$left" -eq 0 ] && [ "$taken" -gt "$nodes" ] || fail "$taken taken, $delivered delivered, $left left"
echo "$delivered packets between $nodes nodes, all delivered; less than $((limit / 1024 / 1024)) KB a node"
