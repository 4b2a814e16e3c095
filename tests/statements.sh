#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Sentences of the guides against what the commands beside them give: docs/statements.txt, by docs/statements.py.
#   statements.sh [--long] [DOCUMENT...]   --long: those that take longer, too; DOCUMENT: of these only
. "$(dirname "$0")/common.sh"
command -v python3 >/dev/null || skip "no python3"
export FEDX FEDX_SOURCE
list=$here/docs/statements.txt
expect 0 python3 "$here/docs/statements.py" "$list" "$@"
cat "$scratch/out"

# Two of them, with the lines that say which document they are of.
awk -v RS= '/says Packets are twice/ || /figure 51.5 / { print $0 "\n"; next } match($0, /(^|\n)document [^\n]*/) {
  print substr($0, RSTART, RLENGTH) "\n" }' "$list" >"$scratch/two"
expect 0 python3 "$here/docs/statements.py" "$scratch/two"
grep -q "^compared: 2 statements of the documents, 4 conditions$" "$scratch/out" || fail "not two statements: $(cat "$scratch/out")"

# Another number, another direction, a sentence and a command that are not there are found.
wrong=0
for change in 's/^figure 51.5 /figure 51.4 /' 's/balanced.packets.delivered > regular/balanced.packets.delivered < regular/' \
  's/^says Packets are twice as fast/says Packets are as fast/' 's/^run balanced build.fedx run --load 1/& --seed 2/'; do
  sed "$change" "$scratch/two" >"$scratch/list"
  ! cmp -s "$scratch/two" "$scratch/list" || fail "$change changes nothing"
  python3 "$here/docs/statements.py" "$scratch/list" >"$scratch/out" 2>&1 && fail "$change is not found"
  grep -q "^FAIL: $scratch/list:[0-9]*: docs/" "$scratch/out" || fail "$change: $(cat "$scratch/out")"
  wrong=$((wrong + 1))
done
echo "$wrong wrong statements found"
