#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A fault counts as confirmed when another build or simulator shows it, too. A Verilator that builds something wrong when it
# optimises, which a stand-in plays, is found out: the router is not accused, and the first signal on which both builds disagree
# is named.
. "$(dirname "$0")/../common.sh"
cd "$scratch"
with_quick_clang "$scratch/quick" # what is found does not depend on how fast it is
export CXXFLAGS=-O0
cp -rL "$FEDX_SOURCE/examples/your-router" "$FEDX_SOURCE/rtl" .
chmod -R u+w .
real=$(command -v verilator) || fail "no verilator"
black_box=("$FEDX" blackbox --quiet your-router/stream_switch.yaml --cycles 20000)

# doubtful DEFINE: from now on a Verilator that has this macro defined when it optimises
doubtful() {
  mkdir -p doubtful
  printf '#!/bin/sh\ncase " $* " in *" -O3 "*" --savable "*) set -- "$@" -D%s ;; esac\nexec %s "$@"\n' "$1" "$real" >doubtful/verilator
  chmod +x doubtful/verilator
}
says() { grep -qE -- "$1" out || { cat out err >&2; fail "no line like '$1'"; }; }

# A router of another make
expect 1 "${black_box[@]}" --define FAULT_DEST --bundle wrong --json wrong.json --junit wrong.xml
says "^confirmed   a build without Verilator's optimisations shows it; the testbench in Icarus shows it; the testbench in Verilator shows it$"
grep -q '"outcome": "confirmed"' wrong.json || fail "the JSON does not say that it is confirmed"
doubtful FAULT_DEST
expect 4 env PATH="$PWD/doubtful:$PATH" "${black_box[@]}" --bundle doubt --json doubt.json --junit doubt.xml
says '^NOT CONFIRMED: simulators disagree'
says "^ +a build without Verilator's optimisations does not show it; the testbench in Icarus does not show it"
says '^ +in cycle [0-9]+ (valid of output|bits|what input)'
grep -q '"outcome": "not confirmed"' doubt.json || fail "the JSON does not say that it is not confirmed"
grep -q 'not confirmed' doubt.xml || fail "the JUnit file does not say that it is not confirmed"

# A switch: of two packets that are accepted in one cycle, only one leaves its buffer.
sed -i 's/^\( *\)released = released | (BUFFER_0 << i);/`ifdef LOST\n\1released = BUFFER_0 << i;\n`else\n&\n`endif/' rtl/fedx/fedx_buffer_pool.v
grep -q LOST rtl/fedx/fedx_buffer_pool.v || fail "the line of the buffer pool is another one"
switch=("$FEDX" verify --quiet --dut rtl/fedx/fedx.f --top fedx_switch --cycles 20000)
expect 1 env PATH="$PATH" "${switch[@]}" --define LOST --no-bundle --keep kept --json kept.json
says "^confirmed   a build without Verilator's optimisations shows it$"
grep -q '"confirmation": "confirmed"' kept.json || fail "the JSON does not say that the difference is confirmed"

# Both builds stay in the folder to keep, and are used again.
for kept in "${switch[*]} --define LOST --no-bundle --keep kept" "${black_box[*]} --define FAULT_DEST --no-bundle --keep stream"; do
  # shellcheck disable=SC2086 # words without blanks
  expect 1 $kept
  builds=$(stat -c '%n %y' "${kept##* }"/{,plain/}fedx_dut.so)
  # shellcheck disable=SC2086
  expect 1 $kept
  says "^confirmed   a build without Verilator's optimisations shows it"
  [ "$builds" = "$(stat -c '%n %y' "${kept##* }"/{,plain/}fedx_dut.so)" ] || fail "a kept build was made again: $kept"
done
doubtful LOST
expect 4 env PATH="$PWD/doubtful:$PATH" "${switch[@]}" --bundle doubt-of-a-switch --junit doubt-of-a-switch.xml
says "; its testbench in Icarus does not show it$"
says "^NOT CONFIRMED: the simulator is in doubt: a build without Verilator's optimisations does not show it"
grep -q 'not confirmed' doubt-of-a-switch.xml || fail "the JUnit file does not say that the difference is not confirmed"

# An object with its Verilog beside it: the testbench of the bundle is asked, as it is about our RTL.
object=("$FEDX" verify --quiet --rtl-object kept/fedx_dut.so --cycles 20000)
for bundle in "--bundle kept-bundle" --no-bundle; do
  # shellcheck disable=SC2086 # an option, and its value
  expect 1 "${object[@]}" $bundle
  says "^confirmed   its testbench in Icarus shows it$"
done
[ ! -e kept-bundle/testbench/build ] && [ ! -e kept-bundle/testbench/icarus.log ] || fail "who was asked leaves files in the bundle"
printf '#!/bin/sh\nfind . -name "*.v" -exec sed -i "s/released = BUFFER_0 << i;/released = released | (BUFFER_0 << i);/" {} +\nexec %s "$@"\n' \
  "$(command -v iverilog)" >doubtful/iverilog # is given another switch than Verilator was
chmod +x doubtful/iverilog
expect 4 env PATH="$PWD/doubtful:$PATH" "${object[@]}" --no-bundle --json right.json
says "^NOT CONFIRMED: the simulator is in doubt: its testbench in Icarus does not show it$"
grep -q '"confirmation": "not confirmed"' right.json || fail "the JSON does not say that the difference is not confirmed"
cp kept/fedx_dut.so unknown.so
expect 1 "${object[@]}" --rtl-object unknown.so --bundle unknown
says "^confirmed   by nobody: its testbench cannot be asked: the Verilog of .*unknown.so is not known$"
echo "confirmed by a second build and two simulators; a Verilator that is wrong is found out"
