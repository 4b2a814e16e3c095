#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Law 2 for the studies: a point of one, run by models, and with RTL in the place of all of them, has the same events.
#   study_rtl.sh BUILD LEAST EXPERIMENT POINT [OPTION...]   POINT: words, the first line of fedx sweep EXPERIMENT --list with which is
#                                                           run; LEAST: events compared. Options are for fedx sweep, and
#                                                           behind -- for the run on RTL
. "$(dirname "$0")/common.sh"
. "$here/vcr_rtl.sh"
object=$(vcr_rtl "$1") || fail "no RTL of $1"
least=$2 experiment=$3 words=$4
shift 4
sweep=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
  sweep+=("$1")
  shift
done
[ $# -eq 0 ] || shift

expect 0 "$FEDX" sweep "$experiment" "${sweep[@]}" --list
read -r -a point < <(grep -m 1 -E -- "$words" "$scratch/out" | sed "s/ # .*//") || fail "no run of $experiment with '$words'"
echo "point       ${point[*]}"
expect 0 "$FEDX" "${point[@]:1}" --trace "$scratch/models" --json "$scratch/models.json"
grep -qE "^ran +[0-9]+ cycles .*, event engine, " "$scratch/out" || fail "models do not run on the event engine"
expect 0 "$FEDX" "${point[@]:1}" --rtl all --rtl-object "$object" --trace "$scratch/rtl" --json "$scratch/rtl.json" "$@"
grep -E "^(fabric|ran|terminals|packets|SAT) " "$scratch/out"
grep -qE "^fabric .*\(0 model, [1-9][0-9]* RTL, 0 in lockstep\)" "$scratch/out" || fail "not all are RTL"
cmp "$scratch/models" "$scratch/rtl" || fail "other events on RTL"
events=$(wc -l <"$scratch/rtl")
[ "$events" -ge "$least" ] || fail "only $events events were compared"
digests=$(cat "$scratch/models.json" "$scratch/rtl.json" | grep -oE '"event_digest": ?"[0-9a-f]{16}"' | sort | uniq -c)
[ "$(wc -l <<<"$digests")" -eq 1 ] && grep -q "^ *2 " <<<"$digests" || fail "other digests: $digests"
echo "$events events of $experiment on RTL as by models"
