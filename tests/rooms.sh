#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The direction of includes between the rooms of cmodel, as rooms.txt has it: no room includes one that comes later there, and
# rooms that know no kind of switch include none. What breaks this is listed there, and goes from the list when it is mended.
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
  FILENAME ~ /rooms.txt$/ {
    if ($1 == "room") place[$2] = ++rooms
    if ($1 == "generic") for (i = 2; i <= NF; i++) generic[$i] = 1
    if ($1 == "but") but[$2 " " $3] = 1
    next
  }
  {
    split($1, from, "/"); split($2, to, "/")
    if (!place[from[2]]) { print $1 ": rooms.txt has no room " from[2]; bad = 1; next }
    kind = to[1] == "include" && $2 != "include/fedx/random.h" && generic[from[2]]
    up = to[1] == "cmodel" && place[to[2]] > place[from[2]]
    looked++
    if ((kind || up) && ($1 " " $2) in but) { used[$1 " " $2] = 1; next }
    if (kind) { print $1 " includes " $2 ", but room " from[2] " knows no kind of switch"; bad = 1 }
    if (up) { print $1 " includes " $2 ", but room " from[2] " is below " to[2]; bad = 1 }
  }
  END {
    for (line in but) {
      buts++
      if (!used[line]) { print "rooms.txt: \"but " line "\" is not needed any more"; bad = 1 }
    }
    if (!bad) print looked " includes of " rooms " rooms, of which " buts + 0 " are listed to go"
    exit bad
  }' "$list" "$scratch/includes" || fail "rooms.txt says which room may include which"
[ "$(wc -l <"$scratch/includes")" -gt 400 ] || fail "only $(wc -l <"$scratch/includes") includes found"
