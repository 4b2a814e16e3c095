#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A mesh of AXI4-Stream switches beside one of virtual-channel routers with the same routes, packets and traffic.
#   axis_beside_vcr.sh              at a low load latencies are the same, to 5%
#   axis_beside_vcr.sh --markdown   latency and throughput up to saturation, for tests/results_page.py --table axis-beside-vcr
. "$(dirname "$0")/common.sh"
loads=(0.05)
[ "${1-}" != --markdown ] || loads=(0.05 0.1 0.15 0.2 0.25 0.3 0.35)

# measured LOAD OPTION...: "latency throughput" of that fabric; latency is - where it grows with the length of the run
measured() {
  local load=$1
  shift
  expect 0 "$FEDX" run --topology mesh --rows 8 --cols 8 --workload single --load "$load" --settle 5% --cycles 20000 --drain none \
    --json "$scratch/run.json" --quiet "$@"
  python3 -c 'import json, sys
run = json.load(open(sys.argv[1]))
latency = "-" if run["saturated"] else round(run["packet_latency"]["mean_cycles"], 1)
print(latency, round(run["throughput"], 3))' "$scratch/run.json"
}

echo "| load | latency of axis | latency of vcr | throughput of axis | throughput of vcr |"
echo "|---|---|---|---|---|"
for load in "${loads[@]}"; do
  read -r axis_latency axis_throughput < <(measured "$load" --router axis-noc --packet-beats 8)
  read -r vcr_latency vcr_throughput < <(measured "$load" --router vcr-mesh --packet-flits 8 --routing deterministic --prefer dimension)
  echo "| $load | $axis_latency | $vcr_latency | $axis_throughput | $vcr_throughput |"
  [ "$load" != 0.05 ] || awk "BEGIN { exit !($axis_latency < 1.05 * $vcr_latency && $axis_latency > 0.95 * $vcr_latency) }" ||
    fail "at a low load latencies are $axis_latency and $vcr_latency cycles"
done
