#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Loads in flits and --energy: counts of events are those of the hop trace, costs are summed, and bad tables are refused.
. "$(dirname "$0")/../common.sh"
cd "$scratch"
cat >table <<'EOF'
# a flit each, but for the last two
buffer_write 1.25
buffer_read 1
crossbar 0.75   # as wide as a flit
link 2
endpoint_link 0.5
arbitration 4
router_cycle 0.125
EOF
compared=0

# number KEY [OBJECT]: from run.json
number() { python3 -c 'import json, sys
value = json.load(open("run.json"))
for key in sys.argv[1:]:
    value = value[key]
print(repr(value))' "$@"; }
same() {
  awk -v a="$2" -v b="$3" 'BEGIN { d = a - b; if (d < 0) d = -d; exit !(a > 0 && d <= 1e-9 * a) }' || fail "$1: $2, not $3"
  compared=$((compared + 1))
}

# counts LINKS PORTS CYCLES ROUTERS FLITS OPTION...: a run without warm-up and drain, against its hop trace, in which a PE is the
# sender behind all ports
counts() {
  local links=$1 ports=$2 cycles=$3 routers=$4 flits=$5 into out arbitrations
  shift 5
  expect 0 "$FEDX" run "$@" --cycles "$cycles" --warmup 0 --drain none --energy table --json run.json --hops hops
  read -r into out arbitrations < <(awk -v links="$links" -v ports="$ports" '
    $4 == 0 && ($3 < links || $3 == ports) { into++ }
    $4 == 0 && $3 < ports { out++ }
    $3 < ports { arbitrations++ }
    END { print into + 0, out + 0, arbitrations + 0 }' hops)
  same "buffer_write, $*" "$((into * flits))" "$(number energy events buffer_write count)"
  same "buffer_read, $*" "$((out * flits))" "$(number energy events buffer_read count)"
  same "crossbar, $*" "$((out * flits))" "$(number energy events crossbar count)"
  same "arbitration, $*" "$arbitrations" "$(number energy events arbitration count)"
  same "router_cycle, $*" "$((cycles * routers))" "$(number energy events router_cycle count)"
  same "total, $*" "$(python3 -c 'import json
print(repr(sum(e["count"] * e["cost"] for e in json.load(open("run.json"))["energy"]["events"].values())))')" "$(number energy total)"
  same "per cycle, $*" "$(awk -v all="$(number energy total)" -v cycles="$cycles" 'BEGIN { printf "%.17g", all / cycles }')" "$(number energy per_cycle)"
  grep -q "^energy .* a cycle, .* for each packet delivered: buffer_write .*%, .*router_cycle .*%$" out || fail "no line: $(cat out)"
}

# Packets that arrived in the middle of the last hop make no difference: attempts count when they have ended.
for engine in cycle event; do
  counts 4 8 9000 16 16 --router vcr-mesh --topology mesh --rows 4 --cols 4 --load 0.2 --workload single --engine $engine
  counts 6 7 30000 12 160 --rows 3 --cols 4 --load 0.9 --engine $engine
done
# Without refused attempts a flit on a link is a flit that a router reads, but for those that leave the fabric.
expect 0 "$FEDX" run --router vcr --topology mesh --rows 4 --cols 4 --load 0.2 --cycles 20000 --energy table --json run.json
same "flits on links" "$(python3 -c 'import json
e = json.load(open("run.json"))["energy"]["events"]
print(repr(e["link"]["count"] + e["endpoint_link"]["count"] - e["buffer_write"]["count"]))')" "$(python3 -c 'import json
r = json.load(open("run.json"))
print(repr(r["energy"]["events"]["buffer_read"]["count"] - (r["energy"]["events"]["link"]["count"])))')"
# Loads in flits are throughputs: every cycle of a port carries one.
same "accepted" "$(number throughput)" "$(number flits accepted)"
same "offered" "$(number offered)" "$(number flits offered)"
grep -qE '^flits +16 a packet; 0[.][0-9]+ a cycle accepted' out || fail "no flits: $(cat out)"
awk -v most="$(number flits busiest_link)" -v mean="$(number link_busy max)" 'BEGIN { exit !(most >= mean && most <= 1) }' ||
  fail "the busiest direction is less busy than both of a link"
expect 0 "$FEDX" run --cycles 2000 --json run.json
[ "$(number energy)" = None ] || fail "an energy without a table"

bad() {
  printf '%b' "$1" >bad
  refused "$2" "$FEDX" run --cycles 100 --energy bad
}
bad 'wire 1\n' "bad:1: must be an event and its cost, a number of 0 or more; events are buffer_write,"
bad '\n\nlink\n' "bad:3: must be an event and its cost"
bad 'link -1\n' "bad:1: must be an event and its cost"
bad 'link 1 2\n' "bad:1: must be an event and its cost"
bad 'link 1\nlink 2\n' "bad:2: link has a cost already"
bad '# nothing\nlink 0\n' "no event costs anything"
refused "cannot read" "$FEDX" run --cycles 100 --energy /nowhere
refused "write one file: give each a name of its own" "$FEDX" run --cycles 100 --energy table --json table
echo "$compared figures of 4 runs and a fifth are those of their hop traces; $refused tables refused"
