#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The Debian package says what it is and needs, and what is in it works where it is unpacked, in any folder.
#   package.sh              of the build that is tested, for this machine's processor; and it has what is installed
#   package.sh --portable   of a build as the documents say, for every processor
# Exit status 77: skipped, what packs is not installed.
. "$(dirname "$0")/common.sh"
for tool in cpack dpkg-shlibdeps file; do
  command -v $tool >/dev/null || skip "no $tool (apt-get install cmake dpkg-dev file)"
done
version=$(sed -nE 's/^project\(fedx VERSION ([0-9.]+) .*/\1/p' "$FEDX_SOURCE/CMakeLists.txt")
if [ "${1-}" = --portable ]; then
  mkdir "$scratch/source"
  tar -c -C "$FEDX_SOURCE" --exclude='./build*' --exclude=./.git --exclude=node_modules . | tar -x -C "$scratch/source"
  chmod -R u+w "$scratch/source"
  FEDX_SOURCE=$scratch/source FEDX_BUILD=$scratch/source/build-package
  (cd "$FEDX_SOURCE" && expect 0 cmake --workflow --preset package)
  ! grep -q -e '-march=' "$FEDX_BUILD/build.ninja" || fail "it is compiled for this processor"
  packages=$FEDX_BUILD
else
  expect 0 cpack --config "$FEDX_BUILD/CPackConfig.cmake" -B "$scratch/packages"
  packages=$scratch/packages
  grep -q '^FEDX_NATIVE:BOOL=OFF$' "$FEDX_BUILD/CMakeCache.txt" || version=$version+native
fi
package=$packages/fedx_${version}_$(dpkg --print-architecture).deb
[ -f "$package" ] || fail "no package $(basename "$package") among $(ls "$packages")"

# field NAME TEXT...: the field says each
field() {
  local name=$1 text
  shift
  dpkg-deb -f "$package" "$name" >"$scratch/field"
  for text; do
    grep -qE "(^|, )$text( \(|,|\$)" "$scratch/field" || fail "$name does not say $text: $(cat "$scratch/field")"
  done
}
field Package fedx
field Version "${version//+/\\+}"
field Depends libc6 libcyaml1 libjansson4 libxxhash0 zlib1g
field Recommends verilator 'g\+\+' make

dpkg-deb -x "$package" "$scratch/root"
for file in bin/fedx include/fedx/switch.h share/doc/fedx/copyright share/doc/fedx/CHANGELOG.md \
            share/fedx/rtl/fedx/fedx.f; do
  [ -f "$scratch/root/usr/$file" ] || fail "no /usr/$file in the package"
done
prefix=$scratch/root/usr
if [ "${1-}" != --portable ]; then
  # The same as cmake --install leaves, whose test tries all of it; what is compiled is stripped here.
  cmake --install "$FEDX_BUILD" --prefix "$scratch/prefix" >/dev/null
  diff -rq "$scratch/prefix" "$prefix" >"$scratch/others" || true
  while read -r _ file _; do
    [ "$(head -c 4 "$file" | tail -c 3)" = ELF ] || fail "the package and the installation differ in $file"
  done <"$scratch/others"
  brief=yes
fi
. "$here/installed.sh"
echo "$(basename "$package"): $(find "$scratch/root" -type f | wc -l) files, $commands commands work with nothing but them"
