#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A queue that is full one word too late is filled, however deep it is. What has no room to be full in a run is named, with what to do.
. "$(dirname "$0")/../../case.sh"
sources
depths=(2048)
[ -z "$long" ] || depths=(256 2048)
for depth in "${depths[@]}"; do
  expect 0 "${verify[@]}" queue.yaml --parameter DEPTH="$depth" --keep "right-$depth"
  expect 1 "${verify[@]}" queue.yaml --parameter DEPTH="$depth" --parameter LATE=1 --no-bundle
  said '^failed in episode [0-9]+, sustained'
done
expect 0 "${verify[@]}" queue.yaml --parameter DEPTH=2048 --keep right-2048 --cycles 5000
said '^router .*, as built in right-2048'
said '^sustained   [0-9]+ flits .*; more --cycles are needed for 10000$'
expect 0 "${verify[@]}" queue.yaml --parameter DEPTH=16384
said 'not hit: full: input 0'
said 'smaller depth of the router'
sed '1a sweep: {DEPTH: [4, 16384]}' queue.yaml >swept.yaml
expect 0 "${verify[@]}" swept.yaml --cycles 60000
[ "$(grep -c '^              1 points are not hit; a run of this combination alone, by --parameter, names them$' out)" -eq 1 ] ||
  { cat out; fail "a sweep does not say that points are open"; }
echo "${#depths[@]} depths, and one that is not filled"
