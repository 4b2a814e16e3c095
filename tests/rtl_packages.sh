#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# FuseSoC (fedx.core) and Bender (Bender.yml) take the files of rtl/fedx/fedx.f in its order and every file that these
# include; the version is that of CMakeLists.txt. Where one of the two tools is installed, it reads its file too.
. "$(dirname "$0")/common.sh"
cd "$FEDX_SOURCE"

# listed FILE: the Verilog that it names, in order
listed() {
  sed -nE 's/^ *- (rtl\/fedx\/[a-z_]+\.vh?)(: \{is_include_file: true\})?$/\1\2/p' "$1"
}

grep '\.v$' rtl/fedx/fedx.f | sed 's,^,rtl/fedx/,' >"$scratch/sources"
grep -hoE '^ *`include "[^"]*"' rtl/fedx/*.v rtl/fedx/*.vh | sed -E 's,.*"(.*)",rtl/fedx/\1: {is_include_file: true},' | LC_ALL=C sort -u >"$scratch/included"
[ "$(wc -l <"$scratch/sources")" -eq "$(find rtl/fedx -name '*.v' | wc -l)" ] || fail "rtl/fedx/fedx.f does not name every file of rtl/fedx/"

listed fedx.core | grep is_include_file | diff "$scratch/included" - || fail "fedx.core: not the include files of rtl/fedx/"
listed fedx.core | grep -v is_include_file | diff "$scratch/sources" - || fail "fedx.core: not the files of rtl/fedx/fedx.f"
listed Bender.yml | diff "$scratch/sources" - || fail "Bender.yml: not the files of rtl/fedx/fedx.f"
grep -A 1 '^  - include_dirs:$' Bender.yml | grep -q '^      - rtl/fedx$' || fail "Bender.yml does not name the folder of the include files"

version=$(sed -nE 's/^project\(fedx VERSION ([0-9.]+) .*/\1/p' CMakeLists.txt)
grep -qx "name: ::fedx:$version" fedx.core || fail "fedx.core: the version is not $version, that of CMakeLists.txt"
if command -v fusesoc >/dev/null; then
  expect 0 fusesoc --cores-root . core show ::fedx
fi
if command -v bender >/dev/null; then
  expect 0 bender -d . sources
fi
echo "$(wc -l <"$scratch/sources") sources and $(wc -l <"$scratch/included") include files, the same in rtl/fedx/fedx.f, fedx.core and Bender.yml"
