#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Make the page of reports, fedx_report.html, from the sources beside it; needed only by who changes them. Node.js 18 or
# newer, npm and a package registry are needed. The page is part of the tree, so that nobody else needs them.
#   build.sh              make it, and fedx_report.sha256: what it was made of
#   build.sh --to FOLDER  make both there, and leave the tree as it is
set -eu
source=$(cd "$(dirname "$0")" && pwd)
target=$source
if [ "${1:-}" = --to ]; then
  target=$(realpath "${2:?build.sh: --to needs a folder}")
  shift 2
fi
[ $# -eq 0 ] || { echo "build.sh: unknown argument $1" >&2 && exit 2; }
command -v node >/dev/null && command -v npm >/dev/null || {
  echo "build.sh: Node.js and npm are needed: apt-get install nodejs npm" >&2
  exit 2
}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -r "$source/src" "$source/build.mjs" "$source/package.json" "$source/package-lock.json" "$source/.npmrc" "$folder/"
(cd "$folder" && npm ci --ignore-scripts >npm.log 2>&1) || { tail -n 20 "$folder/npm.log" >&2 && exit 1; }
node "$folder/build.mjs" "$folder/fedx_report.html"
cp "$folder/fedx_report.html" "$target/"
{
  cd "$source"
  LC_ALL=C sha256sum .npmrc build.mjs package-lock.json package.json src/*
  cd "$target"
  sha256sum fedx_report.html
} >"$folder/sums"
cp "$folder/sums" "$target/fedx_report.sha256"
