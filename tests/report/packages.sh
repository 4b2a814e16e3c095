# SPDX-License-Identifier: Apache-2.0
# Sourced after common.sh by the tests that need Node.js: the packages and programs of tests/report, in $folder.

# skip REASON: what ctest counts as skipped
skip() {
  echo "SKIPPED: $*"
  exit 77
}
command -v node >/dev/null && command -v npm >/dev/null || skip "no Node.js: apt-get install nodejs npm"

folder=$FEDX_BUILD/report-tests
from=$FEDX_SOURCE/tests/report

install_packages() {
  mkdir -p "$folder"
  if ! cmp -s "$from/package-lock.json" "$folder/installed.json"; then
    cp "$from/package.json" "$from/package-lock.json" "$from/.npmrc" "$folder/"
    (cd "$folder" && npm ci --ignore-scripts >npm.log 2>&1) || fail "npm ci: $(tail -n 5 "$folder/npm.log")"
    cp "$folder/package-lock.json" "$folder/installed.json"
  fi
  cp "$from"/*.mjs "$folder/"
}
