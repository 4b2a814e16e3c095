#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A fault behind many flits since a reset is found in a default run. What needs them all is not made smaller for long.
. "$(dirname "$0")/../../case.sh"
sources
expect 0 "${verify[@]}" merge.yaml --json good.json
said '^sustained   1[0-9]{4} flits at each input'
said '^points      ([0-9]+) of \1 points'
limits=(2000)
[ -z "$long" ] || limits=(2000 9000)
for limit in "${limits[@]}"; do
  expect 1 "${verify[@]}" merge.yaml --parameter LIMIT="$limit" --bundle "deep-$limit"
  said "^failed in episode [0-9]+, sustained"
  said '^corrupted: '
  said 'it shows behind so many packets only'
  left=$(sed -nE "s/^bundle +deep-$limit: ([0-9]+) packets?,.*/\1/p" out)
  [ "${left:-100000}" -le $((limit / 4)) ] || { cat out; fail "$left packets are left of $limit flits"; }
done
expect 2 make -s -C deep-2000 icarus
said '^FAIL: '
echo "${#limits[@]} faults"
