#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Pins the other way round: full and empty, void and stop, data. Bits of a vector that no port has are at a constant or unused; inputs
# without one are named, with the key to write.
. "$(dirname "$0")/../../case.sh"
sources
# wrong DESCRIPTION NUMBER CHECK: it is found, shrunk and confirmed
wrong() {
  found_wrong "$1" "$2" "^($3): " '[0-8]'
  said '^confirmed .*Icarus'
}
for seed in ${long:+1 2} 3; do
  expect 0 "${verify[@]}" queue.yaml --seed "$seed" --keep queue
  said 'outputs that nobody looks at: head\[20:17\]$'
  expect 0 "${verify[@]}" relay.yaml --seed "$seed" --keep relay
done
wrong queue.yaml 1 'corrupted|lost|framing|duplicate|stable'
wrong relay.yaml 2 stable
if [ -n "$long" ]; then
  wrong queue.yaml 2 'corrupted|lost|framing|duplicate'
  wrong queue.yaml 3 'corrupted|lost|framing|duplicate'
  wrong relay.yaml 1 'corrupted|lost|progress|duplicate|stable'
fi

# A chain of them: a link leads from an inverted pin to an inverted pin.
sed '/^destination/,/^forbid/c network: {routers: 2, links: [[0, 0, 1, 0], [0, 1, 1, 1]]}\ndestination: {field: data, width: 1, value: number}\nforbid: [[0, 1], [1, 0]]' relay.yaml >chain.yaml
expect 0 "${verify[@]}" chain.yaml
said '2 routers, 2 inputs, 2 outputs, 2 links'
wrong chain.yaml 1 'corrupted|lost|progress|duplicate|stable'
expect 0 "${verify[@]}" relay.yaml --testbench played
make -s -C played icarus >out 2>&1 || { cat out; fail "the testbench fails"; }
said '^PASS: '

# changed SED WORDS: the description of the queue with a change, which is refused
changed() {
  sed "$1" queue.yaml >changed.yaml
  refused "$2" "${verify[@]}" changed.yaml
}
changed 's/"take\[2:1\]": 2/"take[2]": 1/' 'changed.yaml:8: bit 1 of pin take: module queue reads it, and nothing drives it: give it a constant, as constants: {"take[1]": 0}'
changed 's/, "take\[2:1\]": 2//' 'constants: {"take[2:1]": 0}'
changed 's/"take\[2:1\]": 2/"take[2:0]": 0/' 'bit 0 of pin take: named twice, as ready of output 0 and as a constant'
changed 's/"take\[2:1\]": 2/"take[2:1]": 4/' 'changed.yaml:5: take[2:1]: 4 does not fit into 2 bits'
changed 's/"take\[2:1\]": 2/"take[3:1]": 0/' 'take[3:1]: module queue has take[2:0]'
changed 's/"take\[2:1\]": 2/"take[]": 0/' 'changed.yaml:5: take[]: must be an input such as mode, mode[2], mode[7:4] or link.mode'
changed 's/"word\[15:0\]"/"word[0:15]"/' 'word[0:15]: module queue has word[17:0]: bits have the numbers of the module, in its order'
changed 's/"word\[17\]": 0/&, "head[20]": 0/' 'pin head of module queue is an output, must be an input'
changed 's/"head\[16\]"/"head[21]"/' 'head[21]: module queue has head[20:0]'
changed 's/~empty/"~head[20:19]"/' 'head: 2 bits are named, and valid of output 0 has 1'
changed 's/"head\[15:0\]"/head/; s/"head\[16\]"/empty/' 'pin head of module queue is 21 bits wide, and the description has 16 of it: name its bits, or the rest under ignore, such as head[20:16]'
changed 's/~full/~~full/' 'must be a pin such as'
sed 's/^constants/ignore: ["head[20:17]"]\n&/' queue.yaml >ignored.yaml
expect 0 "${verify[@]}" ignored.yaml --keep queue
! grep -q 'nobody looks at' out || { cat out; fail "what is ignored is said"; }
echo "$wrongs faults found, $refused descriptions refused"
