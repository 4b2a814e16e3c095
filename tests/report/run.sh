#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The report in headless Chromium.
#   run.sh [--long]               test it; --long: every report at every size
#   run.sh --screenshots FOLDER   make the pictures of the README and docs/report.md
. "$(dirname "$0")/../common.sh"
command -v node >/dev/null && command -v npm >/dev/null || skip "no Node.js: sim_scripts/test.sh --browser installs it"
# The one without windows takes half the time.
CHROMIUM=$(command -v chromium-headless-shell || command -v chromium || command -v chromium-browser || command -v google-chrome || true)
[ -n "$CHROMIUM" ] || skip "no Chromium: sim_scripts/test.sh --browser installs it"

# The packages and programs of this folder, in a folder of the build.
folder=$FEDX_BUILD/report-tests
from=$FEDX_SOURCE/tests/report
mkdir -p "$folder"
if ! cmp -s "$from/package-lock.json" "$folder/installed.json"; then
  cp "$from/package.json" "$from/package-lock.json" "$from/.npmrc" "$folder/"
  (cd "$folder" && npm ci --ignore-scripts >npm.log 2>&1) || fail "npm ci: $(tail -n 5 "$folder/npm.log")"
  cp "$folder/package-lock.json" "$folder/installed.json"
fi
cp "$from"/*.mjs "$folder/"

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
  [ "${1:-}" != --long ] || export WHOLE=1
  node --test --test-reporter=spec "$folder/report.test.mjs"
fi
