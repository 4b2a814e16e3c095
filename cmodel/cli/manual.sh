#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Make the manual pages of fedx and its commands from what --help says.
#   manual.sh HELP2MAN FEDX DATE FOLDER
#     DATE   of the version, for the headings
set -eu
help2man=$1 fedx=$2 date=$3 folder=$4
rm -rf "$folder"
mkdir -p "$folder"

# The pages say "fedx", wherever the program is.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
ln -s "$(realpath "$fedx")" "$scratch/fedx"
PATH=$scratch:$PATH
version=$(fedx --version)

version=${version#* }

# page NAME SUMMARY COMMAND: the page NAME(1)
page() {
  local file=$folder/$1.1 title=${1^^}
  "$help2man" --no-info --no-discard-stderr --locale=C --version-string="$version" --name="$2" \
    --include=<(printf '%s\n' '[SEE ALSO]' '.BR fedx (1),' '.BR fedx_switch.h (3),' '.BR vcr_router.h (3)' '.PP' \
      'The documents are in share/doc/fedx/docs of the installation, and in docs of the sources.') --output="$file" "$3"
  # help2man takes the title from the first word of the usage and the date from the clock, and names the page as the command is called.
  sed -i -E "s/^\.TH .*/.TH ${title//-/\\\\-} 1 \"$date\" \"Fed-X $version\" \"Fed-X commands\"/
    /^\.SH NAME/{n;s/^$3 /${1//-/\\\\-} /}" "$file"
}
page fedx "the Fed-X switch and a virtual-channel router, as C golden model and as RTL, in lockstep" fedx
fedx --list-options | while IFS=$'\t' read -r command summary; do
  [ "$command" = help ] || page "fedx-$command" "$summary" "fedx $command"
done
