#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Faults of a virtual-channel router that only a value at a limit shows, a long packet, or a long time without a reset: each is found by
# the pins alone, by what `fedx verify` does in any case.
#   vcr_limits.sh           one seed; of faults that need a long time the pass that has it
#   vcr_limits.sh --long    five seeds, and all passes
. "$(dirname "$0")/../common.sh"
cd "$scratch"
long=${1-}
seeds=1
[ -z "$long" ] || seeds='1 2 3 4 5'

# finds SEED FAULT OPTION...
finds() {
  local seed=$1
  export VCR_WRONG=$2
  shift 2
  expect 1 "$FEDX" verify --router vcr --pins --quiet --no-bundle --seed "$seed" --rtl-object "$FEDX_BUILD/tests/libvcr_wrong.so" "$@"
  grep -q '^registers   pins only' out || fail "$VCR_WRONG: registers are looked at"
  echo "$VCR_WRONG, seed $seed: $(grep '^mismatch' out)"
  found=$((found + 1))
}
found=0
for seed in $seeds; do
  for fault in alloc level port count y_bits sum last zero flit33 flit101; do
    finds "$seed" $fault --cycles 4M
  done
  for fault in age uptime60 uptime300; do
    [ -z "$long" ] || finds "$seed" $fault --cycles 4M
    [ -n "$long" ] || finds "$seed" $fault --profile sustained --cycles 1000000
  done
done
unset VCR_WRONG
expect 0 "$FEDX" verify --router vcr --pins --quiet --cycles 20000 --rtl-object "$FEDX_BUILD/tests/libvcr_wrong.so"
# Most of the time of a sustained episode there is something to see.
expect 0 "$FEDX" verify --router vcr --quiet --profile sustained --cycles 500000 --rtl-object "$FEDX_BUILD/tests/libvcr_wrong.so"
read -r busy idle windows < <(sed -nE 's/^sustained   something left in ([0-9]+)% of the cycles, and in all but ([0-9]+) of ([0-9]+) .*/\1 \2 \3/p' out)
[ "${busy:-0}" -ge 30 ] && [ "$windows" -gt 100 ] && [ "$idle" -lt $((windows / 4)) ] || fail "idle episodes: $(grep ^sustained out)"
echo "found $found of $found faults; busy in $busy% of the cycles, $idle of $windows windows idle"
