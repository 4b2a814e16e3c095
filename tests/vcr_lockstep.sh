#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Law 1 of virtual-channel routers, builds of which the default build has no RTL among them: alone under the stimulus of
# fedx verify, for so many cycles or until every reachable point of coverage is hit, or in a fabric.
#   vcr_lockstep.sh alone BUILD CYCLES SEED
#   vcr_lockstep.sh covered BUILD
#   vcr_lockstep.sh terminal BUILD CYCLES SEED STATES   a terminal alone, then from so many states
#   vcr_lockstep.sh zero_load BUILD   a lone packet for every pair of an 8x8 mesh and an 8x8 torus, or a 4-ary 3-tree: models, then RTL
#   vcr_lockstep.sh run BUILD LEAST OPTION...  fedx run with these, all routers in lockstep; LEAST: switch-cycles compared
. "$(dirname "$0")/common.sh"
. "$here/vcr_rtl.sh"
mode=$1
build=$2
unit=vcr
[ "$mode" != terminal ] || unit=vcr_terminal
object=$(vcr_rtl "$build" "$unit") || fail "no RTL of $build"
shift 2
if [ "$mode" = terminal ]; then
  exec "$FEDX_BUILD/tests/test_vcr_lockstep" "terminal-$build" "$object" "$@"
fi
if [ "$mode" = zero_load ]; then
  "$FEDX_BUILD/tests/test_vcr_zero_load" "$build" 1
  exec "$FEDX_BUILD/tests/test_vcr_zero_load" "$build" 1 "$object"
fi
if [ "$mode" = alone ]; then
  exec "$FEDX_BUILD/tests/test_vcr_lockstep" "$(basename "$object" .so | sed 's/^libvcr_//')" "$object" "$@"
fi
if [ "$mode" = covered ]; then
  kind=vcr
  [ "$build" = noc ] || kind=vcr-$build
  expect 0 "$FEDX" verify --router "$kind" --rtl-object "$object" --until-covered
  grep -E "^(compared|coverage) " "$scratch/out"
  grep -qE "^coverage +([0-9]+) of \\1 reachable points hit, 0 missing" "$scratch/out" || fail "not every reachable point is hit"
  exit 0
fi
least=$1
shift
expect 0 "$FEDX" run --rtl-object "$object" --lockstep all "$@"
grep -E "^(compared|legal|terminals|packets|SAT) " "$scratch/out"
compared=$(sed -nE 's/^compared +([0-9]+) switch-cycles, .*: 0 differences$/\1/p' "$scratch/out")
[ "${compared:-0}" -ge "$least" ] || fail "only ${compared:-0} switch-cycles were compared"
