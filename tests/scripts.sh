#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The tool shellcheck has nothing to say of any shell script, with what .shellcheckrc asks of it. Exit status 77: not installed.
# What it takes longest for is what has not changed: a script that the same version has checked as it is, with all that scripts
# source, has its digest in scripts_checked.txt, and is not checked again.
#   scripts.sh            those that are not in there
#   scripts.sh --all      all of them
#   scripts.sh --record   those that are not in there, and write that file anew
. "$(dirname "$0")/common.sh"
command -v shellcheck >/dev/null || skip "no shellcheck (apt-get install shellcheck)"
cd "$FEDX_SOURCE"
record=tests/scripts_checked.txt
find_in() { grep "$@" --exclude-dir='build*' --exclude-dir=node_modules --exclude-dir=.git . | LC_ALL=C sort; }
mapfile -t scripts < <(find_in -rlE '^#!.*\b(ba)?sh$' | xargs awk 'FNR == 1 { if (/^#!/) print FILENAME; nextfile }')
[ ${#scripts[@]} -gt 50 ] || fail "only ${#scripts[@]} scripts found: the search has lost its way"
mapfile -t sourced < <(find_in -rLE '^#!' --include='*.sh')
[ ${#sourced[@]} -gt 10 ] || fail "only ${#sourced[@]} sourced scripts found: the search has lost its way"

# Lines "DIGEST SCRIPT", each digest of the script, what any of them sources, and what checks them
sha256sum "${scripts[@]}" | sed -E "s/^(.*) [ *](.*)/$({ shellcheck --version && cat .shellcheckrc "${sourced[@]}"; } | sha256sum | cut -c1-16)\1 \2/" >"$scratch/now"
if [ "${1-}" != --all ]; then
  mapfile -t checked < <(grep -vxF -f "$record" "$scratch/now" | cut -d' ' -f2)
else
  checked=("${scripts[@]}")
fi
# As many at once as there are processors, with what each sources.
[ ${#checked[@]} -eq 0 ] || printf '%s\0' "${checked[@]}" | xargs -0 -P "$(nproc)" -n 8 shellcheck || fail "see above"
[ "${1-}" != --record ] || cp "$scratch/now" "$record"
lines=$(cat "${scripts[@]}" | wc -l)
echo "${#scripts[@]} scripts, $lines lines: no finding; ${#checked[@]} scripts looked at, the others were as they are"
