#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every relative link of the Markdown pages leads to a file, and every anchor to a heading, by links.py; and it finds links that do not.
. "$(dirname "$0")/common.sh"
command -v python3 >/dev/null || skip "no python3"
python3 "$here/links.py" "$FEDX_SOURCE"

# broken WORDS LINE: a page that ends with the line too is reported in these words
broken=0
broken() {
  cp "$FEDX_SOURCE/docs/README.md" "$scratch/pages/docs/README.md"
  printf '\n%s\n' "$2" >>"$scratch/pages/docs/README.md"
  ! python3 "$here/links.py" "$scratch/pages" 2>"$scratch/err" || fail "not found: $2"
  grep -qE "^FAIL: docs/README.md:[0-9]+: .*$1\$" "$scratch/err" || fail "$2: $(cat "$scratch/err")"
  [ "$(wc -l <"$scratch/err")" -eq 1 ] || fail "$2: more is reported: $(cat "$scratch/err")"
  broken=$((broken + 1))
}

mkdir "$scratch/pages"
(cd "$FEDX_SOURCE" && tar -c --exclude='./build*' --exclude=./.git --exclude=node_modules .) | tar -x -C "$scratch/pages"
chmod -R u+w "$scratch/pages"
broken 'spec/none.md does not exist' '[a page](spec/none.md)'
broken 'the page has no heading for #none' '[a heading](#none)'
broken 'spec/fedx.md has no heading for #none' 'over two [lines of
words](spec/fedx.md#none)'
broken 'figures is no Markdown page with anchors' '[a folder](figures#none)'
broken 'none.svg does not exist' '![a figure](none.svg)'
broken 'none.md does not exist' '[name]: none.md'
echo "$broken broken links are found"
