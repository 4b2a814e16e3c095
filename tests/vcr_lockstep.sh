#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Law 1 of virtual-channel routers, builds of which the default build has no RTL among them: alone under the stimulus of
# fedx verify, or in a fabric.
#   vcr_lockstep.sh alone BUILD CYCLES SEED
#   vcr_lockstep.sh run BUILD LEAST OPTION...  fedx run with these, all routers in lockstep; LEAST: switch-cycles compared
. "$(dirname "$0")/common.sh"
. "$here/vcr_rtl.sh"
mode=$1
object=$(vcr_rtl "$2") || fail "no RTL of $2"
shift 2
if [ "$mode" = alone ]; then
  exec "$FEDX_BUILD/tests/test_vcr_lockstep" "$(basename "$object" .so | sed 's/^libvcr_//')" "$object" "$@"
fi
least=$1
shift
expect 0 "$FEDX" run --rtl-object "$object" --lockstep all "$@"
grep -E "^(compared|legal|terminals|packets|SAT) " "$scratch/out"
compared=$(sed -nE 's/^compared +([0-9]+) switch-cycles, .*: 0 differences$/\1/p' "$scratch/out")
[ "${compared:-0}" -ge "$least" ] || fail "only ${compared:-0} switch-cycles were compared"
