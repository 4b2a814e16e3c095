#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The port protocol in every state of a link: explore.sh EXPLORER "OPTIONS"... , one search each.
. "$(dirname "$0")/common.sh"
explorer=$1
shift
for options in "$@"; do
  # shellcheck disable=SC2086
  expect 0 "$explorer" $options
  cat "$scratch/out"
  grep -qE "^explored .*: [1-9][0-9]{3,} states, [1-9][0-9]{4,} transitions$" "$scratch/out" || fail "too little was explored: $options"
  [ "$(grep -cE "^progress " "$scratch/out")" -eq 2 ] || fail "no progress: $options"
done
