#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A bundle with a pipe, or with a link to a device, in the place of one of its files: it is refused, and not read.
. "$(dirname "$0")/../../case.sh"
hash=00000000000000000000000000000000
for file in hashes.txt bundle.json vectors.hex report.txt waveform.fst switch.so; do
  for kind in pipe device; do
    rm -rf bundle
    mkdir bundle
    for part in bundle.json vectors.hex report.txt waveform.fst switch.so; do echo "$hash  $part"; done >bundle/hashes.txt
    sed -i "/  $file\$/!d" bundle/hashes.txt # the first that is read
    rm -f "bundle/$file"
    if [ $kind = pipe ]; then mkfifo "bundle/$file"; else ln -s /dev/zero "bundle/$file"; fi
    for command in replay shrink 'replay --trust' 'shrink --trust'; do
      # shellcheck disable=SC2086 # a command and its option
      refused "cannot read bundle/$file: it is no regular file, but a pipe or a device" timeout 60 "$FEDX" $command bundle
    done
  done
done
# A link to a file is as good as the file.
rm -rf bundle
mkdir bundle
echo "$hash  report.txt" >bundle/hashes.txt
echo text >report.txt
ln -s ../report.txt bundle/report.txt
refused 'bundle/report.txt is damaged, or was changed' "$FEDX" replay bundle
echo "$refused bundles"
