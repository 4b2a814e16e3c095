#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every file that the README, CONTRIBUTING.md and docs/ name exists, and every RTL module of a kind of router has its
# twins: a C file, a unit test, a section of docs/spec/KIND.md, a row of the mechanism map of docs/developer/architecture.md; and every
# file of a golden model has one in RTL.
. "$(dirname "$0")/common.sh"
cd "$FEDX_SOURCE"

links=0
for page in README.md CONTRIBUTING.md docs/*.md docs/*/*.md; do
  while read -r target; do
    [ -e "$(dirname "$page")/$target" ] || fail "$page links to $target, which does not exist"
    links=$((links + 1))
  done < <(grep -oE '\]\([^)#: ]+\)' "$page" | sed 's/^](//; s/)$//')
  while read -r path; do
    [ -e "$path" ] || fail "$page names $path, which does not exist"
    links=$((links + 1))
  done < <(grep -oE '`(rtl|cmodel|tb|tests|include|sim_scripts|docs|proofs)/[A-Za-z0-9_./-]+`' "$page" | tr -d '`' | sort -u)
done

# Of every kind of router that has a model and RTL, both ways.
modules=0 files=0
for model in cmodel/*/model; do
  kind=$(basename "$(dirname "$model")")
  spec=docs/spec/$kind.md
  for file in rtl/"$kind"/*.v; do
    base=$(basename "$file" .v)
    grep -q "^module $base\b" "$file" || fail "$file does not hold module $base"
    # A store is the memory inside the buffer pool, inside the input, and has that file's twins.
    twin=${base/_buffer_store/_buffer_pool}
    twin=${twin/vcr_store/vcr_input}
    # ... and a wrapper, or rules of its ports, those of what is in it.
    twin=${twin%_wrap}
    twin=${twin/axis_rules/axis_switch}
    [ -f "$model/$twin.c" ] || fail "$file has no C twin $model/$twin.c"
    [ -f "tests/$kind/test_$twin.c" ] || fail "$file has no test tests/$kind/test_$twin.c"
    grep -qF "$file" docs/developer/architecture.md || fail "$file is not in the mechanism map of docs/developer/architecture.md"
    section=$(grep -oE "$spec section [0-9]+" "$file" | head -n 1 | grep -oE '[0-9]+$') || fail "$file names no section"
    grep -qE "^## $section " "$spec" || fail "$file: $spec has no section $section"
    grep -qE "${spec}[[:space:]*]*section $section\b" <(tr '\n' ' ' <"$model/$twin.c") ||
      fail "$file and $model/$twin.c name different sections"
    modules=$((modules + 1))
  done
  for file in "$model"/*.c; do
    row=$(grep -F "\`$file\`" docs/developer/architecture.md) || fail "$file is not in the mechanism map of docs/developer/architecture.md"
    twin=$(grep -oE "\`(rtl|tb)/$kind/[a-z_]+\.(v|vh|vlt)\`" <<<"$row" | head -n 1 | tr -d '`') ||
      fail "$file has no twin in the mechanism map"
    [ -f "$twin" ] || fail "$file: its twin $twin is not there"
    files=$((files + 1))
  done
done
[ "$modules" -gt 8 ] || fail "only $modules RTL modules found"
[ "$links" -gt 30 ] || fail "only $links file names found: the check has lost its way"
echo "$links file names exist, $modules RTL modules and $files files of models have their twins"
