#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Make the reference of the C and C++ interfaces from the comments of the installed headers.
#   reference.sh DOXYGEN INCLUDE VERSION DATE FOLDER
#     INCLUDE   the folder with fedx/ and vcr/
#     DATE      of the version, for the manual pages
#     FOLDER    gets html/ and man3/
# Warnings of Doxygen, such as of a function without a comment, are on stderr.
# Exit status: 0 the pages are made; 2 there is no Doxygen
set -eu
doxygen=$1 include=$(realpath "$2") version=$3 date=$4 folder=$5
if ! command -v "$doxygen" >/dev/null; then
  echo "reference.sh: doxygen is missing: sim_scripts/install_deps.sh --docs installs it; then configure again" >&2
  exit 2
fi
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
rm -rf "$folder"
mkdir -p "$folder"
folder=$(realpath "$folder")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# run INPUT OUTPUT LINE...: Doxygen, with these lines added to its configuration
run() {
  local input=$1 output=$2
  shift 2
  {
    cat "$here/Doxyfile"
    printf '%s = "%s"\n' PROJECT_NUMBER "$version" INPUT "$input" INCLUDE_PATH "$include" STRIP_FROM_PATH "$include" \
      STRIP_FROM_INC_PATH "$include" OUTPUT_DIRECTORY "$output" WARN_LOGFILE "$scratch/warnings" \
      INPUT_FILTER "awk -v include='$include' -f '$here/expand.awk'"
    printf '%s\n' "$@"
  } >"$scratch/Doxyfile"
  "$doxygen" "$scratch/Doxyfile"
}

# plain FILE...: a description that a macro took from a table is in quotes and braces: {{ "text" }}. An empty unit goes.
plain() {
  sed -i -E "s/ Unit: \{\{ *(''|\"\"|&quot;&quot;) *\}\}(\\\\&)?\.//g
    s/\{\{ *('|\"|&quot;)?//g; s/('|\"|&quot;)? *\}\}//g" "$@"
}

run "$include" "$folder" "GENERATE_MAN = NO"
sed "s,^$include/,," "$scratch/warnings" >&2
plain "$folder"/html/*.html

# Headers of several kinds of routers have the same names, and Doxygen names a page after the file alone. So each kind is made on
# its own, and the page of fedx/switch.h is fedx_switch.h(3). Doxygen links every field to the page of its struct, too: only
# names that the headers declare outside a struct keep a page.
global='(fedx|vcr|axis|lane|pin|reg|rng|FEDX|VCR|AXIS|PIN)_.*|lanes|rng'
mkdir "$folder/man3"
for kind in fedx vcr axis; do
  run "$include/$kind" "$scratch/$kind" "GENERATE_HTML = NO" "GENERATE_MAN = YES" "WARN_LOGFILE = /dev/null"
  pages=$scratch/$kind/man/man3
  for page in "$pages"/*.h.3; do
    name=$(basename "$page" .3)
    sed -E "s,^(\.TH \")?$kind/$name,\1${kind}_$name,; /^\.SH SYNOPSIS/a .nf\n\\\\fB#include <$kind/$name>\\\\fP\n.fi" "$page" >"$folder/man3/${kind}_$name.3"
  done
  sed -i -E "s,^\.so man3/([a-z_]+\.h)\.3,.so man3/${kind}_\1.3," "$pages"/*.3
  find "$pages" -regextype posix-extended -regex ".*/($global)\.3" -exec cp -t "$folder/man3" {} +
done
# A line of text that begins with a quotation mark would be a request to roff.
sed -i -E "s/^\.TH (\"[^\"]+\") .*/.TH \1 3 \"$date\" \"Fed-X $version\" \"Fed-X interfaces\"/; s/^'/\\\\\&'/" "$folder"/man3/*.3
plain "$folder"/man3/*.3
