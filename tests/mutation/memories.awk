# SPDX-License-Identifier: Apache-2.0
# Memories out of an RTLIL netlist: what a port of one reads becomes input pins, what goes into it output pins,
# named after the cell. Two netlists with equal pins and registers do the same with equal memories.
function declare(port, width, direction) {
  pin = "\\" cell "_" port
  printf "  wire width %d %s %d %s\n", width, direction, 1000 + ++pins, pin
}
function finish() {
  if (kind == "$memrd") {
    declare("DATA", width, "input")
    print "  connect" signal["DATA"] " " pin
  } else {
    declare("DATA", width, "output")
    print "  connect " pin signal["DATA"]
    declare("EN", width, "output")
    print "  connect " pin signal["EN"]
  }
  declare("ADDR", abits, "output")
  print "  connect " pin signal["ADDR"]
}
$1 == "memory" { held = ""; next }
$1 == "attribute" { held = held $0 "\n"; next }
$1 == "cell" && ($2 == "$memrd" || $2 == "$memwr_v2") {
  kind = $2
  cell = $3
  gsub(/[^A-Za-z0-9]+/, "_", cell)
  held = ""
  next
}
kind && $1 == "parameter" { if ($2 == "\\ABITS") abits = $3; if ($2 == "\\WIDTH") width = $3; next }
kind && $1 == "connect" { port = substr($2, 2); sub(/^ *connect +[^ ]+/, ""); signal[port] = $0; next }
kind && $1 == "end" { finish(); kind = ""; next }
{ printf "%s%s\n", held, $0; held = "" }
