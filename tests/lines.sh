#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Lines by kind of work: a report, which checks nothing.
#   lines.sh         of the files as they are
#   lines.sh REV     of a commit, of the files as they are, and the difference
# Only handwritten code counts: no documents, and nothing that says it is generated.
set -euo pipefail
cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -r "$scratch"' EXIT

# "FILE LINES" of what is handwritten. @param $1  a commit; empty: the files as they are
count() {
  local folders=(cmodel include rtl tb proofs tests examples report experiments cmake CMakeLists.txt)
  git grep -liE '^(#|//|/\*| \*|%|--).*generated (by|from) ' ${1:+"$1"} -- "${folders[@]}" >"$scratch/generated-${1:-now}" || true
  git grep -Ic '' ${1:+"$1"} -- "${folders[@]}" |
    awk -F: -v commit="${1:+1}" '
      FNR == NR { generated[$0] = 1; next }
      { file = commit ? $1 ":" $2 : $1 }
      !generated[file] { print (commit ? $2 : $1) " " $NF }' "$scratch/generated-${1:-now}" -
}

by_kind() {
  awk '
    function kind(file) {
      if (file ~ /^cmodel\/(fedx|vcr|axis)\/model\// || file ~ /^rtl\//) return "1 models and RTL"
      if (file ~ /^cmodel\/(papers|study)\/claims/) return "2 claims: code"
      if (file ~ /^experiments\/claims\//) return "2 claims: data"
      if (file ~ /^experiments\//) return "3 experiments"
      if (file ~ /^cmodel\/(cli|programs)\//) return "4 command line"
      if (file ~ /^cmodel\/blackbox\//) return "4 black box"
      if (file ~ /^cmodel\/fedx\//) return "5 other rooms of fedx"
      if (file ~ /^cmodel\/vcr\//) return "5 other rooms of vcr"
      if (file ~ /^cmodel\/axis\//) return "5 other rooms of axis"
      if (file ~ /^cmodel\//) return "5 generic rooms"
      if (file ~ /^include\//) return "5 headers"
      if (file ~ /^tb\/bindings\//) return "6 bindings"
      if (file ~ /^tb\//) return "6 testbenches"
      if (file ~ /^proofs\//) return "7 proofs"
      if (file ~ /^tests\/(fedx|vcr|axis)\//) return "8 tests of one kind"
      if (file ~ /^tests\/frozen\/digests|^tests\/docs\//) return "9 records of tests"
      if (file ~ /^tests\//) return "8 other tests"
      if (file ~ /^examples\//) return "9 examples"
      if (file ~ /^report\//) return "9 page of reports"
      return "9 build"
    }
    {
      sum[kind($1)] += $2; sum["all"] += $2
      if ($1 ~ /(^|[\/_.])vcr/ && kind($1) !~ /^1/) sum["vcr, beyond models and RTL"] += $2
    }
    END { for (k in sum) print k "\t" sum[k] }' | sort
}

if [ -n "${1-}" ]; then
  commit=$(git rev-parse --verify --quiet "$1^{commit}") || { echo "lines.sh: no commit $1" >&2 && exit 2; }
fi
if [ -z "${commit-}" ]; then
  count '' | by_kind | awk -F'\t' '{ printf "%-32s %7d\n", $1, $2 }'
else
  join -t $'\t' -a 1 -a 2 -e 0 -o 0,1.2,2.2 <(count "$commit" | by_kind) <(count '' | by_kind) |
    awk -F'\t' '{ printf "%-32s %7d %7d %+6d\n", $1, $2, $3, $3 - $2 }'
fi
