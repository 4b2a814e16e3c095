# SPDX-License-Identifier: Apache-2.0
# The invariant of a kind of router, proofs/KIND/..._legal.v, then an RTLIL netlist of the router as memories.awk leaves it: the
# netlist with that module in it, its inputs connected to the registers of the same names, block_name, its clauses to output pins
# illegal. Set: blocks, the names of the mechanisms; the registers of block terminal are in the top itself. Input front of the virtual-channel router is what the memories of its
# channels give. The class bound of the Fed-X switch is not asked for: it need not hold in one whose class rule was off for a while.
function connect(port, signal) {
  print "    connect \\" port " " signal
}
function register_of(input,  i, count, names) {
  count = split(blocks, names, " ")
  for (i = 1; i <= count; i++)
    if (index(input, names[i] "_") == 1 && names[i] == "terminal")
      return "\\" substr(input, length(names[i]) + 2) "_reg"
    else if (index(input, names[i] "_") == 1)
      return "\\u_" names[i] "." substr(input, length(names[i]) + 2) "_reg"
}
function fronts(  i, all) {
  for (i = 0; i < lanes; i++)
    all = front[i] " " all
  return "{ " all "}"
}
FILENAME ~ /_legal[.]v$/ {
  if ($1 == "module")
    module = $2
  if ($1 == "input") {
    sub(",", "", $NF)
    inputs[++count] = $NF
  }
  if ($1 == "output") {
    width = $3
    gsub(/[^0-9:]|:0/, "", width)
  }
  next
}
$1 == "wire" && $NF ~ /_memrd_.*_DATA$/ && match($NF, /_lane_[0-9]+_/) {
  front[substr($NF, RSTART + 6, RLENGTH - 7) + 0] = $NF
  lanes++
}
$0 == "end" {
  print "  wire width " width + 1 " output 5000 \\illegal\n  cell \\" module " \\u_legal"
  for (i = 1; i <= count; i++)
    if (inputs[i] != "classes" && inputs[i] != "front")
      connect(inputs[i], register_of(inputs[i]))
  for (i = 1; i <= count; i++)
    if (inputs[i] == "front")
      connect("front", fronts())
    else if (inputs[i] == "classes")
      connect("classes", "1'0")
  connect("broken", "\\illegal")
  print "  end"
}
{ print }
