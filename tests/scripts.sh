#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The tool shellcheck has nothing to say of any shell script, with what .shellcheckrc asks of it. Exit status 77: not installed.
. "$(dirname "$0")/common.sh"
command -v shellcheck >/dev/null || skip "no shellcheck (apt-get install shellcheck)"
cd "$FEDX_SOURCE"
mapfile -t scripts < <(grep -rlE '^#!.*\b(ba)?sh$' --exclude-dir='build*' --exclude-dir=node_modules --exclude-dir=.git . |
  xargs awk 'FNR == 1 { if (/^#!/) print FILENAME; nextfile }')
[ ${#scripts[@]} -gt 50 ] || fail "only ${#scripts[@]} scripts found: the search has lost its way"
# As many at once as there are processors, with what each sources.
printf '%s\0' "${scripts[@]}" | xargs -0 -P "$(nproc)" -n 8 shellcheck || fail "see above"
lines=$(cat "${scripts[@]}" | wc -l)
echo "${#scripts[@]} scripts, $lines lines: no finding"
