# SPDX-License-Identifier: Apache-2.0
#
# A counterexample in words. Files, in this order: include/fedx/fedx_regs.def, the ports (fedx-ir-verilog --ports), what
# `yosys eval` found, the counterexample of abc. Only the inputs that matter are in the counterexample.
#   -v mode=eval   instead: the commands by which Yosys evaluates both sides (without the third file)
function bits_of(text) { sub(/.*\[/, "", text); sub(/:.*/, "", text); return text + 1 }

# Hexadecimal digits of the bits first .. first + count - 1 of a port.
function hex(port, first, count,    k, digit, text) {
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

# One line a lane: ports have seven, buffers ten.
function tell(port,    lanes, width, lane, name, where) {
  name = port
  sub(/[.]q$/, "", name)
  if (match(name, /^u_[a-z_]*[.]/)) {
    block = substr(name, 3, RLENGTH - 3)
  }
  lanes = width_of[port] > 7 && width_of[port] % 7 == 0 ? 7 : width_of[port] > 10 && width_of[port] % 10 == 0 ? 10 : 1
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
  }
  next
}
mode != "eval" && file == 3 {
  if (match($0, /\\(c|rtl):[^ ]* = /)) {
    side = substr($0, RSTART + 1, 1)
    name = substr($0, RSTART + (side == "c" ? 3 : 5), RLENGTH - (side == "c" ? 3 : 5) - 3)
    result = substr($0, RSTART + RLENGTH)
    sub(/[.]$/, "", result)
    seen[side, name] = result
  } else if (/undefined = 1'1/) {
    undefined = 1
  }
  next
}
/@0=/ {
  split($0, parts, "@0=")
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
    printf "eval -set-undef"
    for (k = 1; k <= inputs; k++)
      printf " -set \\%s %d'h%s", order[k], width_of[order[k]], hex(order[k], 0, width_of[order[k]])
    for (k = 1; k <= output_count; k++)
      printf " -show \\c:%s -show \\rtl:%s", outputs[k], outputs[k]
    print " -show undefined"
    exit
  }
  print "  with"
  for (k = 1; k <= inputs; k++)
    if (order[k] in known)
      tell(order[k])
  if (undefined)
    print "  the C has no meaning (overflow, shift, index or value out of range)"
  for (k = 1; k <= output_count; k++) {
    name = outputs[k]
    if (seen["c", name] != seen["r", name]) {
      said = name
      sub(/[.]d$/, " next", said)
      printf "  %s: C %s, RTL %s\n", said, seen["c", name], seen["r", name]
    }
  }
}
