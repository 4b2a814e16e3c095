# SPDX-License-Identifier: Apache-2.0
#
# A counterexample in words. Files, in this order: include/<kind>/<kind>_regs.def, the ports (ir-verilog --ports), what
# both sides gave for it, the counterexample of abc. Only the inputs that matter are in the counterexample.
#   -v known_lanes="7 10"  how many lanes there can be, ports and others; the first that goes is taken
#   -v mode=eval   instead: a module that gets what both sides give, from the miter (without the third file)
function bits_of(text) { sub(/.*\[/, "", text); sub(/:.*/, "", text); return text + 1 }

# Bits first .. first + count - 1 of binary digits, in hexadecimal.
function hex_of(text, first, count,    k, i, at, digit, out) {
  out = ""
  for (k = 4 * int((count - 1) / 4); k >= 0; k -= 4) {
    digit = 0
    for (i = 3; i >= 0; i--) {
      at = length(text) - first - k - i
      digit = 2 * digit + (k + i < count && at > 0 && substr(text, at, 1) == "1")
    }
    out = out sprintf("%x", digit)
  }
  return out
}

# The lanes in which an output differs; counted in differing.
function print_output(name, c, rtl,    lanes, width, lane, said) {
  said = name
  sub(/[.]d$/, "", said)
  lanes = lanes_of(width_of[name])
  width = width_of[name] / lanes
  for (lane = 0; lane < lanes; lane++)
    if (hex_of(c, lane * width, width) != hex_of(rtl, lane * width, width)) {
      printf "  %s%s%s: C 0x%s, RTL 0x%s\n", said, lanes == 1 ? "" : "[" lane "]", name == said ? "" : " next",
        hex_of(c, lane * width, width), hex_of(rtl, lane * width, width)
      differing++
    }
}

function lanes_of(width,    count, i, lanes) {
  count = split(known_lanes == "" ? "7 10" : known_lanes, lanes)
  for (i = 1; i <= count; i++)
    if (width > lanes[i] && width % lanes[i] == 0)
      return lanes[i]
  return 1
}

# Hexadecimal digits of the bits first .. first + count - 1 of a port.
function hex(port, first, count,    k, i, digit, text) {
  text = ""
  for (k = 4 * int((count - 1) / 4); k >= 0; k -= 4) {
    digit = 0
    for (i = 3; i >= 0; i--)
      digit = 2 * digit + (k + i < count && value[port, first + k + i] == 1)
    text = text sprintf("%x", digit)
  }
  return text
}

function matters(port, first, count,    k) {
  for (k = first; k < first + count; k++)
    if ((port, k) in value)
      return 1
  return 0
}

function meaning_of(port) {
  sub(/^.*[.]/, "", port)
  sub(/_reg$/, "", port)
  return (block, port) in meaning ? "  " meaning[block, port] : ""
}

# One line a lane.
function print_port(port,    lanes, width, lane, name, where) {
  name = port
  sub(/[.]q$/, "", name)
  if (match(name, /^u_[a-z_]*[.]/))
    block = substr(name, 3, RLENGTH - 3)
  lanes = lanes_of(width_of[port])
  width = width_of[port] / lanes
  for (lane = 0; lane < lanes; lane++)
    if (matters(port, lane * width, width)) {
      where = lanes == 1 ? "" : "[" lane "]"
      printf "    %-36s 0x%s%s\n", name where, hex(port, lane * width, width), meaning_of(name)
    }
}

FNR == 1 { file++ }
file == 1 && /^ +REG\(/ {
  split($0, field, /[(,] */)
  text = $0
  sub(/^[^"]*"/, "", text)
  sub(/"[^"]*$/, "", text)
  meaning[field[2], field[4]] = text
  next
}
file == 2 {
  if ($1 == "input" || $1 == "free") {
    order[++inputs] = $3
    width_of[$3] = bits_of($2)
  } else if ($1 == "output") {
    outputs[++output_count] = $3
    width_of[$3] = bits_of($2)
  }
  next
}
mode != "eval" && file == 3 {
  seen["c", $1] = $2
  seen["r", $1] = $3
  next
}
# NAME@0=BIT of iprove, which names those that matter alone; NAME=BIT of sat, which names all: 0 is the same as not named.
/(@0=[01]|=1)$/ {
  split($0, parts, "=")
  sub(/@0$/, "", parts[1])
  bit = 0
  name = parts[1]
  if (!(name in width_of) && match(name, /\[[0-9]+\]$/)) {
    bit = substr(name, RSTART + 1, RLENGTH - 2) + 0
    name = substr(name, 1, RSTART - 1)
  }
  if (name in width_of) {
    value[name, bit] = parts[2]
    known[name] = 1
  }
}
END {
  if (mode == "eval") {
    printf "module words;\n    miter m ("
    for (k = 1; k <= inputs; k++)
      printf "%s.\\%s (%d'h%s)", k == 1 ? "" : ", ", order[k], width_of[order[k]], hex(order[k], 0, width_of[order[k]])
    print ");\n    initial begin\n        #1;"
    for (k = 1; k <= output_count; k++)
      printf "        $display(\"%s %%b %%b\", m.\\c:%s , m.\\rtl:%s );\n", outputs[k], outputs[k], outputs[k]
    print "        $display(\"undefined %b %b\", m.undefined, 1'b0);\n    end\nendmodule"
    exit
  }
  print "  with"
  for (k = 1; k <= inputs; k++)
    if (order[k] in known)
      print_port(order[k])
  if (seen["c", "undefined"] != "0") {
    print "  a check of the C fails (overflow, shift, index or value out of range, wire of others written)"
    differing++
  }
  for (k = 1; k <= output_count; k++) {
    name = outputs[k]
    print_output(name, seen["c", name], seen["r", name])
  }
  # What is open is 0 in what both sides gave.
  if (output_count && !differing)
    print "  an output that depends on a value that the RTL leaves open (a wire without driver, or x)"
}
