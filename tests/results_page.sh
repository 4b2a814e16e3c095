#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# docs/verification/results.md is what results_page.py makes of the records, and a record or a table that changes is seen in it.
. "$(dirname "$0")/common.sh"
command -v python3 >/dev/null || skip "no python3"
python3 "$here/results_page.py" --check

# What the scripts print with --markdown takes the place of the recorded table, with and without a header.
mkdir -p "$scratch/docs/verification"
cp "$FEDX_SOURCE"/docs/verification/results.{json,md} "$scratch/docs/verification"
results() { python3 "$here/results_page.py" --source "$scratch" "$@"; }
printf 'words\n\n| u | runs | saturated | not saturated | too short to tell |\n|---|---|---|---|---|\n| 9.75 | 7 | 7 | 0 | 0 |\n' | results --table saturation -
printf '| `fedx verify --seed 7777` | 1 |\n7777 compared\n' | results --table billion - --machine "a test"
results --figure switch-20m "7777 million cycles"
page=$scratch/docs/verification/results.md
for row in '| 9.75 | 7 | 7 | 0 | 0 |' '| part | switch-cycles compared |' '| `fedx verify --seed 7777` | 1 |'; do
  grep -qxF "$row" "$page" || fail "not in the page: $row"
done
[ "$(grep -c "7777 million cycles.*$(date +%Y)" "$page")" -eq 1 ] || fail "no new figure with its date"
! grep -q '^| 1.50 | 6 ' "$page" || fail "the old rows are still there"
expect 0 results --check

# What is not so is refused.
wrong=0
refuses() {
  expect 1 results "${@:2}"
  grep -qF "$1" "$scratch/err" || fail "not in these words: $1: $(cat "$scratch/err")"
  wrong=$((wrong + 1))
}
printf '| a | b |\n' >"$scratch/narrow"
refuses "no table none" --table none "$scratch/narrow"
refuses "rows of" --table saturation "$scratch/narrow"
refuses "no record none" --figure none 1
echo >>"$page"
refuses "is not what docs/verification/results.json gives" --check
echo "$wrong wrong uses refused"
