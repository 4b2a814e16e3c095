#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Make the manual pages of fedx and its commands from what --help says.
#   manual.sh HELP2MAN FEDX FOLDER
set -eu
help2man=$1 fedx=$2 folder=$3
rm -rf "$folder"
mkdir -p "$folder"

# The pages say "fedx", wherever the program is.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
ln -s "$(realpath "$fedx")" "$scratch/fedx"
PATH=$scratch:$PATH
version=$(fedx --version)

# page FILE NAME COMMAND
page() {
  "$help2man" --no-info --no-discard-stderr --locale=C --version-string="${version#* }" --name="$2" \
    --include=<(printf '[SEE ALSO]\nfedx(1); the documents in the folder docs of Fed-X\n') --output="$folder/$1" "$3"
}
page fedx.1 "the Fed-X switch and a virtual-channel router, as C golden model and as RTL, in lockstep" fedx
fedx --list-options | while IFS=$'\t' read -r command summary; do
  [ "$command" = help ] || page "fedx-$command.1" "$summary" "fedx $command"
done
# The heading has the words of the command with a space, where a page has a hyphen.
sed -i -E 's/^\.TH FEDX ([A-Z-]+) /.TH FEDX-\1 /; /^\.SH NAME/{n;s/^fedx ([a-z]+(-[a-z]+)?) /fedx\\-\1 /}' "$folder"/fedx*.1
