#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# JUnit XML of fedx verify: one case a pass, whether good, failed, or not run because one before it failed.
. "$(dirname "$0")/../common.sh"
wrong="$scratch/<wrong> & one.so"
"$here/mutants/run.sh" --object "$wrong" pool_release_lost >/dev/null

# cases FILE: name and outcome of each, by a reader of XML
cases() {
  /usr/bin/python3 - "$1" <<'P'
import sys
import xml.etree.ElementTree as tree

suite = tree.parse(sys.argv[1]).getroot()
outcomes = []
for case in suite.iter("testcase"):
    failure, skipped = case.find("failure"), case.find("skipped")
    outcomes.append("skipped" if skipped is not None else failure.get("type") if failure is not None else "good")
    if failure is not None:
        assert failure.get("message") == failure.text.split("\n")[0], failure.get("message")
        print(failure.text, file=sys.stderr)
    print(case.get("name"), outcomes[-1], end="; ")
    assert float(case.get("time")) >= 0
counted = {"tests": len(outcomes), "skipped": outcomes.count("skipped"), "errors": 0}
counted["failures"] = len([o for o in outcomes if o not in ("good", "skipped")])
for key, count in counted.items():
    assert int(suite.get(key)) == count, key
P
}
# is STATUS "CASES" OPTION...
checked=0
is() {
  local status=$1 want=$2 got
  shift 2
  expect "$status" "$FEDX" verify --quiet --no-bundle --junit "$scratch/junit.xml" "$@"
  got=$(cases "$scratch/junit.xml" 2>"$scratch/text") || { cat "$scratch/text"; fail "not JUnit: $*"; }
  [ "$got" = "$want; " ] || fail "$got instead of $want: $*"
  checked=$((checked + 1))
}
is 0 "profiles good" --cycles 20000
is 0 "profiles good; power_up good; sustained good; fabric good" --cycles 1M
is 0 "profiles good; power_up good; sustained good" --cycles 1M --pins
is 0 "injection good" --inject 10000
is 1 "profiles coverage" --until-covered --cycles 20000
is 1 "injection mismatch" --inject 10000 --rtl-object "$wrong"
grep -q "^repeat with: fedx verify --inject" "$scratch/text" || fail "no command repeats the injection"
is 1 "profiles mismatch; power_up skipped; sustained skipped; fabric skipped" --rtl-object "$wrong"
grep -q "^mismatch: cycle .* node 0, buffer_pool" "$scratch/text" || fail "the difference is not told"
grep -qF "repeat with: fedx verify --seed 1 --cycles 2500000 --rtl-object '$wrong'" "$scratch/text" || fail "no command repeats it"

expect 2 "$FEDX" verify --junit - --cycles 1000
expect 2 "$FEDX" verify --junit /nowhere/junit.xml --cycles 1000
grep -q "cannot write /nowhere/junit.xml" "$scratch/err" || fail "does not say where it cannot be written"
echo "$checked files of test cases"
