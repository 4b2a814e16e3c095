#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Networks of routers of any other make, and the two routers of this project as such: right ones pass, with all inputs busy all the time
# among other things, wrong ones are found, and bundles show it in Icarus and in Verilator.
#   networks.sh [--long]   --long: a mesh, a torus, a tree, an irregular graph and pairs of all example routers, the right ones for a
#                          million cycles; the routers of this project for ten million, one of them with other settings and in a mesh, too
. "$(dirname "$0")/../common.sh"
. "$here/blackbox/vcr_settings.sh"
command -v verilator >/dev/null || fail "no verilator"
# What is found does not depend on how fast it is.
export CXXFLAGS=-O0 TMPDIR=$scratch/tmp
mkdir "$TMPDIR"
cd "$scratch"
mkdir examples tests
cp -r "$FEDX_SOURCE/examples/your-router" examples
cp -r "$FEDX_SOURCE/tests/blackbox" tests
cp -r "$FEDX_SOURCE/rtl" .
mine=examples/your-router own=tests/blackbox/own
good=0 found=0

# good DESCRIPTION CYCLES: it passes, between all pairs that are allowed
good() {
  expect 0 "$FEDX" blackbox --quiet "$1" --cycles "$2"
  sed -n "/^network/p; /^packets/p; /^throughput/p" out
  grep -qE '^packets .*; ([0-9]+) of \1 pairs' out || fail "$1: not all pairs"
  ! grep -q '^ *\(lost\|duplicate\|misdelivered\|corrupted\|framing\|progress\|reset\) .*nothing' out || fail "$1: a check has nothing to check"
  good=$((good + 1))
}

# wrong DESCRIPTION FAULT CHECKS: one of these finds it, in ten packets or fewer, and so do Icarus and Verilator
wrong() {
  local bundle=${1##*/}_$2 left simulator
  expect 1 "$FEDX" blackbox --quiet "$1" --define "FAULT_$2" --bundle "$bundle"
  grep -E "^($3): cycle [0-9]+: " out || { cat out; fail "$1 $2: not found by $3"; }
  left=$(sed -nE "s/^bundle +$bundle: ([0-9]+) packets?,.*/\1/p" out)
  [ "${left:-1000}" -le 10 ] || { cat out; fail "$1 $2: $left packets are left"; }
  for simulator in icarus verilator; do
    expect 2 make -s -C "$bundle" $simulator
    grep -q '^FAIL: ' out || { cat out; fail "$1 $2: $simulator shows nothing"; }
  done
  found=$((found + 1))
}

# forbidden INPUT LIST: the pairs of it that are x
forbidden() {
  local output=0 value
  for value in ${2//,/ }; do
    [ "$value" != x ] || echo "[$1, $output]"
    output=$((output + 1))
  done
}

# pair NAME FIRST SECOND: two routers with three inputs; output 0 of the first leads to input 0 of the second. What the inputs of either
# write for each output of the network; x: it cannot go there.
pair() {
  local of_first="[${2//x/0}]" of_second="[${3//x/0}]"
  { sed -E "/^forbid:/d; /^destination:/s/value: number/value: [$of_first, $of_first, $of_first, $of_second, $of_second]/" "$mine/$1.yaml"
    echo "forbid: [$({ for i in 0 1 2; do forbidden $i "$2"; done; for i in 3 4; do forbidden $i "$3"; done; } | paste -sd,)]"
    echo "network: {routers: 2, links: [[0, 0, 1, 0]]}"; } >"$mine/pair_$1.yaml"
}

if [ "${1-}" != --long ]; then
  with_quick_clang "$scratch/bin"
  good $own/vcr.yaml 20000
  echo "a router of this project passes as one of any other make"
  exit 0
fi

pair stream_switch 1,2,3,0,x,x,x x,x,x,0,1,2,3
for router in credit_router vc_router yummy_router; do pair $router 1,2,0,x,x x,x,0,1,2; done
settings_of_vcr $own
sed -E 's/(rows|cols): 2/\1: 4/g; s/_BITS: 1/_BITS: 2/g' $own/vcr_mesh.yaml >$own/vcr_mesh_of_16.yaml
for fault in DEST:progress 'STALL:lost|duplicate|corrupted|framing|progress|stable' 'MIX:framing|corrupted'; do
  wrong $mine/graph_of_five.yaml "${fault%%:*}" "${fault#*:}"
done
wrong $mine/torus_3x3.yaml SINGLE 'progress|framing|lost'
wrong $mine/tree_2x3.yaml MIX 'framing|corrupted'
wrong $mine/pair_stream_switch.yaml SQUARE progress
wrong $mine/pair_credit_router.yaml CREDIT 'credits|progress'
wrong $mine/pair_vc_router.yaml DATA corrupted
wrong $mine/pair_yummy_router.yaml VANISH 'lost|credits|progress|corrupted'
export CXXFLAGS=
for network in graph_of_five torus_3x3 tree_2x3 mesh_4x4 pair_stream_switch pair_credit_router pair_vc_router pair_yummy_router; do
  good $mine/$network.yaml 1000000
done
good $own/vcr_mesh_of_16.yaml 100000
for settings in torus deflect_0 mesh; do good $own/vcr_$settings.yaml 1000000; done
for router in vcr fedx; do good $own/$router.yaml 10000000; done
# A folder of descriptions, and one of lists: a right one, a wrong one, one whose sources are not there
mkdir real lists
sed '/^files:/d' $mine/stream_switch.yaml | tee real/stream_switch.yaml real/none.yaml | sed 's/^top: .*/&\ndefines: FAULT_SINGLE/' >real/wrong.yaml
echo "../$mine/stream_switch.v" | tee lists/stream_switch.f >lists/wrong.f
echo none.v >lists/none.f
expect 2 "$FEDX_SOURCE/tests/blackbox.sh" real lists --cycles 20000
[ "$(grep -c '^| ' out)" -eq 4 ] && grep -q '^| stream_switch | - | 2.* | 12 of 12 | all checks good |$' out &&
  grep -q '^| wrong | .* | lost: cycle ' out && grep -q '^| none | .* | not built: ' out || { cat out; fail "tests/blackbox.sh"; }
[ "$found" -eq 9 ] && [ "$good" -eq 14 ] || fail "$found found and $good good, not 9 and 14"
echo "$found faults found in networks, $good networks and routers good"
