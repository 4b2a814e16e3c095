#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# One valid with the number of its virtual channel, and one ready, which answers for that channel; or a ready for each channel in a
# vector that counts upwards. Between two routers, either may meet the other.
. "$(dirname "$0")/../../case.sh"
sources
for seed in 1 2; do
  expect 0 "${verify[@]}" turns.yaml --seed "$seed" --keep one
  said 'points      ([0-9]+) of \1 points at the ports hit'
done
# masks IN OUT: the description with a ready for each channel at these sides, of two in a row
masks() {
  local in=in_ready out=out_ready
  [ "$1" = 0 ] || in=in_readies
  [ "$2" = 0 ] || out=out_readies
  sed "s/^constants.*/constants: {out_$([ "$2" = 0 ] && echo readies || echo ready): 0}/
    s/^ignore.*/ignore: in_$([ "$1" = 0 ] && echo readies || echo ready)/; s/ready: in_ready/ready: $in/; s/ready: out_ready/ready: $out/
    2a parameters: {IN_MASK: $1, OUT_MASK: $2}" turns.yaml >"chain-$1$2.yaml"
  echo 'network: {routers: 2, links: [[0, 0, 1, 0]]}' >>"chain-$1$2.yaml"
}
for mask in '0 0' '1 0' '0 1' '1 1'; do
  masks "${mask% *}" "${mask#* }"
done
for chain in chain-10 chain-11 ${long:+chain-00 chain-01}; do
  expect 0 "${verify[@]}" "$chain.yaml" --cycles 50000
  said '2 routers, 1 input, 1 output, 1 link'
done
expect 1 "${verify[@]}" chain-11.yaml --parameter FAULT=2 --no-bundle
expect 1 "${verify[@]}" turns.yaml --parameter FAULT=1 --bundle found
said '^confirmed .*Icarus'
sed 's/ready: in_ready/ready: "in_readies[0:1]"/' turns.yaml >two.yaml
refused 'two.yaml:11: in_readies: 2 bits are named, and ready of input 0 has 3' "${verify[@]}" two.yaml
echo "one ready, and one for each channel"
