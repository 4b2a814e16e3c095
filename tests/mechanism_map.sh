#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every file that the README, CONTRIBUTING.md and docs/ name exists, and every RTL module has its
# twins: a C file, a unit test, a section of docs/spec.md, a row of the mechanism map of docs/architecture.md.
. "$(dirname "$0")/common.sh"
cd "$FEDX_SOURCE"

links=0
for page in README.md CONTRIBUTING.md docs/*.md; do
  while read -r target; do
    [ -e "$(dirname "$page")/$target" ] || fail "$page links to $target, which does not exist"
    links=$((links + 1))
  done < <(grep -oE '\]\([^)#: ]+\)' "$page" | sed 's/^](//; s/)$//')
  while read -r path; do
    [ -e "$path" ] || fail "$page names $path, which does not exist"
    links=$((links + 1))
  done < <(grep -oE '`(rtl|cmodel|tb|tests|include|sim_scripts|docs)/[A-Za-z0-9_./-]+`' "$page" | tr -d '`' | sort -u)
done

modules=0
for file in rtl/fedx_*.v; do
  base=$(basename "$file" .v)
  grep -q "^module $base\b" "$file" || fail "$file does not hold module $base"
  # The store is the memory inside the buffer pool, and has that file's twins.
  twin=${base/fedx_buffer_store/fedx_buffer_pool}
  [ -f "cmodel/switch/$twin.c" ] || fail "$file has no C twin cmodel/switch/$twin.c"
  [ -f "tests/test_$twin.c" ] || fail "$file has no test tests/test_$twin.c"
  grep -q "rtl/$base.v" docs/architecture.md || fail "$file is not in the mechanism map of docs/architecture.md"
  grep -q "cmodel/switch/$twin.c" docs/architecture.md || fail "cmodel/switch/$twin.c is not in the mechanism map of docs/architecture.md"
  section=$(grep -oE 'docs/spec.md section [0-9]+' "$file" | head -n 1 | grep -oE '[0-9]+$') || fail "$file names no section"
  grep -qE "^## $section " docs/spec.md || fail "$file: docs/spec.md has no section $section"
  grep -qE "docs/spec.md[[:space:]*]*section $section\b" <(tr '\n' ' ' <"cmodel/switch/$twin.c") ||
    fail "$file and cmodel/switch/$twin.c name different sections"
  modules=$((modules + 1))
done
[ "$links" -gt 30 ] || fail "only $links file names found: the check has lost its way"
echo "$links file names exist, $modules RTL modules have their twins"
