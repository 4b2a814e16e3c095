#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A packet comes out when it is whole, and without gaps; an input has room and its turn. What was seen of that is printed.
. "$(dirname "$0")/../../case.sh"
sources
for seed in ${long:+1 2} 3; do
  expect 0 "${verify[@]}" funnel.yaml --seed "$seed" --cycles 50000 --json seen.json
  for check in whole gapless capacity fair; do said "^ +$check +[1-9][0-9]* [a-z]+: good"; done
done
python3 -c 'import json, sys
seen = json.load(open("seen.json"))["seen"]
sys.exit(0 if seen["full"] == 16 and seen["gap"] == seen["early"] == 0 and seen["grants"] == 1 else str(seen))' || fail "what was seen"
# wrong CHECK: it is found, in few packets, and every simulator shows it
wrong() { found_wrong funnel.yaml "$1" "^$2: " '([1-9]|1[0-9]|2[0-9])'; }
wrong 1 whole
wrong 2 gapless
wrong 3 capacity
wrong 4 fair
[ -z "$long" ] || { wrong 5 corrupted && said ' of from$'; }
# Without a promise, what is seen is printed all the same.
sed /^properties/d funnel.yaml >silent.yaml
for n in 1 2 3 4; do expect 0 "${verify[@]}" silent.yaml --parameter WRONG=$n --cycles 30000; done
said 'up to [2-9][0-9]* packets of others before one that waited'
sed 's/fair: 1/fair: 1, capacty: 2/' funnel.yaml >bad.yaml
expect 2 "${verify[@]}" bad.yaml
grep -q 'bad.yaml:7: capacty: no key of properties: did you mean capacity?' err || fail "$(cat err)"
sed 's/value: input/value: inputs/' funnel.yaml >bad.yaml
expect 2 "${verify[@]}" bad.yaml
grep -q 'bad.yaml:5: ' err || fail "$(cat err)"
sed '$a drops: yes' funnel.yaml >bad.yaml
expect 2 "${verify[@]}" bad.yaml
grep -q 'bad.yaml:7: properties: capacity: nobody knows' err || fail "$(cat err)"
echo "$wrongs wrong funnels"
