#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A router reads a file by a relative name: it is found where the program was started, or beside the sources, and a bundle has a copy of it.
. "$(dirname "$0")/../../case.sh"
mkdir sources
cp "$folder/lookup.v" sources
cp -r "$folder/tables" sources
cp "$folder/lookup.yaml" .
for seed in ${long:+1 2} 3; do
  expect 0 "${verify[@]}" lookup.yaml --seed "$seed" --cycles 10000 --testbench "good$seed"
done
cmp sources/tables/ways.hex good3/tables/ways.hex || fail "the testbench has no copy of the table"
mv good3 moved
mv sources away
expect 0 make -C moved icarus
expect 0 make -C moved verilator
mv away sources
# The folder of the program comes first, and a name that leads out of a bundle is another one there.
mkdir inner tables
cp sources/tables/wrong.hex tables/ways.hex
expect 1 "${verify[@]}" lookup.yaml --bundle wrong
said '^misdelivered: '
shown wrong '[1-9]'
rm -r tables
sed 's,sources/,../sources/,' lookup.yaml >inner/lookup.yaml
cp sources/tables/wrong.hex up.hex
expect 1 env -C inner "${verify[@]}" lookup.yaml --parameter 'NAME="../up.hex"' --bundle ../up
said '^misdelivered: '
shown ../up '[1-9]'
grep -q '"data/1_up.hex"' up/network.v || fail "the name in the bundle leads out of it"
rm up.hex
expect 2 make -C up icarus
echo "4 testbenches with their table"
