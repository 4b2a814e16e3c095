#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A handshake in which one side waits for the other in the same cycle: valid for ready, or yumi for valid. Inputs and outputs of the
# bench do, and those of the router must.
. "$(dirname "$0")/../../case.sh"
sources
# wrong DESCRIPTION NUMBER CHECK: it is found, shrunk and confirmed
wrong() {
  found_wrong "$1" "$2" "^($3): " '[0-9]+'
  said '^confirmed .*Icarus'
}
for seed in ${long:+1 2} 3; do
  for module in trusts asks; do
    expect 0 "${verify[@]}" "$module.yaml" --seed "$seed" --keep "$module"
    said '^points      ([0-9]+) of \1 points at the ports hit'
  done
  said 'handshake    [0-9]+ flits: good'
done
wrong trusts.yaml 2 stable
wrong asks.yaml 1 handshake
wrong asks.yaml 2 handshake
if [ -n "$long" ]; then
  wrong trusts.yaml 1 'lost|corrupted|framing|duplicate|stable'
  wrong asks.yaml 3 'lost|corrupted|framing|progress'
fi
# Without the rule the queue is wrong: it takes what it has no room for.
sed 's/ready-then-valid/valid-ready/' trusts.yaml >free.yaml
expect 1 "${verify[@]}" free.yaml --no-bundle

sed '$a network: {routers: 2, links: [[0, 0, 1, 0]]}' trusts.yaml >chain.yaml
expect 0 "${verify[@]}" chain.yaml
sed '$a network: {routers: 2, links: [[0, 0, 1, 0]]}' asks.yaml >stuck.yaml
refused 'network: valid of outputs waits for ready, and yumi of inputs for valid' "${verify[@]}" stuck.yaml
sed 's/, yumi: yumi_o//' asks.yaml >bare.yaml
refused 'bare.yaml:6: inputs: must have count, interface, and of pins valid and yumi' "${verify[@]}" bare.yaml
sed '$a illegal: {withdrawn: yes}' trusts.yaml >back.yaml
refused 'withdrawn: valid of inputs waits for ready' "${verify[@]}" back.yaml
echo "$wrongs faults found, $refused descriptions refused"
