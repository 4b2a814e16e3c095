#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A description with a mistake is refused with its line, or a failure comes with a hint; the same error is said once.
. "$(dirname "$0")/../../case.sh"
sources
sed '/^destination/d' exchange.yaml >nowhere.yaml
refused "the description must have destination, for there is more than one output" "${verify[@]}" nowhere.yaml

# altered SED WORDS: a description of a right router with a mistake, which has its line
altered() {
  sed "$1" exchange.yaml >altered.yaml
  ! cmp -s altered.yaml exchange.yaml || fail "nothing altered: $1"
  refused_first "$2" "${verify[@]}" altered.yaml
  [ "$(wc -l <err)" -eq "$(sort -u err | wc -l)" ] || { cat err; fail "the same is said twice"; }
}
expect 0 "${verify[@]}" exchange.yaml
said '^points      ([0-9]+) of \1 points'
altered 's/, active: low//' "altered.yaml:4: with reset rst_n active high nothing ever comes out of the router"
grep -q 'must be reset: {pin: rst_n, active: low}' err || { cat err; fail "the level of the reset is not said"; }
altered 's/in_valid\[\]/in_valid[0]/' "altered.yaml:14: in_valid[0]: the same pin for each of 2 inputs"
altered 's/data: in_data\[\]/data: ["in_data[15:8]", "in_data[15:8]"]/' \
  "altered.yaml:16: bits 8 to 15 of pin in_data: named twice, as data of input 0 and as data of input 1"
altered 's/data: in_data\[\]/data: ["in_data[6:0]", "in_data[15:8]"]/' "altered.yaml:16: in_data: 7 bits are named, and field data has 8"
altered 's/out_valid\[\]/out_valid[1]/' "altered.yaml:21: out_valid[1]: the same pin for each of 2 outputs"
# A reset that never ends is no reset of the other level: the failure stays, with a hint.
sed '/^module/,$s/!rst_n/1/; s/{2{rst_n}}/2'"'"'d0/' exchange.v >dead.v
sed 's/exchange.v/dead.v/' exchange.yaml >dead.yaml
expect 1 "${verify[@]}" dead.yaml --no-bundle
said '^hint        nothing ever went in at any input. Look at the description first: clock clk \(line 3\), reset rst_n, active low \(line 4\)'
# The same error of all combinations of a sweep is said once.
sed 's/in_valid\[\]/in_valid[0]/; 1a sweep: {UNUSED: [1, 2, 3]}' exchange.yaml >swept.yaml
sed 's/^module exchange/& #(parameter UNUSED = 1)/' exchange.v >swept.v
sed -i 's/exchange.v/swept.v/' swept.yaml
expect 2 "${verify[@]}" swept.yaml --cycles 1000
[ "$(grep -c 'the same pin for each' err)" -eq 1 ] || { cat err; fail "an error of a sweep is said more than once"; }
echo "$refused descriptions refused, one hint"
