#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The manual pages: one of fedx and of each command, with every option that its help shows.
. "$(dirname "$0")/../common.sh"
command -v help2man >/dev/null || skip "no help2man: apt-get install help2man"
"$FEDX_SOURCE/cmodel/programs/manual.sh" help2man "$FEDX" "$scratch/man"
options=0 pages=0

# has PAGE COMMAND...: every option of its help, and a name as apropos reads it
has() {
  local page=$scratch/man/$1.1 option
  shift
  [ -s "$page" ] || fail "no page $page"
  sed 's/\\-/-/g' "$page" >"$scratch/page"
  grep -qE "^$(basename "$page" .1) - [a-z]" "$scratch/page" || fail "$page has no name"
  for option in $("$@" --help | grep -oE -- '^ +(-[?V], )? *--[a-z-]+' | grep -oE -- '--[a-z-]+'); do
    grep -qE -- "fB$option(=|.f|$)" "$scratch/page" || fail "$page does not have $option"
    options=$((options + 1))
  done
  pages=$((pages + 1))
}
has fedx "$FEDX"
for command in $("$FEDX" --help | awk '/^  [a-z]/ { print $1 }'); do
  has "fedx-$command" "$FEDX" "$command"
done
echo "$pages pages, $options options"
