#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The report in headless Chromium.
#   run.sh                        test it
#   run.sh --screenshots FOLDER   make the pictures of the README and docs/report.md
. "$(dirname "$0")/../common.sh"
. "$here/report/packages.sh"
CHROMIUM=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
[ -n "$CHROMIUM" ] || skip "no Chromium: apt-get install chromium"
[ -f "$FEDX_BUILD/fedx_report.html" ] || fail "no page of reports: $(cat "$FEDX_BUILD/report.log")"

install_packages

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
