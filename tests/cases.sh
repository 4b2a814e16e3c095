#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# All cases of tests/cases, each a folder with a run.sh of its own: small inputs on which this project was once wrong.
#   cases.sh [NAME...]   the cases whose path has one of these names in it
. "$(dirname "$0")/common.sh"
export FEDX FEDX_SOURCE FEDX_CODEGEN TMPDIR=$scratch
ran=0 failed=()

# is_asked CASE NAME...: there are no names, or one of them is in the path of the case
is_asked() {
  local case=$1 name
  shift
  [ $# -gt 0 ] || return 0
  for name; do [[ $case != *"$name"* ]] || return 0; done
  return 1
}

for run in "$here"/cases/*/*/run.sh; do
  case=${run#"$here/cases/"}
  case=${case%/run.sh}
  is_asked "$case" "$@" || continue
  ran=$((ran + 1))
  if bash "$run" >"$scratch/log" 2>&1; then
    echo "$case: good"
  else
    failed+=("$case")
    sed "s|^|$case: |" "$scratch/log"
  fi
done
[ $ran -gt 0 ] || fail "no such case: $*"
[ ${#failed[@]} -eq 0 ] || fail "${#failed[@]} of $ran cases: ${failed[*]}"
echo "$ran cases"
