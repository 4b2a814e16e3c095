#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The report in headless Chromium.
#   run.sh [--long]               test it; --long: every report at every size
#   run.sh --screenshots FOLDER   make the pictures of the README and docs/reference/report.md
. "$(dirname "$0")/../common.sh"
command -v node >/dev/null || skip "no Node.js: sim_scripts/test.sh --browser installs it"
# The one without windows takes half the time.
CHROMIUM=$(command -v chromium-headless-shell || command -v chromium || command -v chromium-browser || command -v google-chrome || true)
[ -n "$CHROMIUM" ] || skip "no Chromium: sim_scripts/test.sh --browser installs it"

# RTL with one line wrong, to look at a difference.
MUTANT_RTL=""
if [ -f "$FEDX_BUILD/libfedx_rtl.so" ]; then
  MUTANT_RTL=$scratch/wrong.so
  "$here/mutants/run.sh" --object "$MUTANT_RTL" pool_release_lost >/dev/null
fi

export MUTANT_RTL CHROMIUM FEDX SCRATCH=$scratch FEDX_SOURCE
if [ "${1:-}" = --screenshots ]; then
  node "$here/report/screenshots.mjs" "$(realpath "$2")"
else
  [ "${1:-}" != --long ] || export WHOLE=1
  node --test --test-reporter=spec "$here/report/report.test.mjs"
fi
