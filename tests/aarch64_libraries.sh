#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Fetch Debian's arm64 packages of the libraries that the program and its unit tests need, and unpack them: nothing is installed,
# and no root is needed. They are of the release that apt is set up for.
#   aarch64_libraries.sh FOLDER   the folder that cmake/aarch64.cmake takes as FEDX_LIBRARIES
set -eu
folder=$(realpath -m "${1?which folder?}")
packages=(libxxhash-dev libjansson-dev libcyaml-dev libyaml-dev libexpat1-dev libcmocka-dev)
mkdir -p "$folder/apt/lists/partial" "$folder/apt/archives/partial"
cd "$folder/apt"
# A world of its own, in which nothing is installed
cat >arm64.conf <<C
APT::Architecture "arm64";
APT::Architectures { "arm64"; };
APT::Sandbox::User "";
Dir::State "$PWD";
Dir::State::status "/dev/null";
Dir::Cache "$PWD";
C
export APT_CONFIG=$PWD/arm64.conf
apt-get -qq update
# Each -dev package depends on the library itself; the compiler brings libc.
mapfile -t libraries < <(apt-cache depends "${packages[@]}" | sed -nE 's/^ *Depends: (lib.*)/\1/p' | grep -vE '^libc(6|-dev)' | sort -u)
apt-get -qq download "${packages[@]}" "${libraries[@]}"
for package in *.deb; do dpkg-deb -x "$package" "$folder"; done
rm -r "$folder/apt"
