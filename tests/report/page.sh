#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The page of reports in the tree is the one that its sources give.
#   page.sh            by the checksums that it was made with
#   page.sh --build    by making it again, byte for byte
. "$(dirname "$0")/../common.sh"
page=$FEDX_SOURCE/report
stale="make it again: report/build.sh"

if [ "${1:-}" = --build ]; then
  command -v node >/dev/null && command -v npm >/dev/null || skip "no Node.js: apt-get install nodejs npm"
  mkdir "$scratch/made"
  "$page/build.sh" --to "$scratch/made"
  for file in fedx_report.html fedx_report.sha256; do
    cmp "$scratch/made/$file" "$page/$file" || fail "report/$file is another one: $stale"
  done
  echo "made again: $(wc -c <"$page/fedx_report.html") bytes, the same"
  exit 0
fi

cd "$page"
sha256sum --check --strict --quiet fedx_report.sha256 || fail "report/fedx_report.html was not made of these sources: $stale"
# No source that the list does not know
find . -type f ! -name build.sh ! -name fedx_report.sha256 ! -path '*/node_modules/*' -printf '%P\n' | LC_ALL=C sort >"$scratch/there"
sed 's/^[0-9a-f]* [ *]//' fedx_report.sha256 | LC_ALL=C sort | diff "$scratch/there" - || fail "report has other files than its page was made of: $stale"
for place in DATA REASONS; do
  grep -q "\"FEDX_REPORT_$place\"" fedx_report.html || fail "the page has no place FEDX_REPORT_$place"
done
echo "$(wc -l <"$scratch/there") files as the page was made of"
