#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What is left of a difference: faults of mutants.txt, each found by `fedx verify` and shrunk by `fedx shrink`.
#   shrink.sh [NAME...]   these, or twenty of them: a row of a table in Markdown each
. "$(dirname "$0")/../common.sh"
twenty="admission_alike_unseen admission_class_full admission_first_wraps_early admission_limit_dest admission_limit_trans
        arbitration_no_deroutes config_timeout_not_reset ownership_one_reading pool_age_of_new_packet pool_last_byte_unread
        pool_order_of_returns pool_release_lost receive_acc_not_reset receive_abort_not_in_decide receive_routed_kept
        receive_stale_unchecked switch_timeout_unwired switch_turn_kept_after_refusal transmit_bit_flips_on_timeout
        watch_buffer_not_kept"
# shellcheck disable=SC2086
[ $# -gt 0 ] || set -- $twenty

for name; do
  bundle=$scratch/$name
  "$here/mutants/run.sh" --object "$bundle.so" "$name"
  expect 1 "$FEDX" verify --rtl-object "$bundle.so" --bundle "$bundle" --quiet
  expect 0 "$FEDX" shrink "$bundle" --rtl-object "$bundle.so" --bundle "$bundle-small"
  awk -v name="$name" '
    /^shrunk / { trials = $2; seconds = $5 }
    /^bundle / {
      found = left = $0
      sub(/.*[(]from /, "", found); sub(/, [0-9]+ ports?,/, ",", found); sub(/[)].*/, "", found)
      sub(/^[^:]*: /, "", left); sub(/ [(]from .*/, "", left)
      printf "| %s | %s | %s | %d | %.1f |\n", name, found, left, trials, seconds
    }' "$scratch/out" | tee -a "$scratch/rows"
done
[ "$(wc -l <"$scratch/rows")" -eq $# ] || fail "$# faults, $(wc -l <"$scratch/rows") rows"
