#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Ports without a ready: a flit, or a response such as the ack of Wishbone, moves in the cycle in which it is valid.
. "$(dirname "$0")/../../case.sh"
sources
for seed in ${long:+1 2} 3; do
  expect 0 "${verify[@]}" bus.yaml --seed "$seed" --cycles 20000 --keep bus --testbench "play$seed"
  said '^responses +[1-9][0-9]* of [1-9][0-9]* flits came out'
  expect 0 "${verify[@]}" split.yaml --seed "$seed" --cycles 20000 --keep split
  said '^points +34 of 34 points'
done
expect 0 make -C play3 icarus

# wrong NAME NUMBER CHECKS: it is found, in few packets, and every simulator shows it
wrong() { found_wrong "$1.yaml" "$2" "^($3): cycle [0-9]+: " '([1-9]|10)'; }
[ -z "$long" ] || wrong bus 1 'duplicate|corrupted'
wrong bus 2 lost
[ -z "$long" ] || wrong bus 3 'corrupted|misdelivered|order'
wrong bus 4 'corrupted|misdelivered|duplicate|order'
[ -z "$long" ] || wrong bus 5 'corrupted|misdelivered|order'
[ -z "$long" ] || wrong split 1 lost
wrong split 2 lost
wrong split 3 duplicate

altered bus.yaml '9s/ready: "~req_stall\[\]", //' '9: inputs: must have count, interface, and of pins valid and ready (interface: valid-only has none)'
altered bus.yaml '15s/valid: /ready: req_stall, valid: /' '15: inputs: valid-only has no ready: leave it out, or take valid-ready'
altered bus.yaml '10s/valid-ready/valid-only/; 10s/ready: "~tgt_stall\[\]", //; 17s/$/\n  outstanding: {target: 3}/' '12: responses: outstanding: a target without a ready takes every request'
altered split.yaml 's/^bounds.*/properties: {capacity: 4}/' '11: properties: capacity: ports without a ready are never held up'
altered split.yaml 's/^bounds.*/illegal: {withdrawn: yes}/' '11: illegal: withdrawn: inputs have no ready'
altered split.yaml '9s/valid-only/valid-ready/; 9s/pins: {/&ready: in_last, /; 11s/.*/network: {routers: 2, links: [[0, 0, 1, 0]]}/' '11: network: inputs and outputs that are wired to each other must both be valid-only'
echo "2 right designs, $wrongs wrong ones"
