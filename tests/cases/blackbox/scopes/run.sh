#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A field may be the same in all flits of a packet, or count in the last one alone, and mark packets that must be dropped.
. "$(dirname "$0")/../../case.sh"
sources
for seed in ${long:+1 2} 3; do
  expect 0 "${verify[@]}" frames.yaml --seed "$seed" --cycles 50000
  said '^ +marked +[1-9][0-9]* packets: good'
done
# wrong CHECK: it is found, in few packets, and every simulator shows it
wrong() { found_wrong frames.yaml "$1" "^($2): " '[1-4]'; }
wrong 1 'marked|lost'
wrong 2 lost
wrong 3 marked
[ -z "$long" ] || wrong 4 corrupted
sed 's/scope: packet/scope: flit/' frames.yaml >each.yaml
expect 1 "${verify[@]}" each.yaml --no-bundle
said '^corrupted: .* of id$'
said '^hint        id is as it was in the first flit .* say id: {width: 3, scope: packet} \(line 5\)'
# bad EDIT ERROR: a description that says what cannot be, with the line
bad() { altered frames.yaml "$1" "$2"; }
bad 's/last: 1}/last: {width: 1, scope: packet}}/' '5: last: scope cannot be packet: it tells the end of packets'
bad 's/scope: last/scope: never/' '5: '
bad 's/bad, value: 1/bad, value: 2/' '7: drops: marked: the value has more bits than the field'
bad 's/field: bad, value/field: last, value/' '7: drops: marked: these bits tell the end of packets'
echo "$wrongs wrong routers"
