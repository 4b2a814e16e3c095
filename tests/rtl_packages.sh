#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# FuseSoC (a .core file for each kind of router) and Bender (Bender.yml) take the files of rtl/KIND/KIND.f in its order and every
# file that these include; the version is that of CMakeLists.txt. Where one of the two tools is installed, it reads its file too.
. "$(dirname "$0")/common.sh"
cd "$FEDX_SOURCE"
version=$(sed -nE 's/^project\(fedx VERSION ([0-9.]+) .*/\1/p' CMakeLists.txt)
all=0

# listed KIND FILE: the Verilog of the kind that it names, in order
listed() {
  sed -nE "s/^ *- (rtl\/$1\/[a-z_]+\.vh?)(: \{is_include_file: true\})?$/\1\2/p" "$2"
}

# packaged KIND: what the files of packages have of it
packaged() {
  local kind=$1 folder=rtl/$1
  grep '\.v$' "$folder/$kind.f" | sed "s,^,$folder/," >"$scratch/sources"
  grep -hoE '^ *`include "[^"]*"' "$folder"/*.v "$folder"/*.vh | sed -E "s,.*\"(.*)\",$folder/\\1: {is_include_file: true}," |
    LC_ALL=C sort -u >"$scratch/included"
  [ "$(wc -l <"$scratch/sources")" -eq "$(find "$folder" -name '*.v' | wc -l)" ] || fail "$folder/$kind.f does not name every file of $folder/"

  listed "$kind" "$kind.core" | grep is_include_file | diff "$scratch/included" - || fail "$kind.core: not the include files of $folder/"
  listed "$kind" "$kind.core" | grep -v is_include_file | diff "$scratch/sources" - || fail "$kind.core: not the files of $folder/$kind.f"
  listed "$kind" Bender.yml | diff "$scratch/sources" - || fail "Bender.yml: not the files of $folder/$kind.f"
  grep -A 1 '^  - include_dirs:$' Bender.yml | grep -q "^      - $folder$" || fail "Bender.yml does not name the folder of the include files of $kind"
  grep -qx "name: ::$kind:$version" "$kind.core" || fail "$kind.core: the version is not $version, that of CMakeLists.txt"
  if command -v fusesoc >/dev/null; then
    expect 0 fusesoc --cores-root . core show "::$kind"
  fi
  all=$((all + $(cat "$scratch/sources" "$scratch/included" | wc -l)))
}

packaged fedx
packaged vcr
packaged axis
if command -v bender >/dev/null; then
  expect 0 bender -d . sources
fi
echo "$all sources and include files, the same in the lists of all kinds, their .core files and Bender.yml"
