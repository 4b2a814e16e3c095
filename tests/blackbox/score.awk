# SPDX-License-Identifier: Apache-2.0
# The score of mutation.sh from its files NAME/results and NAME/survivors: a table by check and one of what no check found, in Markdown
# with report=1, and in a few lines otherwise.
function router(  name) {
  name = FILENAME
  sub(/\/[a-z]+$/, "", name)
  sub(/.*\//, "", name)
  if (!seen[name]++) names[++count] = name
  return name
}
BEGIN { split("lost duplicate misdelivered corrupted order framing stable handshake credits progress reset header latency throughput starvation illegal", checks, " ") }
FILENAME ~ /results$/ && $1 > 0 {
  r = router()
  tried[r]++; all++
  if ($2 != "-") { by[r, $2]++; of[$2]++; found[r]++; all_found++ }
  next
}
FILENAME ~ /survivors$/ { r = router(); left[r, $2]++; of_left[$2]++; next }
END {
  if (!report) {
    printf "%d mutants, %d found:", all, all_found
    for (i = 1; i in checks; i++) if (of[checks[i]]) printf " %s %d", checks[i], of[checks[i]]
    printf "\nof the others %d differ in handshakes, %d in data alone, %d in no pin; %d are found later, %d were not compared\n", of_left["handshake"],
      of_left["data"], of_left["same"], of_left["later"], of_left["open"]
    exit
  }
  printf "| router | mutants | found |"
  for (i = 1; i in checks; i++) if (of[checks[i]]) printf " %s |", checks[i]
  print " handshake | data | no pin | later | not compared |"
  printf "|---|---|---|"
  for (i = 1; i in checks; i++) if (of[checks[i]]) printf "---|"
  print "---|---|---|---|---|"
  names[++count] = "all"
  for (n = 1; n <= count; n++) {
    r = names[n]
    printf "| %s | %d | %d |", r, r == "all" ? all : tried[r], r == "all" ? all_found : found[r]
    for (i = 1; i in checks; i++) if (of[checks[i]]) printf " %d |", r == "all" ? of[checks[i]] : by[r, checks[i]]
    printf " %d | %d | %d | %d | %d |\n", r == "all" ? of_left["handshake"] : left[r, "handshake"], r == "all" ? of_left["data"] : left[r, "data"],
      r == "all" ? of_left["same"] : left[r, "same"], r == "all" ? of_left["later"] : left[r, "later"],
      r == "all" ? of_left["open"] : left[r, "open"]
  }
}
