#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Each port and each virtual channel has a number of credits of its own: none goes unused, and none is used that is not there.
. "$(dirname "$0")/../../case.sh"
sources
# wrong NUMBER CHECK: it is found, shrunk and confirmed
wrong() {
  found_wrong buffers.yaml "$1" "^($2): " '[0-9]+'
  said '^confirmed .*Icarus'
}
for seed in 1 2 3; do
  expect 0 "${verify[@]}" buffers.yaml --seed "$seed" --keep right
  said 'credits .*: good'
  ! grep -q 'not hit' out || { cat out; fail "an input is never full, or an output never held up"; }
done
wrong 1 credits
wrong 2 'lost|corrupted'
[ -z "$long" ] || wrong 3 credits
# One credit more than there are: the description is wrong, and the right module fails.
sed 's/\[\[1, 3\]/[[2, 3]/' buffers.yaml >more.yaml
expect 1 "${verify[@]}" more.yaml --no-bundle

# Fewer than there are do no harm at inputs; a number by itself is that of all channels.
sed 's/depth: \[\[1, 3\], \[5, 2\]\]/depth: {vcs: [1, 2]}/; s/depth: \[\[2, 4\], \[3, 1\]\]/depth: [4, [3, 1]]/' buffers.yaml >fewer.yaml
expect 0 "${verify[@]}" fewer.yaml --cycles 20000

# changed SED WORDS: the description with a change, which is refused
changed() {
  sed "$1" buffers.yaml >changed.yaml
  refused "$2" "${verify[@]}" changed.yaml
}
changed 's/depth: \[\[1, 3\], \[5, 2\]\]/depth: [4]/' 'changed.yaml:11: depth: 1 in the list, one for each port, and inputs has a count of 2'
changed 's/depth: \[\[2, 4\], \[3, 1\]\]/depth: {vcs: [4, 5, 6]}/' 'changed.yaml:12: depth: 3 numbers, one for each virtual channel, and vcs says 2'
changed 's/\[\[1, 3\], \[5, 2\]\]/[[1, 3], [5]]/' 'depth: 1 numbers, and another port has 2'
changed 's/\[5, 2\]/0/' 'depth: must be a whole number from 1 to 4096'
changed 's/depth: \[\[1.*2\]\], //' 'inputs: must have depth'
changed '$a network: {routers: 2, links: [[0, 0, 1, 0]]}' 'network: output 0 counts on 2 credits in virtual channel 0, and input 0 takes 1 flits'
echo "$wrongs faults found, $refused descriptions refused"
