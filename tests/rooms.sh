#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The direction of includes between the rooms of cmodel, as rooms.txt has it: no room includes one that comes later there, and
# rooms that know no kind of router include none, and name nothing of one. The same for the symbols of objects in the build.
#   rooms.sh --renew   draw the rooms anew
. "$(dirname "$0")/common.sh"
cd "$FEDX_SOURCE"
list=$here/rooms.txt

# Every include of our own files, "FILE INCLUDED", both from the top
find cmodel -name '*.[ch]' | sort | while read -r file; do
  sed -nE 's/^ *# *include "([^"]+)".*/\1/p' "$file" | while read -r included; do
    if [ -e "include/$included" ]; then
      echo "$file include/$included"
    else
      echo "$file $(realpath -m --relative-to=. "${file%/*}/$included")"
    fi
  done
done >"$scratch/includes"

awk '
  function room_of(file) { sub(/^[a-z]*[/]/, "", file); sub(/[/][^/]*$/, "", file); return file }
  FILENAME ~ /rooms.txt$/ {
    if ($1 == "room") place[$2] = ++rooms
    if ($1 == "generic") for (i = 2; i <= NF; i++) generic[$i] = 1
    next
  }
  {
    from = room_of($1); to = room_of($2)
    if (!place[from]) { print $1 ": rooms.txt has no room " from; bad = 1; next }
    kind = $2 ~ /^include/ && $2 !~ /^include.fedx.(lanes|rng)[.]h$/ && generic[from]
    up = $2 ~ /^cmodel/ && place[to] > place[from]
    looked++
    if (kind) { print $1 " includes " $2 ", but room " from " knows no kind of router"; bad = 1 }
    if (up) { print $1 " includes " $2 ", but room " from " is below " to; bad = 1 }
  }
  END {
    if (!bad) print looked " includes of " rooms " rooms, each of its own room or of one below"
    exit bad
  }' "$list" "$scratch/includes" || fail "rooms.txt says which room may include which"
[ "$(wc -l <"$scratch/includes")" -gt 400 ] || fail "only $(wc -l <"$scratch/includes") includes found"

# The same for symbols, and the picture of it
picture=docs/figures/rooms.dot
python3 "$here/room_symbols.py" "$FEDX_BUILD" "$list" "$scratch/rooms.dot" || fail "rooms.txt says which room may use which"
# The drawing may be of other rooms, as after a merge.
drawn() { [ "$(grep -c -- ' -> ' "$picture")" -eq "$(grep -c '<title>.*&#45;&gt;' "${picture%.dot}.svg")" ]; }
if [ "${1-}" = --renew ]; then
  ! cmp -s "$scratch/rooms.dot" "$picture" || ! drawn || exit 0
  dot -Tsvg "$scratch/rooms.dot" -o "${picture%.dot}.svg" || fail "the rooms are others, and Graphviz is not there to draw them"
  cp "$scratch/rooms.dot" "$picture"
  exit 0
fi
diff "$picture" "$scratch/rooms.dot" || fail "stale: tests/rooms.sh --renew (or the target generated; Graphviz draws it)"
drawn || fail "${picture%.dot}.svg is not drawn from $picture"

# What is of one kind of router by word, comments included
# in_rooms WORD ROOM...: the lines with it, whatever comes behind an underscore
in_rooms() { (cd cmodel && grep -rniE --include='*.[ch]' --include='*.def' "(^|[^[:alnum:]])($1)([^[:alnum:]]|$)" "${@:2}") || true; }
looked=0
while read -r _ word but; do
  read -ra rooms < <(awk -v but=" $but " '$1 == "generic" { for (i = 2; i <= NF; i++) { split($i, part, "/"); if (!index(but, " " part[1] " ")) printf "%s ", $i } } END { print "" }' "$list")
  [ -n "$(in_rooms "$word" fedx vcr)" ] || fail "rooms.txt: no kind of router has the word $word: the search has lost its way"
  [ -z "$(in_rooms "$word" "${rooms[@]}" | tee /dev/stderr)" ] || fail "$word is a word of one kind of router, and these rooms know none (rooms.txt)"
  looked=$((looked + 1))
done < <(grep '^word ' "$list")
[ "$looked" -ge 15 ] || fail "only $looked words of kinds in rooms.txt"
echo "$looked words of kinds of routers are in no room that knows none"

# What is of one operating system by name: in base/platform.c alone. (The fuzzer is for Linux.)
words_of() { awk -v first="$1" '$1 == first { for (i = 2; i <= NF; i++) print $i }' "$list"; }
mapfile -t files < <(find cmodel include examples tb tests -name '*.[ch]' -o -name '*.cpp' | grep -vE '^(cmodel/base/platform[.]c|tests/fuzz/.*)$' | sort)
[ ${#files[@]} -gt 400 ] || fail "only ${#files[@]} sources found"
# of_one_system FILE...: the lines with such a name
of_one_system() {
  grep -nwE "$(words_of system | paste -sd'|')" "$@" | grep -vE -e '--wrap=|DUT_END' || true # functions of others that are caught
  grep -nE "[\"<]($(words_of path | paste -sd'|'))" "$@" || true
}
[ "$(of_one_system cmodel/base/platform.c | wc -l)" -ge 10 ] || fail "names are not found where they are: the search has lost its way"
[ -z "$(of_one_system "${files[@]}" | tee /dev/stderr)" ] || fail "these names are of one system: base/platform.h is for them"
# _GNU_SOURCE: "#define _GNU_SOURCE /* NAME, NAME */"
grep -n '_GNU_SOURCE' "${files[@]}" >"$scratch/gnu" || true
while IFS=: read -r file line text; do
  [[ $text =~ ^'#define _GNU_SOURCE /* '([a-z0-9_, ]+)' */'$ ]] || fail "$file:$line: _GNU_SOURCE without the names of what is used"
  for name in ${BASH_REMATCH[1]//,/ }; do
    words_of common | grep -qx "$name" || fail "$file:$line: $name is not in the line common of rooms.txt"
    grep -v _GNU_SOURCE "$file" | grep -qw "$name" || fail "$file:$line: $name is not used"
  done
done <"$scratch/gnu"
echo "${#files[@]} sources without a name of one system; $(wc -l <"$scratch/gnu") use what glibc and macOS both add"

# What is known of the insides of other programs stands in one file each. The names are in two parts, so that this file has none.
# only FILE NAME...: no other file has these names
only() {
  local file=$1 name
  shift
  for name; do
    [ "$(grep -rlF --exclude-dir=build\* --exclude-dir=.git --exclude=CHANGELOG.md -e "$name" . | sort)" = "./$file" ] ||
      { grep -rnF --exclude-dir=build\* --exclude-dir=.git --exclude=CHANGELOG.md -e "$name" . >&2; fail "$name must be in $file, and nowhere else"; }
  done
}
only cmodel/verilator/verilator.c "--xml""-only" "--json""-only"
only tb/common/verilator_internals.h "__V""ico" "___""eval" "m_""bufp"
only tests/mpi_launch.sh "OMPI""_MCA" "PRTE""_MCA"
