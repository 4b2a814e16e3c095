# SPDX-License-Identifier: Apache-2.0
# proofs/fedx/fedx_legal.v, then an RTLIL netlist of the switch: the netlist with that module in it, its inputs connected to
# the registers of the same names, its clauses to output pins illegal. The class bound is not asked for: it need not
# hold in a switch whose class rule was off for a while.
function connect(port, signal) {
  print "    connect \\" port " " signal
}
FILENAME ~ /fedx_legal[.]v$/ {
  if ($1 == "input" && $NF != "classes,") {
    sub(",", "", $NF)
    inputs[++count] = $NF
  }
  next
}
$0 == "end" {
  print "  wire width 25 output 5000 \\illegal\n  cell \\fedx_legal \\u_legal"
  for (i = 1; i <= count; i++) {
    match(inputs[i], /^(port_receive|port_transmit|ownership|buffer_pool|admission|route|config)_/)
    connect(inputs[i], "\\u_" substr(inputs[i], 1, RLENGTH - 1) "." substr(inputs[i], RLENGTH + 1) "_reg")
  }
  connect("classes", "1'0")
  connect("broken", "\\illegal")
  print "  end"
}
{ print }
