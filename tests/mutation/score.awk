# SPDX-License-Identifier: Apache-2.0
# The score, in Markdown, from mutants.txt, results.txt and survivors.txt of run.sh; what is left only if survivors.txt
# says so. With summary=1 a line or two of text.
function median(b, check, count, i, j, t, list) {
  count = caught[b, check]
  for (i = 1; i <= count; i++) {
    t = at[b, check, i]
    for (j = i - 1; j >= 1 && list[j] > t; j--)
      list[j + 1] = list[j]
    list[j + 1] = t
  }
  return list[int((count + 1) / 2)]
}
function note(b, check, when) {
  at[b, check, ++caught[b, check]] = when
}
function cell(b, check) {
  return caught[b, check] ? sprintf(" %d (%d) |", caught[b, check], median(b, check)) : " 0 |"
}
function row(b, name) {
  printf "| %s | %d |%s%s%s%s", name, mutants[b], cell(b, "packets"), cell(b, "pins"), cell(b, "state"), cell(b, "injection")
  if (looked)
    printf " %d | %d | %d |", equivalent[b], later[b], open[b]
  print ""
}
FILENAME ~ /mutants.txt$/ { block[$1, $2] = $3; mutants[$3]++; mutants["all"]++; next }
FILENAME ~ /results.txt$/ {
  if ($2 > 0 && $4 > 0) {
    note(block[$1, $2], $3, $4)
    note("all", $3, $4)
    found[$1, $2] = found[$1, $2] || $3 ~ /^(state|injection)$/
  }
  next
}
{ b = block[$1, $2]; looked = 1 }
$3 == "equivalent" { equivalent[b]++; equivalent["all"]++ }
$3 == "caught" { later[b]++; later["all"]++ }
$3 == "open" { open[b]++; open["all"]++ }
END {
  for (mutant in found)
    all_found += found[mutant]
  if (summary) {
    printf "%d mutants, caught within %d cycles: %d by packets, %d by pins, %d by pins and state (median cycle %s)\n", mutants["all"], tries,
      caught["all", "packets"], caught["all", "pins"], caught["all", "state"], median("all", "state")
    printf "by state injection within %d states: %d (median state %s); by one of the last two: %d\n", tries, caught["all", "injection"],
      median("all", "injection"), all_found
    if (looked)
      printf "of the others %d proved equivalent, %d caught later, %d open\n", equivalent["all"], later["all"], open["all"]
    exit
  }
  print "| module | mutants | packets | pins | pins and state | injection |" (looked ? " equivalent | later | open |" : "")
  print "|---|---|---|---|---|---|" (looked ? "---|---|---|" : "")
  split(blocks, names, " ")
  for (i = 1; i in names; i++)
    row(names[i], prefix "_" names[i] ".v")
  row("all", "all")
}
