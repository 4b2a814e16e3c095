# SPDX-License-Identifier: Apache-2.0
# What found the faulty switches, in Markdown, from results.txt of run.sh: by kind, by file, and what is left. With summary=1 a
# line of text for each kind, and what is left.
function put(kind, file, step) {
  switches[kind]++; found[kind, step]++
  switches[file]++; found[file, step]++
}
function share(column) {
  faults = switches[column] - found[column, "equivalent"]
  return faults ? sprintf("%.1f%%", 100 * found[column, "pins"] / faults) : "-"
}
function row(title, step, i) {
  printf "| %s |", title
  for (i = 1; i in kinds; i++)
    printf " %d |", step == "" ? switches[kinds[i]] : found[kinds[i], step]
  print ""
}
function by_kind(i) {
  print "| | lines that were looked at | lines that were not | `yosys mutate` | all |\n|---|---|---|---|---|"
  row("faulty switches", "")
  for (i = 1; i in step_names; i++)
    row("found by " titles[step_names[i]], step_names[i])
  row("proved equivalent", "equivalent")
  row("open: neither found nor proved", "open")
  printf "| by the pins, of those not proved equivalent |"
  for (i = 1; i in kinds; i++)
    printf " %s |", share(kinds[i])
  printf "\n| seconds for a switch, mean and longest |"
  for (i = 1; i in kinds; i++)
    printf " %d, %d |", switches[kinds[i]] ? seconds[kinds[i]] / switches[kinds[i]] + 0.5 : 0, longest[kinds[i]]
  print "\n"
}
function by_file(i, f) {
  printf "| file | switches |"
  for (i = 1; i in step_names; i++)
    printf " %s |", step_names[i]
  print " equivalent | open |\n|---|---|---|---|---|---|---|---|---|"
  for (f = 1; f in files; f++) {
    printf "| %s | %d |", files[f], switches[files[f]]
    for (i = 1; i in step_names; i++)
      printf " %d |", found[files[f], step_names[i]]
    printf " %d | %d |\n", found[files[f], "equivalent"], found[files[f], "open"]
  }
  print ""
}
function line(kind, i) {
  printf "%s: %d faulty switches, found by", kind, switches[kind]
  for (i = 1; i in step_names; i++)
    printf " %s %d,", step_names[i], found[kind, step_names[i]]
  printf " equivalent %d, open %d; by the pins %s; %d s at most\n", found[kind, "equivalent"], found[kind, "open"], share(kind), longest[kind]
}
BEGIN {
  split("seen unseen yosys all", kinds, " ")
  split(steps, step_names, " ")
  titles["pins"] = "`fedx verify --pins --cycles 10000000`"; titles["registers"] = "`fedx verify`"
  titles["inject"] = "`fedx verify --inject`"; titles["fabric"] = "`fedx run --lockstep all`"
  titles["proof"] = "`sim_scripts/prove.sh`"
}
{
  if (!switches[$3]) files[++file_count] = $3
  put($1, $3, $4); switches["all"]++; found["all", $4]++
  seconds[$1] += $5; seconds["all"] += $5
  if ($5 > longest[$1]) longest[$1] = $5
  if ($5 > longest["all"]) longest["all"] = $5
}
$4 != "pins" { late[++late_count] = summary ? $2 " " $3 ": " $4 " " $7 : "| " $2 " | " $3 " | " $4 " | " $6 " | `" $7 "` |" }
END {
  if (!summary) {
    by_kind()
    by_file()
    print "| not found by its pins | file | step | cycle or state | field |\n|---|---|---|---|---|"
  } else
    for (i = 1; i in kinds; i++)
      if (switches[kinds[i]])
        line(kinds[i])
  for (i = 1; i in late; i++)
    print late[i]
}
