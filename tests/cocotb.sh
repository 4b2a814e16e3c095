#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The tests of cocotb: a bundle as one, and examples/cocotb. With cocotb they run in Icarus; without it their code runs against a stub, the
# golden model in the place of RTL, and Icarus shows that a bundle leaves its end to cocotb.
. "$(dirname "$0")/common.sh"
command -v iverilog >/dev/null || skip "no iverilog"
cd "$scratch"
router=$FEDX_SOURCE/examples/your-router/yummy_router.yaml
expect 1 "$FEDX" blackbox --quiet "$router" --define FAULT_YUMMY --bundle wrong
expect 0 "$FEDX" blackbox --quiet "$router" --cycles 20000 --testbench right
model=$FEDX_BUILD/libfedx_model.so
[ -e "$model" ] || fail "no $model"

if python3 -c 'import cocotb' 2>/dev/null; then
  expect 0 make -C right cocotb
  grep -q 'FAIL=0' out || { cat out; fail "the right bundle does not pass"; }
  make -C wrong cocotb >out 2>&1 || true
  grep -q 'FAIL=1' out || { cat out; fail "the wrong bundle does not fail"; }
  cp -r "$FEDX_SOURCE/examples/cocotb" "$FEDX_SOURCE/examples/bindings" .
  expect 0 env FEDX_MODEL="$model" make -C cocotb RTL="$FEDX_SOURCE/rtl"
  grep -q 'FAIL=0' out || { cat out; fail "model and RTL do not agree"; }
  echo "3 tests of cocotb"
  exit 0
fi

# bundle FOLDER WORD: that word is the last one, once, and the run goes on
bundle() {
  iverilog -g2012 -I "$1" -s testbench -o "$1.vvp" "$1/testbench.v" "$1/network.v"
  expect 124 timeout 5 stdbuf -oL vvp -n "$1.vvp" +cocotb
  [ "$(grep -cE '^(PASS|FAIL): ' out)" -eq 1 ] && grep -q "^$2: " out || { tail out; fail "$1: no $2, or more than one"; }
}
bundle right PASS
bundle wrong FAIL
export PYTHONPATH=$here/cocotb/stub:$FEDX_SOURCE/examples/bindings/python:$FEDX_SOURCE/examples/cocotb FEDX_MODEL=$model PYTHONDONTWRITEBYTECODE=1 CYCLES=4000
# judged ENDED PASSED: the bundle's test where these are what the testbench has in the end
judged() {
  PYTHONPATH=$PYTHONPATH:right python3 -c 'import sys, cocotb, test_bundle
class Wire:
    value = "X"
class Testbench:
    ended, passed, times = Wire(), Wire(), 0
    def time_passes(self):
        self.times += 1
        if self.times == 3:
            self.ended.value, self.passed.value = sys.argv[1:]
        assert self.times < 10
cocotb.run(Testbench())' "$@"
}
expect 0 judged 1 1
expect 1 judged 1 0
grep -q 'AssertionError: a check fails' err || { cat err; fail "not why it fails"; }
expect 0 python3 "$here/cocotb/switch.py" right
grep -qE '^24000 pins compared in 4000 cycles, [1-9][0-9]+ packets arrived$' out || { cat out; fail "not what was compared"; }
expect 1 python3 "$here/cocotb/switch.py" wrong
grep -qE '^AssertionError: cycle [0-9]+: tx_acc is ' err || { cat err; fail "the wrong pin is not found"; }
expect 1 python3 "$here/cocotb/switch.py" unknown
grep -qE '^AssertionError: cycle [0-9]+: tx_req is XXXXXXX' err || { cat err; fail "the unknown value is not found"; }
echo "3 tests of cocotb, with a stub of it"
