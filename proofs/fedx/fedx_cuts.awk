# SPDX-License-Identifier: Apache-2.0
#
# Reads the elaborated admission in RTLIL. Prints commands of Yosys that name the values which each decision but the last leaves:
# decision0.admit, decision0.free, ...
#
# The numbers that Yosys gives to values differ between versions, so decisions are found by structure. The `if` of a decision is
# the multiplexer that gives a port its reason. The multiplexers with the same condition give all other values that the decision
# leaves. A port decides twice; the second decision begins with the reason of the first.
BEGIN {
  ports = 7
  split("admit admit_draw admit_buf admit_reason watch watch_level throttle_set random_next free packets reserved", wanted)
  for (i in wanted)
    leaves[wanted[i]] = 1
}

# The signal of which a whole wire is an alias
function driver_of(signal) {
  while (signal in driver)
    signal = driver[signal]
  return signal
}

# The multiplexer that drives a value; multiplexers that leave the value open (x) when no port decides are passed over
function chosen_by(signal) {
  signal = driver_of(signal)
  while (otherwise[signal] ~ /^[0-9]+'x+$/)
    signal = driver_of(then[signal])
  return signal
}

# The variable in a name such as $12\verdicts.free[9:0], or nothing
function variable_of(name) {
  if (name !~ /^\$[0-9]+\\.*\[[0-9]+:[0-9]+\]$/)
    return ""
  sub(/^[^\\]*\\(verdicts[.])?/, "", name)
  sub(/\[.*/, "", name)
  return name
}

# The port of the lane of four bits that a name ends in, or -1
function port_of(name,    high, low) {
  sub(/.*\[/, "", name)
  high = low = name
  sub(/:.*/, "", high)
  sub(/.*:/, "", low)
  return high - low == 3 ? low / 4 : -1
}

$1 == "module" { inside = $2 == "\\fedx_admission" }
!inside { next }
$1 == "cell" {
  cell = $2
  delete pin
  next
}
$1 == "end" {
  if (cell == "$mux") {
    condition[pin["\\Y"]] = pin["\\S"]
    then[pin["\\Y"]] = pin["\\B"]
    otherwise[pin["\\Y"]] = pin["\\A"]
  }
  cell = ""
  next
}
$1 == "wire" && variable_of($NF) in leaves { names[++count] = $NF }
$1 == "connect" && NF == 3 {
  if (cell != "")
    pin[$2] = $3
  else
    driver[$2] = $3
}

END {
  for (i = 1; i <= count; i++) {
    from = chosen_by(names[i])
    when[i] = from in condition ? driver_of(condition[from]) : ""
    if (variable_of(names[i]) == "admit_reason" && port_of(names[i]) >= 0 && when[i] != "") {
      decides[driver_of(names[i])] = port_of(names[i])
      before[when[i]] = driver_of(otherwise[from])
      port[when[i]] = port_of(names[i])
    }
  }
  for (i = 1; i <= count; i++)
    if (when[i] in port) {
      number = port[when[i]] + (before[when[i]] in decides ? ports : 0)
      if (number < 2 * ports - 1)
        print "rename " names[i] " decision" number "." variable_of(names[i])
    }
}
