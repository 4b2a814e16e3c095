#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Generated testbenches and fabrics: they pass in Icarus and in Verilator, they can fail, and a fault of the
# RTL is reported with pin and cycle. Nothing is overwritten, and bad input is refused.
#   gen_tb.sh [--long]   --long: every kind of stimulus, larger fabrics, more faulty switches, Yosys, more pins and simulators
. "$(dirname "$0")/../common.sh"
. "$here/cli/testbenches.sh"
mkdir -p "$scratch/work/a folder"
cd "$scratch/work"
long=${1-}

# One switch of a fabric
expect 0 "$FEDX" gen-tb --node 5 --rows 3 --cols 3 --load 1 --seed 4 --cycles 1500 --out switch
grep -q "switch: testbench of one switch, 1762 cycles, 123 output pins compared in 1762 of them" "$scratch/out" ||
  { cat "$scratch/out"; fail "gen-tb does not say what it made"; }
grep -qF "gen-tb --node 5 --rows 3" switch/README.md || fail "README.md does not say how the testbench was made"
passes_in icarus switch 1762
passes_in verilator switch 1762
for simulator in icarus verilator; do
  expect 0 make -C switch self-test SIM=$simulator "$quick"
  grep -q "^self-test: good: the one inverted bit is reported: difference: cycle 882: tx_data port 3:" "$scratch/out" ||
    { cat "$scratch/out"; fail "no self-test in $simulator"; }
done

# Any bit of any cycle can be inverted, and is reported in its place: the first, the last, and by --long between them.
[ "$long" = --long ] && flips=8 || flips=3
while read -r bit cycle pin; do
  expect 2 make -C switch icarus ARGS="+flip_cycle=$cycle +flip_bit=$bit"
  [ "$(grep -c '^difference: ' "$scratch/out")" -eq 1 ] && grep -q "^difference: cycle $cycle: $pin" "$scratch/out" ||
    { cat "$scratch/out"; fail "bit $bit of cycle $cycle is not reported as $pin"; }
  grep -q "^FAIL: 1 pins differ in cycle $cycle; $cycle cycles were compared" "$scratch/out" || fail "no FAIL: for $pin"
done < <(head -n "$flips" <<'END'
112 1762 tx_req port 0
105 1 tx_refuse port 1
127 903 expected.hex has a bit that belongs to no pin
126 700 tx_turn port 6
98 263 tx_acc port 2
92 900 tx_valid port 4
87 901 tx_data port 6
0 902 cfg_rdata
END
)
expect 2 make -C switch icarus ARGS="+flip_cycle=900 +flip_bit=128"
grep -q "^FAIL: 1761 cycles were compared, not 1762" "$scratch/out" || fail "a cycle that is not compared is not missed"

# A testbench that is not whole fails.
cp -r switch half
head -n 1000 switch/expected.hex >half/expected.hex
expect 2 make -C half icarus
grep -q "^FAIL: " "$scratch/out" || { cat "$scratch/out"; fail "half of the expected words pass"; }

# The same cycles as a file of vectors give the same expected pins.
expect 0 "$FEDX" gen-tb --vectors switch/stimulus.hex --out again --quiet
[ ! -s "$scratch/out" ] || fail "--quiet prints"
cmp switch/stimulus.hex again/stimulus.hex && cmp switch/expected.hex again/expected.hex || fail "--vectors gives another testbench"

# A fault in the RTL is caught; the switch can come from elsewhere, under another name.
cp -r switch/rtl mutant
sed -i 's/req_reg      <= want | header_want;/req_reg      <= want;/' mutant/fedx_ownership.v
sed -i 's/^module fedx_switch /module my_switch /' mutant/fedx_switch.v
cmp -s mutant/fedx_ownership.v switch/rtl/fedx_ownership.v && fail "the fault is not in the RTL"
expect 2 make -C switch icarus RTL="$(cd switch && echo ../mutant/*.v)" INCLUDE=../mutant TOP=my_switch
grep -qE "^difference: cycle [0-9]+: tx_req port [0-6]: expected 1, got 0$" "$scratch/out" ||
  { cat "$scratch/out"; fail "the late request is not reported"; }
caught=$(grep -m1 '^difference: ' "$scratch/out")
expect 2 make -C switch icarus RTL=nowhere.v
! grep -q '^PASS: ' "$scratch/out" || fail "passes without a switch"

# Illegal stimulus
profiles=(noise)
[ "$long" != --long ] || profiles+=(resets)
for profile in "${profiles[@]}"; do
  expect 0 "$FEDX" gen-tb --verify --profile "$profile" --seed 7 --cycles 3000 --out "$profile"
  passes_in icarus "$profile" 3000
done

# What is made by default finds faulty switches that a run of a fabric does not meet.
expect 0 "$FEDX" gen-tb --out usual
grep -q "usual: testbench of one switch, 500000 cycles, 123 output pins compared in 500000 of them" "$scratch/out" ||
  { cat "$scratch/out"; fail "gen-tb does not make the stimulus of --verify by default"; }
expect 0 "$FEDX" gen-tb --node 3 --rows 2 --cols 2 --out both
grep -q "both: testbench of one switch, 520262 cycles" "$scratch/out" || fail "a run of a node is not followed by the stimulus"
tail -n 500000 both/stimulus.hex | cmp - <(tail -n 500000 usual/stimulus.hex) || fail "that is another stimulus"
finds=0
wrong=(mutant_wrap)
# Found in cycles 9906 and 50633, which take Icarus longer
[ "$long" != --long ] || wrong+=(turn_kept limit_dest_off_by_one)
for name in "${wrong[@]}"; do
  cp -r "$FEDX_SOURCE/rtl/fedx" "$name"
  cp "$FEDX_BUILD/examples/$name/"*.v "$name"
  expect 2 make -C usual icarus RTL="$(printf '%s ' "$PWD/$name"/*.v)" INCLUDE="$PWD/$name"
  grep -qE "^difference: cycle [0-9]+: tx_" "$scratch/out" || { cat "$scratch/out"; fail "$name passes"; }
  finds=$((finds + 1))
done

# Whole fabrics: an odd number of nodes, latency; other numbers of buffers, and both simulators in the smallest
expect 0 "$FEDX" gen-tb --fabric --rows 2 --cols 2 --load 1 --cycles 900 --out "a folder/small"
grep -q "a folder/small: testbench of a fabric of 4 switches, 900 cycles, 52 PE port pins" "$scratch/out" || fail "gen-tb --fabric does not say what it made"
passes_in icarus "a folder/small" 900
expect 0 make -C "a folder/small" self-test
expect 0 "$FEDX" gen-tb --fabric --rows 3 --cols 3 --load 1 --latency 2 --cycles 900 --routing deterministic --out late
if [ "$long" = --long ]; then
  passes_in verilator "a folder/small" 900
  passes_in icarus late 900
fi
expect 0 "$FEDX" gen-tb --fabric --rows 2 --cols 3 --load 1 --buffers 5 --limit-trans 4 --cycles 900 --out few
passes_in icarus few 900
expect 0 "$FEDX" gen-tb --node 1 --rows 2 --cols 3 --load 1 --buffers 20 --cycles 900 --out many
passes_in icarus many 1930

# A wrong entry in a route table is seen at a PE.
route=$(grep -n "15'd2: route" "a folder/small/fedx_fabric_routes.v" | cut -d: -f1)
sed -i "${route}s/'h.*;/'d0;/" "a folder/small/fedx_fabric_routes.v"
expect 2 make -C "a folder/small" icarus
grep -qE "^difference: cycle [0-9]+: tx_[a-z]+ node [0-3]: expected" "$scratch/out" || { cat "$scratch/out"; fail "a missing route passes"; }

# The fabric alone, in every tool; Yosys takes ten seconds
expect 0 "$FEDX" gen-fabric --rows 2 --cols 3 --latency 1 --out fabric
tools=(icarus verilator)
[ "$long" != --long ] || tools+=(yosys)
for tool in "${tools[@]}"; do
  expect 0 make -C fabric "$tool"
  ! grep -i "warning" "$scratch/out" "$scratch/err" || fail "warnings of $tool"
done
expect 0 "$FEDX" gen-fabric --out whole
[ "$long" != --long ] || expect 0 make -C whole icarus

# What a testbench is made of is told once, and nothing is lost.
before=$(find . -type f | sort | xargs -d '\n' cksum | cksum)
refused "switch is there already: name another folder, or remove it" "$FEDX" gen-tb --out switch
refused "fabric is there already" "$FEDX" gen-fabric --out fabric
refused "cannot make a folder in none: No such file or directory" "$FEDX" gen-tb --out none/tb
refused "its name is empty" "$FEDX" gen-fabric --out ""
refused "exclude each other" "$FEDX" gen-tb --node 3 --fabric --out new
refused "--profile goes with --verify" "$FEDX" gen-tb --node 0 --profile noise --out new
refused "must be one of legal" "$FEDX" gen-tb --verify --profile kind --out new
refused "--node 9: must be from 0 to 8, a node of the fabric" "$FEDX" gen-tb --rows 3 --cols 3 --node 9 --out new
refused "--node x" "$FEDX" gen-tb --node x --out new
refused "--rtl does not go with gen-tb" "$FEDX" gen-tb --node 0 --rtl all --out new
refused "--json does not go with gen-fabric" "$FEDX" gen-fabric --json x.json --out new
refused "--load does not go with the stimulus of fedx verify: say --node N or --fabric instead" "$FEDX" gen-tb --load 0.5 --out new
refused "--rows does not go with the stimulus of fedx verify" "$FEDX" gen-tb --verify --rows 3 --out new
refused "--seed does not go with --vectors" "$FEDX" gen-tb --vectors switch/stimulus.hex --seed 2 --out new
refused "cannot read nothing.hex" "$FEDX" gen-tb --vectors nothing.hex --out new
refused "a testbench of this size has at most 781250" "$FEDX" gen-tb --fabric --cycles 1000000 --out new
refused "a testbench of this size has at most 999738" "$FEDX" gen-tb --node 0 --cycles 1000000 --out new
refused "a testbench of this size has at most 1000000" "$FEDX" gen-tb --cycles 1000001 --out new
refused "the RTL has 2 to 64" "$FEDX" gen-fabric --buffers 65 --out new
printf '0_00_0_0000_00000000_00_00_7f_00_00_00000000000000\n' >silent.hex
refused "no cycle with rst = 1" "$FEDX" gen-tb --vectors silent.hex --out new
rm silent.hex
[ "$before" = "$(find . -type f | sort | xargs -d '\n' cksum | cksum)" ] || fail "a refused command changed files"
[ ! -e new ] && [ ! -e new.part ] || fail "a refused command left a folder"

if [ "${1-}" = --long ]; then
  expect 0 "$FEDX" gen-tb --verify --seed 3 --out all
  passes_in icarus all 500000
  expect 0 "$FEDX" gen-tb --fabric --rows 8 --cols 8 --load 0.7 --out eight
  passes_in icarus eight 5000
fi
echo "$passes runs pass, $finds faulty switches fail; $refused kinds of bad input; a late request is reported: $caught"
