#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Make the page of reports in a folder of its own, so that the source tree stays as it is.
#   build.sh FOLDER PAGE
# When the packages cannot be had there is no page: the rest of the project does not need it. FOLDER.log tells why.
set -eu
source=$(cd "$(dirname "$0")" && pwd)
folder=$1
page=$2
log=$folder.log

get_packages() {
  cmp -s "$source/package-lock.json" "$folder/installed.json" ||
    (cp "$source/package.json" "$source/package-lock.json" "$source/.npmrc" "$folder/" && cd "$folder" &&
      npm ci --ignore-scripts && cp package-lock.json installed.json)
}

make_page() {
  mkdir -p "$folder" && get_packages && rm -rf "$folder/src" && cp -r "$source/src" "$source/build.mjs" "$folder/" &&
    node "$folder/build.mjs" "$page.part" && mv "$page.part" "$page"
}

rm -f "$page"
if ! make_page >"$log" 2>&1; then
  echo "the page of reports was not made: see $log" >&2
fi
