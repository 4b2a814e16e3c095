#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The report in headless Chromium.
#   run.sh                        test it
#   run.sh --screenshots FOLDER   make the pictures of the README and docs/report.md
. "$(dirname "$0")/../common.sh"
# skip REASON: what ctest counts as skipped
skip() {
  echo "SKIPPED: $*"
  exit 77
}
command -v node >/dev/null && command -v npm >/dev/null || skip "no Node.js: apt-get install nodejs npm"
CHROMIUM=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
[ -n "$CHROMIUM" ] || skip "no Chromium: apt-get install chromium"
[ -f "$FEDX_BUILD/fedx_report.html" ] || fail "no page of reports: $(cat "$FEDX_BUILD/report.log")"

folder=$FEDX_BUILD/report-tests
mkdir -p "$folder"
if ! cmp -s "$here/report/package-lock.json" "$folder/installed.json"; then
  cp "$here/report/package.json" "$here/report/package-lock.json" "$here/report/.npmrc" "$folder/"
  (cd "$folder" && npm ci --ignore-scripts >npm.log 2>&1) || fail "npm ci: $(tail -n 5 "$folder/npm.log")"
  cp "$folder/package-lock.json" "$folder/installed.json"
fi
cp "$here"/report/*.mjs "$folder/"

# RTL with one line wrong, to look at a difference.
WRONG_RTL=""
if [ -f "$FEDX_BUILD/libfedx_rtl.so" ]; then
  WRONG_RTL=$scratch/wrong.so
  "$here/mutants/run.sh" --object "$WRONG_RTL" pool_release_lost >/dev/null
fi

export WRONG_RTL CHROMIUM FEDX SCRATCH=$scratch FEDX_SOURCE
if [ "${1:-}" = --screenshots ]; then
  node "$folder/screenshots.mjs" "$(realpath "$2")"
else
  node --test --test-reporter=spec "$folder/report.test.mjs"
fi
