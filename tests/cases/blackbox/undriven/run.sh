#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# An output that nothing drives, or bits of one, are named before anything is built, also where an inner module has another signal of
# that name; so are inputs, or bits of one, that the description leaves out.
. "$(dirname "$0")/../../case.sh"
sources
refused "open.yaml:8: output in_ready of module open: nothing in the module drives it (open.sv:9)" "${verify[@]}" open.yaml
# holes DRIVER WORDS: of the right module with that in the place of the driver of its data
holes() {
  module m | sed "s/assign out_data = in_data;/$1/" >m.v
  description m m.v >m.yaml
  refused "$2" "${verify[@]}" m.yaml
}
holes '' 'm.yaml:9: output out_data of module m: nothing in the module drives it (m.v:2)'
holes 'assign out_data[14:0] = in_data[14:0];' 'm.yaml:9: output out_data[15] of module m: nothing in the module drives it (m.v:2)'
holes 'assign out_data[0] = in_data[0]; always @(posedge clk) out_data[9:4] <= in_data[9:4];' 'm.yaml:9: output out_data[15:10,3:1] of module m'
module m >m.v
description m m.v >m.yaml
sed -i '/^fields/s/16/15/; s/data: in_data/data: "in_data[14:0]"/; s/data: out_data/data: "out_data[14:0]"/' m.yaml
refused_first 'm.yaml:8: ' "${verify[@]}" m.yaml
grep -q 'in_data' err || { cat err; fail "the input is not named"; }
echo "$refused modules"
