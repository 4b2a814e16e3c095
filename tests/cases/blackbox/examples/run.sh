#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Examples of the styles of public routers: each of three faults, without --long the first one, is found, leaves at most ten packets and
# is confirmed; the right router passes with three seeds, with --long a million cycles each.
. "$(dirname "$0")/../../case.sh"
cycles=30000
[ -z "$long" ] || cycles=1000000
cp "$FEDX_SOURCE"/examples/your-router/*.yaml "$FEDX_SOURCE"/examples/your-router/*v .
found=0
# example NAME FAULT:CHECK...
example() {
  local name=$1 fault seed
  shift
  for seed in 1 2 3; do
    expect 0 "${verify[@]}" "$name.yaml" --cycles $cycles --seed $seed --keep "built-$name"
    [ -z "$long" ] || said '^points +([0-9]+) of \1 points'
  done
  [ -n "$long" ] || set -- "$1"
  for fault; do
    expect 1 "${verify[@]}" "$name.yaml" --define "FAULT_${fault%%:*}" --bundle "found-$name-${fault%%:*}"
    said "^(${fault#*:}): cycle " && said '^confirmed '
    [ "$(sed -nE 's/^bundle .*: ([0-9]+) packets?,.*/\1/p' out)" -le 10 ] || { cat out; fail "more than ten packets are left"; }
    found=$((found + 1))
  done
}
example struct_switch HEAD:corrupted 'STALL:stable|corrupted' TURN:fair
example interface_merge BIT:corrupted 'LAST:framing|order' 'AGAIN:duplicate|order'
example stop_ring 'LATE:stable|lost|corrupted' 'BIT:stable|corrupted' SKIP:lost
example lookahead_row 'AHEAD:misdelivered|progress|lost' 'CREDIT:corrupted|credits|lost' 'BODY:corrupted'
echo "$found faults in examples"
