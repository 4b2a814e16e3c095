#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A ready that comes when the flit has left the output is right. A flit that leaves twice, or is accepted and does not leave, is wrong.
. "$(dirname "$0")/../../case.sh"
sources
for interface in valid-ready valid-then-yumi; do
  sed "/^inputs/s/interface: valid-ready/interface: $interface/; /^inputs/s/ready: ack/$([ "$interface" = valid-ready ] && echo ready || echo yumi): ack/" bus.yaml >"$interface.yaml"
  for seed in ${long:+1 2} 3; do
    expect 0 "${verify[@]}" "$interface.yaml" --seed "$seed" --cycles 25000 --keep "kept_$interface" --testbench "good_$interface$seed"
  done
  expect 0 make -C "good_${interface}3" icarus
done
expect 1 "${verify[@]}" bus.yaml --parameter WRONG=1 --bundle twice
said '^duplicate: '
shown twice '([1-9]|[12][0-9])'
expect 1 "${verify[@]}" bus.yaml --parameter WRONG=2 --bundle gone
said '^(lost|progress): '
shown gone '([1-9]|[12][0-9])'
echo "2 wrong routers"
