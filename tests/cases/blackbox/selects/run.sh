#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A select beside the ports stays from the first flit that an input offers of a packet to the last one, in the run and in its testbench. A
# select of a demultiplexer is a field that outputs do not have.
. "$(dirname "$0")/../../case.sh"
sources
for name in mux slow; do
  for seed in ${long:+1 2} 3; do
    expect 0 "${verify[@]}" "$name.yaml" --seed "$seed" --cycles 25000 --keep "kept_$name" --testbench "good_$name$seed"
  done
  expect 0 make -C "good_${name}3" icarus
done
# wrong NAME WRONG CHECKS
wrong() { found_wrong "$1.yaml" "$2" "^($3): " '[1-9]'; }
wrong mux 1 'corrupted|framing|lost|progress|stable|handshake'
wrong mux 2 'corrupted|stable'
wrong slow 3 'lost|framing|corrupted|progress'
if [ -n "$long" ] && command -v yosys >/dev/null; then
  expect 0 "${verify[@]}" mux.yaml --prove --seconds 60
  said '^ +comes out +reachable in [1-9]'
  expect 1 "${verify[@]}" mux.yaml --prove --seconds 60 --parameter WRONG=2 --no-bundle
  said '^ +corrupted +WRONG: '
fi
altered mux.yaml 's/select: inputs}/select: inputs, idle: 1}/' '10: sideband: select: select goes with width and values alone'
altered mux.yaml 's/width: 2, select/width: 1, select/' '10: sideband: select: select: width has too few bits for the numbers of all inputs'
altered slow.yaml 's/\[1, 2\]/[1, 2, 3]/' '10: sideband: sel: select: values must be as many as inputs'
altered mux.yaml 's/select: inputs/select: outputs/' '10: select: must be one of inputs'
echo "3 wrong routers"
