# SPDX-License-Identifier: Apache-2.0
# The score, in Markdown, from mutants.txt, results.txt and survivors.txt of run.sh. With summary=1 one line of text.
function median(list, count, i, j, t) {
  for (i = 2; i <= count; i++) {
    t = list[i]
    for (j = i - 1; j >= 1 && list[j] > t; j--)
      list[j + 1] = list[j]
    list[j + 1] = t
  }
  return count ? list[int((count + 1) / 2)] : "-"
}
function note(b, check, cycle, k) {
  k = b SUBSEP check
  list[k, ++caught[k]] = cycle
}
function median_of(b, check, k, i, flat) {
  k = b SUBSEP check
  for (i = 1; i <= caught[k]; i++)
    flat[i] = list[k, i]
  return median(flat, caught[k] + 0)
}
function row(b, name) {
  printf "| %s | %d | %d | %d | %d | %d | %d | %d | %s | %s | %s |\n", name, mutants[b], caught[b, "packets"], caught[b, "pins"],
    caught[b, "state"], later[b], equivalent[b], open[b], median_of(b, "packets"), median_of(b, "pins"), median_of(b, "state")
}
FILENAME ~ /mutants.txt$/ { block[$1, $2] = $3; mutants[$3]++; mutants["all"]++; next }
FILENAME ~ /results.txt$/ {
  if ($2 > 0 && $4 > 0) {
    note(block[$1, $2], $3, $4)
    note("all", $3, $4)
  }
  next
}
{ b = block[$1, $2] }
$3 == "equivalent" { equivalent[b]++; equivalent["all"]++ }
$3 == "caught" { later[b]++; later["all"]++; latest = $4 > latest ? $4 : latest; where[$1, $2] = "caught at cycle " $4 }
$3 == "open" { open[b]++; open["all"]++; where[$1, $2] = "open" }
END {
  if (summary) {
    printf "%d mutants: %d caught by packets, %d by pins, %d by pins and state within %d cycles; %d later, %d proved equivalent, %d open; median %s\n",
      mutants["all"], caught["all", "packets"], caught["all", "pins"], caught["all", "state"], cycles, later["all"],
      equivalent["all"], open["all"], median_of("all", "state")
    exit
  }
  print "| module | mutants | packets | pins | pins and state | later | equivalent | open | median: packets | pins | pins and state |"
  print "|---|---|---|---|---|---|---|---|---|---|---|"
  split(blocks, names, " ")
  for (i = 1; i in names; i++)
    row(names[i], "fedx_" names[i] ".v")
  row("all", "all")
}
