# SPDX-License-Identifier: Apache-2.0
# compare.awk DOCUMENTED PRINTED: every line of the first file is in the second, in this order, but for times and speeds;
# "..." stands for any lines. Prints the first that is missing.
function plain(line) {
  sub(/^ *\.\.\.$/, "...", line)
  gsub(/[0-9.]+ s([^A-Za-z]|$)/, "TIME", line)
  gsub(/[0-9.]+ [kM] [a-z-]+\/s/, "SPEED", line)
  gsub(/TIME[ a-zA-Z0-9.]*(TIME|SPEED)/, "TIME", line)
  sub(/ +$/, "", line)
  return line
}
FNR == NR { if (plain($0) != "...") wanted[++count] = $0; next }
next_one < count && plain($0) == plain(wanted[next_one + 1]) { next_one++ }
END {
  if (next_one == count) exit 0
  print wanted[next_one + 1]
  exit 1
}
