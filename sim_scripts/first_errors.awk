# SPDX-License-Identifier: Apache-2.0
# From a log of CMake, Ninja, make, compilers, linkers or Verilator: the lines that say why the build failed, at most 15. The
# command lines of failed steps are left out.
function keep(text) { if (kept++ < 15) print substr(text, 1, 300) }

# show(at): that line, and those of the source and the caret below it
function show(at,    i) {
  keep(line[at])
  for (i = at + 1; i <= at + 2 && line[i] ~ /^ +[0-9]* *\|/; i++) keep(line[i])
}

# show_block(at): a message of CMake, which ends at an empty line that no indented one follows; before it, what was not found
function show_block(at,    i) {
  if (line[at - 1] ~ /^-- .*([Nn]o package|not found)/) keep(line[at - 1])
  for (i = at; i == at || line[i] ~ /^  / || (line[i] == "" && line[i + 1] ~ /^  /); i++)
    if (line[i] != "") keep(line[i])
}

# show_step(at): a step that failed, and what it printed: Ninja has that below its command line, make above
function show_step(at,    i) {
  if (line[at] ~ /^g?make/)
    for (i = at - 3; i < at; i++) if (i > 0 && line[i] !~ /^(g?make|\[|-- )/) keep(line[i])
  keep(line[at])
  if (line[at] ~ /^FAILED/)
    for (i = at + 2; i <= at + 4 && line[i] !~ /^(\[|ninja|FAILED)/; i++) keep(line[i])
}

{ line[NR] = $0 }
/^%Error: Exiting due to .* warning/ { fatal_warnings = 1 }
/^%Error: (Exiting due to|Command Failed)/ { next }
/^%Warning/ { warnings[++warned] = NR }
/:[0-9]+(:[0-9]+)?: (fatal |internal compiler )?error:/ || /^%(Error|Fatal)/ ||
/^[^ :]*(ld|ld\.lld|lto1|cc1|cc1plus|as|collect2|lto-wrapper|gcc|g\+\+|cc|c\+\+|clang|clang\+\+)(-[0-9]+)?: (fatal |internal compiler )?error/ ||
/undefined reference to|multiple definition of|No space left on device|^Killed/ { errors[++failed] = NR }
/^CMake Error/ { blocks[++stopped] = NR }
/^FAILED: |^ninja: (error|fatal)|^g?make(\[[0-9]+\])?: \*\*\* / { steps[++given_up] = NR }

END {
  for (i = 1; i <= warned && fatal_warnings; i++) show(warnings[i])
  for (i = 1; i <= failed; i++) show(errors[i])
  if (!kept) for (i = 1; i <= stopped; i++) show_block(blocks[i])
  if (!kept) for (i = 1; i <= given_up; i++) show_step(steps[i])
  for (i = NR - 9; i <= NR && !kept; i++) if (i > 0) print substr(line[i], 1, 300) # of no known form: its end
}
