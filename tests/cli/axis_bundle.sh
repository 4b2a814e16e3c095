#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A difference of an AXI4-Stream switch: verify keeps a bundle, replay shows the difference again, and shrink leaves a few cycles.
. "$(dirname "$0")/../common.sh"
cd "$scratch"
bash "$here/mutants/axis.sh" --object rtl.so arbitrate_weight_0_is_0

expect 1 "$FEDX" verify --router axis-odd --rtl-object rtl.so --cycles 300000 --quiet --bundle found
grep -q '^mismatch: cycle [0-9]*, node 0, arbitrate.left' out || fail "another difference: $(cat out)"
grep -qE '^bundle +found: [0-9]+ cycles$' out || fail "something else is counted"
grep -q 'What is right: docs/spec/axis.md section 7, arbitration' found/report.txt || fail "the report does not name the section"
expect 1 "$FEDX" replay found --rtl-object rtl.so
grep -q '^the difference that was recorded' out || fail "the bundle does not show it"
expect 0 "$FEDX" shrink found --rtl-object rtl.so
expect 1 "$FEDX" replay found-small --rtl-object rtl.so
cycles=$(sed -nE 's/^replayed +([0-9]+) cycles.*/\1/p' out)
[ "${cycles:-1000}" -le 8 ] || fail "$cycles cycles are left"
expect 0 "$FEDX" replay found-small --rtl-object "$FEDX_BUILD/libaxis_odd.so"
grep -q '^no difference any more' out || fail "the RTL as it stands is found different"
echo "a difference in $cycles cycles"
