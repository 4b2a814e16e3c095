#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# --seeds: a table of verdicts, each as that seed alone has it, whatever runs beside it; the first seed that fails leaves the only
# bundle. JUnit has what was not checked as skipped, and a case even when nothing could be run.
. "$(dirname "$0")/../../case.sh"
# Of the flits that waited for 21 cycles one in 128 is damaged: some seeds meet it.
module rare 'reg [7:0] waited;
    always @(posedge clk) waited <= rst | ~out_valid | out_ready ? 8'"'"'d0 : waited + 8'"'"'d1;' |
  sed "s/assign out_data = in_data;/assign out_data = in_data ^ {15'd0, waited == 8'd21 \&\& in_data[6:0] == 7'd41};/" >rare.v
description rare rare.v >rare.yaml
range=2..7
for seed in 2 3 4 5 6 7; do
  status=0
  "${verify[@]}" rare.yaml --seed $seed --cycles 20000 --no-bundle --keep built >/dev/null 2>&1 || status=$?
  alone+=" $status"
done
case $alone in *0*1*) ;; *) fail "seeds alone end with$alone: none is good before one that fails" ;; esac
first=$((2 + $(tr -d ' ' <<<"${alone%%1*}" | wc -c) - 1))
for jobs in 1 3; do
  rm -rf fedx-router
  expect 1 "${verify[@]}" rare.yaml --seeds $range -j $jobs --cycles 20000 --keep built --json seeds.json --junit seeds.xml
  cp out "table$jobs"
  said "^bundle +fedx-router, of seed $first$"
  [ ! -e fedx-router-2 ] || fail "more than one bundle"
  python3 -c 'import json, sys
run = json.load(open("seeds.json"))
codes = {"good": 0, "FAILED": 1, "not confirmed": 4}
together = "".join(" %d" % codes[s["result"]] for s in run["seeds"])
sys.exit(0 if together == sys.argv[1] and [s["seed"] for s in run["seeds"]] == list(range(2, 8)) and run["failed"] == together.count("1") else together)' "$alone" ||
    fail "seeds alone end with$alone"
  grep -q "<testsuite name=\"fedx blackbox\" tests=\"6\"" seeds.xml || fail "not a test case per seed"
done
seconds='s/ +[0-9.]+ s$//'
diff <(sed -E "$seconds" table1) <(sed -E "$seconds" table3) || fail "the table depends on --jobs"
expect 2 make -s -C fedx-router icarus
grep -q '^FAIL: ' out || { cat out; fail "the bundle shows nothing"; }
refused "--seeds 5: must be a range of seeds such as 1..100" "${verify[@]}" rare.yaml --seeds 5
refused "--seeds 5..4: must be a range of seeds such as 1..100" "${verify[@]}" rare.yaml --seeds 5..4
refused "--jobs goes with --seeds" "${verify[@]}" rare.yaml -j 2

module good >good.v
description good good.v >good.yaml
expect 0 "${verify[@]}" good.yaml --cycles 300000 --junit good.xml
python3 -c 'import sys, xml.etree.ElementTree as tree
cases = {c.get("name"): c for c in tree.parse("good.xml").getroot()}
skipped = {n for n, c in cases.items() if c.find("skipped") is not None and c.find("skipped").get("message") == "nothing to check"}
sys.exit(0 if {"credits", "latency", "starvation", "illegal"} <= skipped and not skipped & {"lost", "build"} and float(cases["build"].get("time")) > 0
         and float(cases["order"].get("time")) > 0 else str(skipped))' || { cat good.xml; fail "JUnit"; }
echo "module other(); endmodule" >good.v
expect 2 "${verify[@]}" good.yaml --cycles 3000 --junit none.xml
grep -q '<testcase classname="fedx blackbox" name="build"' none.xml && grep -q '<failure type="refused" message="[^"]*good' none.xml || { cat none.xml; fail "no test case of what could not be run"; }
nothing_left
echo "6 seeds, alone and together"
