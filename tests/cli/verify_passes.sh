#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The passes of a default `fedx verify`: a fault that only one of them can see is found by it, and by no other; the command
# that is printed finds it again. Without a fault all passes compare what they say.
. "$(dirname "$0")/../common.sh"
cd "$scratch"
object=$FEDX_BUILD/tests/libhidden_fault.so

expect 0 "$FEDX" verify --quiet --json passes.json
grep -E "^(passes|compared) " out
for pass in profiles power_up sustained fabric; do
  cycles=$(sed -nE "/\"passes\"/,/}/s/^ +\"$pass\": ([0-9]+),?$/\1/p" passes.json)
  [ "$cycles" -ge 300000 ] || fail "pass $pass compares ${cycles:-nothing}"
done
expect 0 "$FEDX" verify --quiet --cycles 20000
! grep "^passes" out || fail "a short run has more than one pass"

# finds FAULT WORDS: the run fails, says these words, and so does the command that it prints
finds() {
  export HIDDEN_FAULT=$1
  expect 0 "$FEDX" verify --quiet --no-bundle --cycles 200000 --rtl-object "$object"
  expect 1 "$FEDX" verify --quiet --no-bundle --cycles 1000000 --rtl-object "$object"
  grep -qE "^failed in .*$2" out || fail "$1: not '$2': $(grep '^failed' out)"
  grep "^mismatch" out >first
  repeat=$(sed -n 's/^repeat with: fedx //p' out)
  # shellcheck disable=SC2086 # words of ours
  expect 1 "$FEDX" $repeat --quiet --no-bundle
  grep "^mismatch" out | cmp - first || fail "$1: fedx $repeat finds something else"
  echo "$1: $(cat first), again by fedx $repeat"
}
finds zero "from random power-up values"
finds late "episode [0-9]+:"
grep -q "profile sustained" <<<"$repeat" || fail "not found by the sustained pass"
finds crowd "fabric 1:"
finds mesh "fabric 3:"
unset HIDDEN_FAULT
expect 0 "$FEDX" verify --quiet --cycles 20000 --rtl-object "$object"
grep -q "registers   pins only: none of the 74 named registers is shown" out || fail "the object shows registers"
expect 0 "$FEDX" verify --quiet --pins --cycles 20000
grep -q "registers   pins only: none of the 74 named registers is looked at" out || fail "--pins looks at registers"
expect 2 "$FEDX" verify --inject 1 --pins
grep -q -- "--pins does not go with --inject" err || fail "--pins with --inject"

# A fabric of switches that show nothing: what stands still there is not called empty.
expect 1 "$FEDX" run --rows 4 --cols 4 --rtl all --rtl-object "$object" --no-class-rule --backpressure none --limit-dest 0 \
  --limit-trans 0 --eject-priority 0 --workload wk30 --load 0.8 --cycles 400000 --quiet
grep "^16 routers do not show all their registers" out || fail "a circle is looked for where nothing is shown: $(tail -n 3 out)"
