# SPDX-License-Identifier: Apache-2.0
# CMakeFiles/Makefile2 and every build.make of a folder that CMake configured for Unix Makefiles: what a target reads and another one
# makes is only there in time if the first depends on the second. Prints what is not; `checked` is how many such files there are.
#   awk -v folder=FOLDER -f makefile_order.awk FILE...
function short(path) { return index(path, folder "/") == 1 ? substr(path, length(folder) + 2) : path }

# comes_after(target, maker): make finishes the second before it begins the first
function comes_after(target, maker,    list, i, n) {
  if (target == maker) return 1
  if ((target, maker) in met) return 0
  met[target, maker] = 1
  n = split(after[target], list, " ")
  for (i = 1; i <= n; i++) if (comes_after(list[i], maker)) return 1
  return 0
}

!/^[^#\t ][^:=]*: [^ ]+$/ { next }
{ output = short(substr($1, 1, length($1) - 1)); input = short($2) }
FILENAME ~ /Makefile2$/ {
  if (sub(/\/all$/, "", output) && sub(/\/all$/, "", input)) after[output] = after[output] " " input
  next
}
{
  target = short(FILENAME)
  sub(/\/build\.make$/, "", target)
  made[target, output] = 1
  if (index(makers[output] " ", " " target " ") == 0) makers[output] = makers[output] " " target
  reader[++reads] = target
  read[reads] = input
}

END {
  for (i = 1; i <= reads; i++) {
    if (!(read[i] in makers) || (reader[i], read[i]) in made) continue
    checked++
    n = split(makers[read[i]], list, " ")
    for (k = 1; k <= n; k++) {
      split("", met)
      if (comes_after(reader[i], list[k])) break
    }
    if (k > n) print reader[i] " reads " read[i] ", but does not depend on" makers[read[i]]
  }
  print checked + 0 > checked_file
}
