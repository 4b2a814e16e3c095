#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# All cases of tests/cases, each a folder with a run.sh of its own: small inputs on which this project was once wrong. As many run at
# once as there are processors.
#   cases.sh [--long] [NAME...]   those whose path has one of these names in it; --long: more variants of each
. "$(dirname "$0")/common.sh"
export FEDX FEDX_SOURCE FEDX_CODEGEN TMPDIR=$scratch
long=()
if [ "${1-}" = --long ]; then
  long=(--long)
  shift
fi

# is_asked CASE NAME...: there are no names, or one of them is in the path of the case
is_asked() {
  local case=$1 name
  shift
  [ $# -gt 0 ] || return 0
  for name; do [[ $case != *"$name"* ]] || return 0; done
  return 1
}

# run_case CASE: its result, with what it printed last or, if it failed, all of it
run_case() {
  local case=$1 log=$scratch/${1//\//_}.log status=0 begin=$SECONDS
  bash "$here/cases/$case/run.sh" "${long[@]}" >"$log" 2>&1 || status=$?
  case $status in
    0) echo "$case: good, $((SECONDS - begin)) s: $(tail -n 1 "$log")" ;;
    77) echo "$case: $(tail -n 1 "$log")" ;;
    *) sed "s|^|$case: |" "$log" && return 1 ;;
  esac
}

cases=()
for run in "$here"/cases/*/*/run.sh; do
  case=${run#"$here/cases/"}
  case=${case%/run.sh}
  ! is_asked "$case" "$@" || cases+=("$case")
done
[ ${#cases[@]} -gt 0 ] || fail "no such case: $*"
in_parallel run_case "${cases[@]}"
[ "$failures" -eq 0 ] || fail "$failures of ${#cases[@]} cases"
echo "${#cases[@]} cases"
