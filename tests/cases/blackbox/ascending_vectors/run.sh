#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Bits have the numbers that the module gives them, in vectors that count upwards or do not begin at 0, and port 0 has the lowest ones.
. "$(dirname "$0")/../../case.sh"
sources
for seed in 1 2; do
  expect 0 "${verify[@]}" lanes.yaml --seed "$seed" --keep lanes
  said 'outputs that nobody looks at: state\[3\]$'
done
# The same, bit by bit. A range against that of the module counts from the right, and the run says so.
sed 's/"in_valid\[\]"/["in_valid[0]", "in_valid[1]"]/; s/"in_data\[\]"/["in_data[0:7]", "in_data[7:0]"]/
  s/"out_valid\[\]"/["out_valid[4]", "out_valid[5]"]/; s/"out_data\[\]"/"out_data[{p}]"/; s/\["in_ready\[4\]".*5\]"\]/"in_ready[]"/' lanes.yaml >bits.yaml
expect 0 "${verify[@]}" bits.yaml
said 'bits: in_data\[7:0\], counted from the right, is in_data\[8:15\]$'
for fault in 1 2; do
  expect 1 "${verify[@]}" lanes.yaml --parameter FAULT="$fault" --bundle "found-$fault"
  said '^confirmed .*Icarus'
done
# changed SED WORDS: the description with a change, which is refused
changed() {
  sed "$1" lanes.yaml >changed.yaml
  refused_first "$2" "${verify[@]}" changed.yaml
}
changed 's/"in_ready\[4\]"/"in_ready[0]"/' 'changed.yaml:11: in_ready[0]: module lanes has in_ready[5:4]: bits have the numbers of the module, in its order'
changed 's/out_ready\[{p}\]/out_ready[0]/' 'out_ready[0]: the same pin for each of 2 outputs'
changed 's/"in_data\[\]"/["in_data[0:6]", "in_data[8:15]"]/' 'in_data: 7 bits are named, and field data has 8'
sed 's/fields: {data: 8}/fields: {data: 7}/; s/"in_data\[\]"/["in_data[1:7]", "in_data[9:15]"]/; s/"out_data\[\]"/["out_data[14:8]", "out_data[6:0]"]/' lanes.yaml >spare.yaml
refused_first 'bit 8 of pin in_data: module lanes reads it' "${verify[@]}" spare.yaml
grep -q '"in_data\[0\]": 0' err || { cat err; fail "a bit is not named"; }
sed -i '5a constants: {"in_data[0]": 0, "in_data[8]": 1}' spare.yaml
expect 0 "${verify[@]}" spare.yaml
said 'outputs that nobody looks at: out_data\[7\], out_data\[15\], state\[3\]$'
echo "2 faults found, $refused descriptions refused"
