#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Generated testbenches of AXI4-Stream switches, with as many inputs as outputs and not: they pass in Icarus and Verilator, they can
# fail, every output is reported by its name and port, and mutants of the RTL are found. And of a terminal, which no fabric has for a
# router, either.
. "$(dirname "$0")/../common.sh"
. "$here/cli/testbenches.sh"
. "$here/mutants/lines.sh"
cd "$scratch"
read_lines "$here/mutants/axis.txt"

mapfile -t kinds < <(sed -nE 's/^AXIS_CONFIGURATION\([a-z]+, *"([a-z-]+)".*/\1/p' "$FEDX_SOURCE/cmodel/axis/kind/axis_configurations.def")
[ "${#kinds[@]}" -ge 6 ] || fail "only ${#kinds[@]} sets of parameters found"
for kind in "${kinds[@]}" vcr-terminal; do
  expect 0 "$FEDX" gen-tb --router "$kind" --cycles 1000 --quiet --out "$kind"
  passes_in icarus "$kind" 1000
  expect 0 make -C "$kind" self-test
done
passes_in verilator axis-mux 1000
expect 0 "$FEDX" gen-tb --router axis-odd --out usual
grep -q 'usual: testbench of one switch, 30000 cycles, 242 output pins compared in 30000 of them' out || fail "gen-tb does not say what it made"
expect 0 "$FEDX" gen-tb --router axis-odd --vectors usual/stimulus.hex --out again --quiet
cmp usual/stimulus.hex again/stimulus.hex && cmp usual/expected.hex again/expected.hex || fail "--vectors gives another testbench"

# Any bit can be inverted, and is reported as its pin. What make has compiled is run again.
flipped() { (cd axis-odd && vvp -n build/testbench.vvp "+flip_cycle=$2" "+flip_bit=$1") >out; }
while read -r bit cycle pin; do
  flipped "$bit" "$cycle"
  [ "$(grep -c '^difference: ' out)" -eq 1 ] && grep -q "^difference: cycle $cycle: $pin" out ||
    { cat out; fail "bit $bit of cycle $cycle is not reported as $pin"; }
done <<'END'
0 30 dropped
18 31 drop: expected
56 32 m_tdata port 1
206 33 m_tdest port 1
235 34 m_tlast port 3
244 35 m_tvalid port 4
250 36 s_tready port 2
251 37 expected.hex has a bit that belongs to no pin
END

# What is made by default finds faulty switches, under another name, too.
found=0
for name in skid_valid_kept decode_high_excluded arbitrate_fixed_turns crossbar_dest_of_lane; do
  change "${number_of[$name]}" "$name" axis
  sed -i 's/^module axis_switch /module my_switch /' "$name/rtl/axis_switch.v"
  expect 2 make -C usual icarus RTL="$(printf '%s ' "$PWD/$name"/rtl/*.v)" INCLUDE="$PWD/$name/rtl" TOP=my_switch
  grep -qE '^difference: cycle [0-9]+: ([ms]_t|drop)' out || { cat out; fail "$name passes"; }
  found=$((found + 1))
done

refused '--router axis: no fabric is made of it' "$FEDX" gen-tb --router axis --node 1 --out new
refused '--router axis: no fabric is made of it' "$FEDX" gen-tb --router axis --fabric --out new
refused 'must be one of' "$FEDX" gen-tb --router axis-none --out new
[ ! -e new ] || fail "a refused command left a folder"
echo "$passes testbenches pass, 8 bits are reported as their pins, $found mutants found, $refused refused"
