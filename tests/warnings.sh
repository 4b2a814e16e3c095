#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A warning of a newer Verilator or compiler stops no user's build: Verilator is told -Wno-fatal wherever it is told -Wall, but for
# tests/rtl_lint.sh, and -Werror is the option FEDX_WERROR alone, which is off unless the environment says otherwise.
. "$(dirname "$0")/common.sh"
cd "$FEDX_SOURCE"

lint=$(grep -rnE '(verilator|VERILATOR|RTL_OPTIONS).*-Wall' --include=CMakeLists.txt --include='*.cmake' --include='Makefile*' --include='*.core' \
  fedx.core vcr.core axis.core tb examples tests)
stopping=$(grep -v -e -Wno-fatal <<<"$lint") && fail "a warning of Verilator is an error here: $stopping"
found=$(grep -rnE -e '-Werror' --include=CMakeLists.txt --include='*.cmake' --include='Makefile*' CMakeLists.txt cmodel tb tests examples)
[ "$found" = "$(grep -nE -A1 '^if\(FEDX_WERROR ' CMakeLists.txt | sed -nE 's/^([0-9]+)-(  set\(FEDX_ERRORS -Werror\))$/CMakeLists.txt:\1:\2/p')" ] ||
  fail "a warning of a compiler is an error here: $found"
grep -qE '^FEDX_WERROR=ON ' .ci/run || fail ".ci/run does not make warnings errors"

# What the option comes to in this build
unit=$(grep -m 1 -e '-Wmissing-prototypes' "$FEDX_BUILD"/build.ninja) || skip "not a build by Ninja"
if grep -q '^FEDX_WERROR:BOOL=ON$' "$FEDX_BUILD/CMakeCache.txt" && grep -q '^FEDX_SANITIZE:STRING=$' "$FEDX_BUILD/CMakeCache.txt"; then
  [[ $unit == *-Werror* ]] || fail "FEDX_WERROR is on, and a warning is no error"
else
  ! grep -q -e '-Werror' "$FEDX_BUILD"/build.ninja || fail "FEDX_WERROR is off, and a warning is an error"
fi
echo "$(wc -l <<<"$lint") calls of Verilator with -Wall, and one option, stop nobody's build"
