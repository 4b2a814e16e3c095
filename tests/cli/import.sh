#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Traffic of other simulators, of files that this script makes, becomes what run --replay and --matrix take; bad files are refused with
# the line or byte.
. "$(dirname "$0")/../common.sh"
command -v python3 >/dev/null || skip "no python3"
cd "$scratch"
fabric=(--router vcr-mesh --topology mesh --rows 4 --cols 4 --cycles 20000)
compared=0
# imported FORMAT OPTION...: file in becomes file out, which is as file want
imported() {
  expect 0 "$FEDX" import --from "$1" in "${@:2}"
  diff want "$scratch/out" || fail "import --from $*"
  compared=$((compared + 1))
}
bad() { # FORMAT WORDS
  refused "$2" "$FEDX" import --from "$1" in -o never
}

# netrace: a packet names those that depend on it
cat >netrace.py <<'PYTHON'
import struct, sys
def header(nodes=16, notes=b"", regions=0, magic=0x484A5455, version=1.0):
    return struct.pack("<If30sBBQQII8x", magic, version, b"made", nodes, 0, 100, 4, len(notes), regions) + notes + bytes(24 * regions)
def packet(cycle, number, kind, source, destination, *deps):
    return struct.pack("<QIIBBBBB", cycle, number, 0x1000, kind, source, destination, 0, len(deps)) + struct.pack(f"<{len(deps)}I", *deps)
good = [packet(10, 1, 1, 3, 7, 2, 4), packet(11, 9, 15, 5, 7, 4), packet(12, 2, 2, 7, 3, 3), packet(12, 3, 27, 4, 8), packet(900, 4, 30, 7, 5)]
files = {
    "good": header(notes=b"said\0", regions=2) + b"".join(good),
    "magic": header(magic=7),
    "version": header(version=2.0),
    "short": header()[:50],
    "notes": header(regions=3)[:80],
    "cut": header() + good[0][:15],
    "cut_deps": header() + good[0][:25],
    "kind": header() + packet(10, 1, 7, 3, 7),
    "node": header() + packet(10, 1, 1, 3, 16),
    "order": header() + good[4] + good[0],
    "never": header() + packet(1, 1, 1, 3, 7, 5, 6),
}
sys.stdout.buffer.write(files[sys.argv[1]])
PYTHON
netrace() { python3 netrace.py "$1" >in; }
netrace good
cat >want <<'WANT'
# time source destination packets class id deps delay
10 3 7 1 0 1
11 5 7 1 0 9
12 7 3 9 1 2 1 20
12 4 8 1 0 3
900 7 5 9 1 4 9,1 20
# 5 messages, 3 dependencies; 1 left out, on packets that went elsewhere or had not come
WANT
imported netrace --packet-size 8 --delay 20
expect 0 "$FEDX" run "${fabric[@]}" --replay "$scratch/want" --trace-classes --quiet
grep -q '^packets     21 taken' out || fail "the trace is not run"
cat >want <<'WANT'
# time source destination packets class id deps delay
0 7 3 1 1 2
0 4 8 1 0 3
888 7 5 1 1 4
# 3 messages, 0 dependencies; 1 left out, on packets that went elsewhere or had not come
WANT
imported netrace --start 12
netrace never
cat >want <<'WANT'
# time source destination packets class id deps delay
1 3 7 1 0 1
# 1 messages, 0 dependencies; 2 left out, on packets that went elsewhere or had not come
WANT
imported netrace
for wrong in "magic:in: byte 0: is no trace of netrace" "short:in: byte 0: is no trace of netrace" "version:in: byte 0: is not of version 1.0" \
  "notes:in: byte 0: the file ends in the header" "cut:in: byte 72: the file ends in the middle" "cut_deps:in: byte 72: the file ends in the middle" \
  "kind:in: byte 72: packet 1 is of type 7" "node:in: byte 72: packet 1 goes from node 3 to 16, and there are 16" \
  "order:in: byte 93: time 10 is before"; do
  netrace "${wrong%%:*}"
  bad netrace "${wrong#*:}"
done
printf 'BZh91AY' >in
bad netrace "is compressed: bunzip2 it"
: >in
bad netrace "is no trace of netrace"
refused "cannot read /nowhere" "$FEDX" import --from netrace /nowhere

# Noxim: rates, alone and with windows of 100 to 351 of 1000 cycles, in which 250 count
printf '%% a comment\n0 5 0.02\n\n0 6 0.01 0.3\n3 1 0.04\n' >in
cat >want <<'WANT'
# source destination rate
0 5 0.02
0 6 0.01
3 1 0.04
# The busiest PE sends 0.04 packets per cycle: with packets of n cycles, --load 0.04 x n
# 3 rates
WANT
imported noxim
printf '0 5 0.2 0.2 100 351 1000\n3 1 0.4 0.4 100 351 1000\n' >in
cat >want <<'WANT'
# source destination rate
0 5 0.05
3 1 0.1
# The busiest PE sends 0.1 packets per cycle: with packets of n cycles, --load 0.1 x n
# --source onoff --on-mean 250 --off-mean 750
# 2 rates
WANT
imported noxim
expect 0 "$FEDX" run "${fabric[@]}" --matrix want --load 0.5 --source onoff --on-mean 250 --off-mean 750 --quiet
printf '0 5 0.2 0.2 100 351 1000\n3 1 0.4\n' >in
bad noxim "in:2: t_on, t_off and t_period are not those"
for line in "0 5" "0 5 1.5" "0 5 x" "0 0 0.1" "0 5 0.1 0.1 5" "0 5 0.1 0.1 100 100 1000" "0 5 0.1 0.1 100 2000 1000" "-1 5 0.1" "0 5 0.1 0 1 9 9 9"; do
  printf '1 2 0.1\n%s\n' "$line" >in
  bad noxim "in:2: "
done

# gem5: heads that network interfaces schedule
flit() { # TICK ID SIZE VNET SOURCE DESTINATION
  echo "  $1: system.ruby.network.netifs0$5: Scheduling at system.ruby.network.ext_links0.network_links0 time:$(($1 + 500)) flit:[flit:: Id=$2" \
    "Type=0 Size=$3 Vnet=$4 VC=8 Src NI=$((16 + $5)) Src Router=$5 Dest NI=$((16 + $6)) Dest Router=$6 Set Time=$1 Width=128 ] Message:[DataMsg: 7]"
}
{
  echo "  500: system.ruby.network.netifs03: Network Interface 3 connected to router:3[0,1,2]  woke up. Period: 500"
  flit 1000 0 1 0 3 7
  flit 2000 0 5 2 7 3
  flit 2500 1 5 2 7 3
  flit 3000 0 5 1 2 2
  echo "Exiting @ tick 4000 because simulate() limit reached"
} >in
cat >want <<'WANT'
# time source destination packets class
2 3 7 1 0
4 7 3 3 1
6 2 2 3 0
# 3 messages
WANT
imported gem5 --packet-size 2
sed -i 's/^2 3 7/1 3 7/; s/^4 7 3 3 1/2 7 3 1 0/; s/^6 2 2 3 0/3 2 2 1 1/' want
imported gem5 --period 1000 --response-vnet 1
sed -i 's/Dest Router=7/Dest Router=x/' in
bad gem5 "in:2: a flit must have its tick"
flit 5000 0 300 0 3 7 >in
refused "in:1: a message of 300 packets, and 255 is the most: give a larger --packet-size" "$FEDX" import --from gem5 in --packet-size 1 -o never
{ flit 5000 0 1 0 3 7 && flit 1000 0 1 0 3 7; } >in
bad gem5 "in:2: time 2 is before"

# BookSim2: what has not arrived has no destination
cat >in <<'IN'
BEGIN Configuration File: mesh
40 | node3 | Enqueuing packet 17 at time 40.
40 | node3 | Enqueuing flit 68 (packet 17) at time 40.
40 | node3 | Enqueuing flit 69 (packet 17) at time 40.
41 | node5 | Enqueuing packet 18 at time 39.
41 | node5 | Enqueuing flit 70 (packet 18) at time 39.
42 | node1 | Enqueuing packet 19 at time 42.
42 | node1 | Enqueuing flit 71 (packet 19) at time 42.
43 | network_0/router_3 | Received flit 68 from channel at input 4.
50 | node9 | Retiring flit 70 (packet 18, src = 5, dest = 9, hops = 3, flat = 9).
50 | node9 | Retiring packet 18 (plat = 11, nlat = 9, frag = 0, src = 5, dest = 9).
52 | node4 | Retiring packet 17 (plat = 12, nlat = 9, frag = 0, src = 3, dest = 4).
60 | node2 | Enqueuing packet 20 at time 60.
60 | node2 | Enqueuing flit 72 (packet 20) at time 60.
70 | node0 | Retiring packet 20 (plat = 10, nlat = 10, frag = 0, src = 2, dest = 0).
IN
cat >want <<'WANT'
# time source destination packets class
40 3 4 2 0
41 5 9 1 0
60 2 0 1 0
# 3 messages; 1 left out, which had not arrived
WANT
imported booksim --packet-size 1
echo '61 | node2 | Enqueuing packet 20 at time 60.' >>in
sed -i '/Retiring packet 20/d' in
bad booksim "in:15: packet 20 is enqueued again"

# Files appear whole or not at all, and are not read and written at once.
python3 netrace.py good >in
expect 0 "$FEDX" import --from netrace in -o trace
grep -qx '5 messages, 3 dependencies; 1 left out, on packets that went elsewhere or had not come' out || fail "no sum"
python3 netrace.py order >in
bad netrace "time 10 is before"
[ ! -e never ] || fail "half a file"
refused "in" "$FEDX" import --from netrace in --out in
refused "which file?" "$FEDX" import --from netrace
refused "--from says whose file it is" "$FEDX" import in
refused "--from garnet: must be netrace, noxim, gem5 or booksim" "$FEDX" import --from garnet in
refused "--packet-size" "$FEDX" import --from gem5 in --packet-size 0
echo "compared: $compared files, $refused refused"
