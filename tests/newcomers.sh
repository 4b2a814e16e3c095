#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Eight modules of tests/styles as somebody new verifies them: fedx blackbox --init, one edit of the lines that say CHECK, as recorded in
# tests/styles/newcomers (a sed script for each), and fedx blackbox. None is accused, and most points are hit; what the edit is, is printed.
. "$(dirname "$0")/common.sh"
command -v verilator >/dev/null || skip "no verilator"
export CXXFLAGS=-O0 TMPDIR=$scratch/tmp
mkdir "$TMPDIR"
with_quick_clang "$scratch/quick"
styles=$FEDX_SOURCE/tests/styles

# newcomer MODULE: three commands
newcomer() {
  local source lines points
  source=$(find "$styles" -maxdepth 1 -name "$1.*v")
  mkdir "$scratch/$1"
  cd "$scratch/$1"
  cp "$source" .
  scratch=$scratch/$1
  "$FEDX" blackbox "$1.yaml" --init "$1" "$(basename "$source")" >written 2>&1 || { cat written; fail "$1: --init fails"; }
  cp "$1.yaml" first.yaml
  sed -i -f "$styles/newcomers/$1.sed" "$1.yaml"
  lines=$(diff first.yaml "$1.yaml" | grep -c '^[<>]' || true)
  expect 0 "$FEDX" blackbox --quiet "$1.yaml" --cycles 20000
  points=$(sed -nE 's/^points +([0-9]+ of [0-9]+) .*/\1/p' out)
  echo "$1: good, $lines lines edited, $points points"
}

mapfile -t modules < <(cd "$styles/newcomers" && printf '%s\n' *.sed | sed 's/\.sed$//')
[ ${#modules[@]} -eq 8 ] || fail "${#modules[@]} modules, and 8 are recorded"
in_parallel newcomer "${modules[@]}"
[ "$failures" -eq 0 ] || fail "$failures of ${#modules[@]} modules do not come to a verdict"
echo "${#modules[@]} modules from --init to a verdict"
