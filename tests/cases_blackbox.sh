#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Routers of other makes in tests/cases/blackbox: default runs find faults that hide behind many flits, in deep queues or in single
# bits, and name what they did not see; a wrong description is refused, or a failure comes with a hint.
. "$(dirname "$0")/common.sh"
command -v verilator >/dev/null || skip "no verilator"
export CXXFLAGS=-O0 TMPDIR=$scratch/tmp
mkdir "$TMPDIR"
cd "$scratch"
cp -r "$FEDX_SOURCE/tests/cases/blackbox" cases
verify=("$FEDX" verify --quiet --router-dut)

# said PATTERN: the last output has it
said() { grep -qE "$1" out || { cat out; fail "not said: $1"; }; }

# packets BUNDLE MOST: how many packets are left of what was found, and no more than these
packets() {
  local left
  left=$(sed -nE "s/^bundle +$1: ([0-9]+) packets?,.*/\1/p" out)
  [ "${left:-100000}" -le "$2" ] || { cat out; fail "$1: $left packets are left, and must be $2 or fewer"; }
}

# A fault behind many flits since a reset. What needs them all is not made smaller for long.
expect 0 "${verify[@]}" cases/sustained/merge.yaml --json good.json
said '^sustained   1[0-9]{4} flits at each input'
said '^points      ([0-9]+) of \1 points'
for limit in 2000 9000; do
  expect 1 "${verify[@]}" cases/sustained/merge.yaml --parameter LIMIT=$limit --bundle "deep-$limit"
  said "^failed in episode [0-9]+, sustained"
  said '^corrupted: '
  said 'it shows behind so many packets only'
  packets "deep-$limit" $((limit / 4))
done
expect 2 make -s -C deep-2000 icarus
said '^FAIL: '
# A queue that is full one word too late is filled, however deep it is.
for depth in 256 2048; do
  expect 0 "${verify[@]}" cases/deep_queue/queue.yaml --parameter DEPTH=$depth
  expect 1 "${verify[@]}" cases/deep_queue/queue.yaml --parameter DEPTH=$depth --parameter LATE=1 --no-bundle
  said '^failed in episode [0-9]+, sustained'
done
# What has no room to be full in a run is named, with what to do; so are short runs.
expect 0 "${verify[@]}" cases/deep_queue/queue.yaml --parameter DEPTH=16384
said 'not hit: full: input 0'
said 'smaller depth of the router'
sed '1a sweep: {DEPTH: [4, 16384]}' cases/deep_queue/queue.yaml >cases/deep_queue/swept.yaml
expect 0 "${verify[@]}" cases/deep_queue/swept.yaml
[ "$(grep -c '^              1 points are not hit; a run of this combination alone, by --parameter, names them$' out)" -eq 1 ] ||
  { cat out; fail "a sweep does not say that points are open"; }
expect 0 "${verify[@]}" cases/deep_queue/queue.yaml --cycles 5000
said '^sustained   [0-9]+ flits .*; more --cycles are needed for 10000$'

# One output needs no destination. Bits that never changed are named, each with the reason.
expect 0 "${verify[@]}" cases/one_output/slice.yaml --json bits.json
said 'never changed: user: the description gives the field a value'
python3 -c 'import json, sys
run = json.load(open("bits.json"))
names = [(u["field"], u["low"], u["high"], u["inputs"]) for u in run["unchanged"]]
sys.exit(0 if names == [("user", 0, 3, 1)] and run["sustained"] >= 10000 else str(names))' || fail "unchanged bits in JSON"
expect 1 "${verify[@]}" cases/one_output/slice.yaml --parameter STUCK=1 --no-bundle
said '^corrupted: '
sed '/^packets/a destination: {field: data, width: 1, value: [0]}' cases/one_output/slice.yaml >cases/one_output/told.yaml
expect 0 "${verify[@]}" cases/one_output/told.yaml --parameter STUCK=1
said 'never changed: bit 0 of data: one output needs no destination'
sed '/^destination/d' cases/description/exchange.yaml >cases/description/nowhere.yaml
refused "the description must have destination, for there is more than one output" "${verify[@]}" cases/description/nowhere.yaml

# altered SED WORDS: a description of a right router with a mistake, which has its line
altered() {
  sed "$1" cases/description/exchange.yaml >cases/description/altered.yaml
  ! cmp -s cases/description/altered.yaml cases/description/exchange.yaml || fail "nothing altered: $1"
  refused_first "$2" "${verify[@]}" cases/description/altered.yaml
  [ "$(wc -l <err)" -eq "$(sort -u err | wc -l)" ] || { cat err; fail "the same is said twice"; }
}
expect 0 "${verify[@]}" cases/description/exchange.yaml
said '^points      ([0-9]+) of \1 points'
altered 's/, active: low//' "altered.yaml:4: with reset rst_n active high nothing ever comes out of the router"
grep -q 'must be reset: {pin: rst_n, active: low}' err || { cat err; fail "the level of the reset is not said"; }
altered 's/in_valid\[\]/in_valid[0]/' "altered.yaml:14: in_valid[0]: the same pin for each of 2 inputs"
altered 's/data: in_data\[\]/data: ["in_data[15:8]", "in_data[15:8]"]/' \
  "altered.yaml:16: bits 8 to 15 of pin in_data: named twice, as data of input 0 and as data of input 1"
altered 's/data: in_data\[\]/data: ["in_data[6:0]", "in_data[15:8]"]/' "altered.yaml:16: in_data: 7 bits are named, and field data has 8"
altered 's/out_valid\[\]/out_valid[1]/' "altered.yaml:21: out_valid[1]: the same pin for each of 2 outputs"
# A reset that never ends is no reset of the other level: the failure stays, with a hint.
sed '/^module/,$s/!rst_n/1/; s/{2{rst_n}}/2'"'"'d0/' cases/description/exchange.v >cases/description/dead.v
sed 's/exchange.v/dead.v/' cases/description/exchange.yaml >cases/description/dead.yaml
expect 1 "${verify[@]}" cases/description/dead.yaml --no-bundle
said '^hint        nothing ever went in at any input. Look at the description first: clock clk \(line 3\), reset rst_n, active low \(line 4\)'
# The same error of all combinations of a sweep is said once.
sed 's/in_valid\[\]/in_valid[0]/; 1a sweep: {UNUSED: [1, 2, 3]}' cases/description/exchange.yaml >cases/description/swept.yaml
sed 's/^module exchange/& #(parameter UNUSED = 1)/' cases/description/exchange.v >cases/description/swept.v
sed -i 's/exchange.v/swept.v/' cases/description/swept.yaml
expect 2 "${verify[@]}" cases/description/swept.yaml --cycles 1000
[ "$(grep -c 'the same pin for each' err)" -eq 1 ] || { cat err; fail "an error of a sweep is said more than once"; }
# An output that nothing drives is named before anything is built, also where an inner module has another signal of that name.
refused "open.yaml:8: output in_ready of module open: nothing in the module drives it (cases/undriven/open.sv:9)" \
  "${verify[@]}" cases/undriven/open.yaml
# Packets longer than a queue that stores them whole are no fault of the router.
expect 1 "${verify[@]}" cases/whole_packets/store.yaml --no-bundle
said '^hint        the router holds 16 flits .* packets.longest \(line 6\) must not be more$'
expect 1 "${verify[@]}" cases/whole_packets/store.yaml --parameter DROP=1 --no-bundle
said '^hint        the longest packet .* lower packets.longest \(line 6\), or say drops: \{longer: N\}'
sed 's/longest: 24/longest: 16/' cases/whole_packets/store.yaml >cases/whole_packets/short.yaml
expect 0 "${verify[@]}" cases/whole_packets/short.yaml
echo "faults behind many flits, in deep queues and single bits are found; $refused wrong descriptions are refused"
