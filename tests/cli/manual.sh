#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The manual pages: one of fedx and of each command, with every option that its help shows, and with a right heading: title,
# section, date, version, manual. groff and mandoc have no warning about them.
. "$(dirname "$0")/../common.sh"
command -v help2man >/dev/null || skip "no help2man: apt-get install help2man"
"$FEDX_SOURCE/cmodel/cli/manual.sh" help2man "$FEDX" 2026-01-02 "$scratch/man"
version=$("$FEDX" --version)
options=0 pages=0

# has PAGE COMMAND...: every option of its help, a name as apropos reads it, and its heading
has() {
  local page=$scratch/man/$1.1 option title=${1^^}
  shift
  [ -s "$page" ] || fail "no page $page"
  sed 's/\\-/-/g' "$page" >"$scratch/page"
  grep -qE "^$(basename "$page" .1) - [a-z]" "$scratch/page" || fail "$page has no name"
  [ "$(grep '^\.TH' "$scratch/page")" = ".TH $title 1 \"2026-01-02\" \"Fed-X ${version#fedx }\" \"Fed-X commands\"" ] || fail "$page has another heading"
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
[ "$(find "$scratch/man" -name '*.1' | wc -l)" -eq "$pages" ] || fail "there are pages without a command"
readers=
if command -v groff >/dev/null; then
  groff -ww -man -z "$scratch"/man/*.1 >"$scratch/warnings" 2>&1 || fail "groff cannot read the pages"
  readers+=" groff"
fi
if command -v mandoc >/dev/null; then
  mandoc -T lint -W warning "$scratch"/man/*.1 >>"$scratch/warnings" 2>&1 || true
  readers+=" mandoc"
fi
[ -n "$readers" ] || skip "neither groff nor mandoc: apt-get install groff-base mandoc"
[ ! -s "$scratch/warnings" ] || fail "warnings: $(head -n 5 "$scratch/warnings")"
# The pages that the build installs have the date of the version.
date=$(sed -nE "s/^## ${version#fedx } - //p" "$FEDX_SOURCE/CHANGELOG.md")
[[ $date =~ ^[0-9]{4}-[0-9]{2}-[0-9]{2}$ ]] || fail "CHANGELOG.md has no date of version ${version#fedx }"
[ ! -f "$FEDX_BUILD/man/fedx.1" ] || grep -q "^\.TH .* \"$date\" " "$FEDX_BUILD/man/fedx.1" || fail "the build's pages are not of $date"
echo "$pages pages, $options options, no warnings of$readers"
