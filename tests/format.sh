#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every C file has the layout of .clang-format. Versions of clang-format differ in details, so only version 14 is asked. The thin
# C++ around Verilated and SystemC classes is not formatted. Exit status 77: clang-format 14 is not installed.
#   format.sh        name the files that differ
#   format.sh --fix  format them
. "$(dirname "$0")/common.sh"
formatter=''
for name in clang-format-14 clang-format; do
  [ -n "$formatter" ] || ! { command -v "$name" && "$name" --version | grep -q ' version 14\.'; } >/dev/null || formatter=$name
done
[ -n "$formatter" ] || skip "no clang-format 14 (apt-get install clang-format-14)"
cd "$FEDX_SOURCE"
mapfile -t files < <(git ls-files -- '*.c' '*.h' ':!tb/*.h' ':!include/*/systemc*.h' ':!tests/mutation/mutant.h')
[ "${#files[@]}" -gt 500 ] || fail "only ${#files[@]} C files found"
option=(--dry-run -Werror)
[ "${1-}" != --fix ] || option=(-i)
printf '%s\0' "${files[@]}" | xargs -0 -P "$(nproc)" -n 20 "$formatter" "${option[@]}" ||
  fail "format them: tests/format.sh --fix, or the target format"
echo "${#files[@]} C files as .clang-format has them"
