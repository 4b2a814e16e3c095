#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A virtual-channel router of the user's own: what is wrong with its pins, parameters and mapped registers is said in terms of the
# module, before anything is built; one that does nothing is built, and its difference kept, explained, made small and shown again.
#   dut_vcr.sh [--long]   --long: our RTL and the wrong ones of examples are built, by pins and by registers; a minute for each
. "$(dirname "$0")/../common.sh"
command -v verilator >/dev/null || fail "no verilator"
# What is compared does not depend on how fast it is.
export CXXFLAGS=-O0 TMPDIR=$scratch/tmp
mkdir "$TMPDIR"
cd "$scratch"
with_quick_clang "$scratch/quick"
fabric=(--topology mesh --rows 2 --cols 2 --lockstep all --load 1 --cycles 1000 --no-bundle)

# The wrong examples are our RTL but for one line.
mutants=0
for file in "$FEDX_BUILD"/examples/vcr_*/vcr_*.v; do
  [ "$(diff "$FEDX_SOURCE/rtl/vcr/${file##*/}" "$file" | grep -c '^>')" -eq 1 ] ||
    fail "$file differs from rtl/vcr/${file##*/} in more than its fault, or not at all"
  mutants=$((mutants + 1))
done
[ "$mutants" -eq 4 ] || fail "$mutants wrong routers, and 4 are tested"

# explained BUNDLE WORDS: it is in its report what was wrong, its testbench fails in Icarus, and it is shown again
explained() {
  grep -qE -- "$2" "$1/report.txt" || { cat "$1/report.txt"; fail "$1: the report does not say: $2"; }
  expect 2 make -s -C "$1/testbench" icarus
  grep -q "^difference: cycle" out || fail "$1: Icarus shows no difference"
  expect 2 "$FEDX" replay "$1"
  expect 1 "$FEDX" replay "$1" --trust
  grep -q 'the difference that was recorded' out || fail "$1: the bundle does not show it again"
}

# A module with the pins of the RTL as they are, and memories that nothing is written to
pins() {
  "$FEDX_CODEGEN" pins vcr | awk 'BEGIN { printf "module my_router #(parameter DEPTH = 4) (\n" }
    { printf "%s    %s wire [%d:0] %s", (NR > 1 ? ",\n" : ""), $1, $2 - 1, $3; if ($1 == "output") zero = zero "    assign " $3 " = 0;\n" }
    END { printf "\n);\n%s    reg [86:0] slots [0:79];\n    reg [4:0] got;\n    reg started;\nendmodule\n", zero }'
}
pins >right.v

# bad WORDS FILE OPTION...
bad() { refused_first "$1" "$FEDX" run --router vcr "${fabric[@]}" --quiet --dut "$2" --top my_router "${@:3}"; }
sed 's/\[319:0\] rx_flit/[255:0] rx_flit/' right.v >narrow.v
bad "pin rx_flit of module my_router is 256 bits wide, must be 320" narrow.v
sed '/tx_credit/d' right.v >missing.v
bad "module my_router has no pin tx_credit, must have it as output of 20 bits" missing.v
bad "module my_router has DEPTH = 8, and is compared with a model of 4: set --parameter DEPTH=4" right.v --parameter DEPTH=8
echo 'input.full: u_input.full' >map
bad "map:1: input.full: no such named register: include/vcr/vcr_regs.def lists them" right.v --map map
echo 'store.flit: slots[4*%d+%s][63:0]' >map
bad "map:1: store.flit: names a part of the memories, and store.route is not named" right.v --map map
echo 'store.flit: slots[%s][63:0]' >map
bad "map:1: store.flit: must be one signal with %d for the channel, and %s for the slot if it is no memory of slots" right.v --map map
# stores ROUTE: a map of all memories
stores() {
  printf 'store.%s\n' 'flit: slots[4*%d+%s][63:0]' "route: slots[4*%d+%s]$1" 'head: slots[4*%d+%s][85]' 'tail: slots[4*%d+%s][86]'
}
stores '' >map
bad "map:2: store.route: slots[4*0+%s] is 87 bits wide, must be 21" right.v --map map
expect 2 "$FEDX" verify --router vcr --dut narrow.v --top my_router
grep -qF "pin rx_flit of module my_router is 256 bits wide, must be 320" err || { cat err; fail "fedx verify does not look at the pins"; }

# What differs first is that its settings read as zero.
expect 1 "$FEDX" verify --router vcr --quiet --dut right.v --top my_router --bundle idle
grep -qE '^mismatch: cycle [0-9]+, node 0, cfg_rdata: model 0x100, RTL 0x0$' out || { cat out; fail "a router that does nothing passes"; }
grep -q '^repeat with: fedx verify --seed 1 .* --router vcr --dut right.v --top my_router' out || fail "no command that does it again"
explained idle '^  section 12, read of 0x0000, MODE: rdata. 0x00000100, router 0x00000000$'
expect 0 "$FEDX" shrink idle --trust
grep -qE '^bundle +idle-small: 0 packets, 0 ports, [1-3] cycles' out || { cat out; fail "it is not made small"; }

# States are put into registers and memories: the map must have both, and a router that does nothing does not go on from there.
printf 'sat_switch.%s\n' 'sat: tx_sat' 'got: got' 'started: started' >sat
stores '[84:64]' >map
for map in sat map; do
  expect 2 "$FEDX" verify --router vcr --dut right.v --top my_router --inject 1 --map "$map"
  grep -qE -- '--inject sets (registers and memories: name those|the memories, too: name them in the mapping file as store.flit, store.route, store.head, store.tail)' err ||
    { cat err; fail "$map: states are put into a part of it"; }
done
cat sat >>map
expect 1 "$FEDX" verify --router vcr --quiet --dut right.v --top my_router --map map --inject 1
grep -q "^failed in batch 0, state " out || { cat out; fail "a router that does nothing goes on from a state"; }
grep -q "2 of 69 set" out && grep -q "sat_switch.sat cannot be injected" out && grep -q "66 that the map does not name stay as reached" out || { cat out; fail "what is not named is not told"; }

# The model of another build has other pins.
expect 2 "$FEDX" run --router vcr-tree --topology tree --lockstep all --cycles 100 --dut right.v --top my_router
grep -qF "pin rx_valid of module my_router is 5 bits wide, must be 8" err || { cat err; fail "a router of another build is not refused"; }

if [ "${1-}" = --long ]; then
  ours=(--dut "$FEDX_SOURCE/rtl/vcr/vcr.f" --top vcr_router --map "$FEDX_SOURCE/examples/vcr_regs.yaml" --keep kept)
  expect 0 "$FEDX" run --router vcr "${fabric[@]}" "${ours[@]}"
  grep -qE '^compared +[1-9][0-9]* switch-cycles, [1-9][0-9]* output pin bits, [1-9][0-9]* named registers.*: 0 differences' out ||
    { cat out; fail "our RTL is not compared, or differs"; }
  expect 0 "$FEDX" run --router vcr "${fabric[@]}" "${ours[@]}"
  grep -q "as built in kept" out || fail "it is built again"
  expect 0 "$FEDX" verify --router vcr --quiet "${ours[@]}" --cycles 100000
  grep -q "^registers   63 of 69 changed at least once" out || { cat out; fail "registers are not compared"; }

  # From random states, memories set and compared; with a part of the map, too.
  map=("${ours[@]:0:4}" --map "$FEDX_SOURCE/examples/vcr_regs.yaml")
  expect 0 "$FEDX" verify --router vcr --quiet "${map[@]}" --inject 8192
  grep -qE '^compared +[1-9][0-9]* cycles, .* [1-9][0-9]{6,} store bytes: 0 differences' out || { cat out; fail "states are not compared"; }
  grep -q "^registers   69 of 69 set" out || { cat out; fail "not all registers are set"; }
  grep -v '^output.owned\|^crossbar' "$FEDX_SOURCE/examples/vcr_regs.yaml" >part.yaml
  expect 0 "$FEDX" verify --router vcr --quiet "${ours[@]:0:4}" --map part.yaml --inject 8192
  grep -q "6 that the map does not name stay as reached, and 5 that may say when those matter" out || { cat out; fail "what is not named is not told"; }
  # A second copy of a register, which no map names: that is said, and no difference.
  cp -r "$FEDX_SOURCE/rtl/vcr" twice
  sed -i 's/^    wire \[PORTS-1:0\] rise/    reg [PORTS-1:0] twin;\n&/; s/~rx_up & ~up_last_reg;/~rx_up \& ~twin;/; s/^ *up_last_reg <= rx_up;/&\n        twin <= rst ? 0 : rx_up;/' \
    twice/vcr_output.v
  expect 2 "$FEDX" verify --router vcr --quiet --dut twice/vcr.f "${map[@]:2}" --inject 4096
  grep -q "the router keeps more than the mapping file names, or some of it twice: put into a state that it had reached, it went on otherwise" err || { cat err; fail "a second copy is not told"; }
  expect 1 "$FEDX" verify --router vcr --quiet --dut "$FEDX_BUILD/examples/vcr_lost_credit/vcr_lost_credit.f" "${map[@]:2}" --inject 40960
  grep -qE "^mismatch: .*credit" out || { cat out; fail "the lost credit is not found"; }

  # wrong EXAMPLE FIELD WORDS PACKETS: one line is wrong; what differs first, what the report says of it, and what is left of it
  wrong() {
    expect 1 "$FEDX" verify --router vcr --quiet --dut "$FEDX_BUILD/examples/$1/$1.f" --top vcr_router \
      --map "$FEDX_SOURCE/examples/vcr_regs.yaml" --bundle "$1"
    grep -qE "^mismatch: cycle [0-9]+, node 0, $2" out || { cat out; fail "$1: not found by $2"; }
    explained "$1" "$3"
    expect 0 "$FEDX" shrink "$1" --trust
    left=$(sed -nE 's/^bundle +[^ ]*-small: ([0-9]+) packets?,.*/\1/p' out)
    [ "${left:-1000}" -le "$4" ] || fail "$1: $left packets are left"
    explained "$1-small" '^In short$'
  }
  wrong vcr_lost_credit 'tx_credit' '^  section 6, port . channel ., in which its head has no route, and is dropped: credit. 1, router 0$' 1
  wrong vcr_unfair 'allocate.rr' '^  section 9, port ., which is granted to lane [0-9]+: rr. ' 1
  wrong vcr_held_escape 'tx_credit' '^  section 7, port . channel .: the router sends its front by port ., for which it does not ask$' 6
  wrong vcr_half_ring 'input.commit_port' '^  section 6, port . channel ., in which its head waits: commit_port. ' 1

  # told_by_pins NAME FILE CHANGE WORDS: a line of FILE is changed; by its pins alone the report leads to it
  told_by_pins() {
    mkdir "$1"
    cp -r "$FEDX_SOURCE"/rtl/vcr "$1/rtl"
    sed -i "$3" "$1/rtl/$2"
    ! cmp -s "$1/rtl/$2" "$FEDX_SOURCE/rtl/vcr/$2" || fail "$1: nothing is changed"
    expect 1 "$FEDX" verify --router vcr --quiet --dut "$1/rtl/vcr.f" --top vcr_router --bundle "$1/bundle"
    explained "$1/bundle" "$4"
  }
  told_by_pins falls_at_once vcr_output.v 's/\(assign fall .*\) & ~up_last_reg;/\1;/' \
    '^  section 6, port . channel .: the router makes up a tail, as behind a link that has fallen, and the model does not$'
  grep -qE '^  cycle [0-9]+ +port . down$' falls_at_once/bundle/report.txt || fail "the report does not say which link fell"
  told_by_pins pointer_survives vcr_allocate.v 's/rr_reg  *<= {LANE_BITS\*PORTS{1.b0}};/rr_reg <= rr_reg;/' \
    '^  section 9, port .: port . channel . does not go first, and the router sends its front, as with the pointer at (lane [0-9]+|one of lanes [0-9]+ to [0-9]+)$'
fi
echo "$refused routers of a user's own refused, each with a sentence"
