#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Packets that come out as one frame: so many of them, until there are so many flits, up to a flag, and one of each input; as they come
# in and whole. Without --long with one seed and fewer faults.
. "$(dirname "$0")/../../case.sh"
sources
sed 's/COUNT: 4/COUNT: 0, FLITS: 12/; s/^join.*/join: {flits: 12}/' stream.yaml >flits.yaml
sed 's/COUNT: 4/COUNT: 5, USER: 1/; s/^join.*/join: {count: 5, flag: {field: user}}/' stream.yaml >flag.yaml
sed 's/COUNT: 4/COUNT: 0, USER: 1, STORE: 1/; s/^join.*/join: {flag: {field: user}}/; s/user: {[^}]*}/user: {width: 1, scope: first}/' stream.yaml >first.yaml
# right NAME OPTION...: nothing is wrong with it, nor does its testbench say so
right() {
  found_right "$1" 15000 "${@:2}"
  rm -r "good_$1"? "kept_$1"
}
right stream --parameter STORE=1
right flits --parameter STORE=1
right flag
right inputs
if [ -n "$long" ]; then
  right stream
  right flits
  right flag --parameter STORE=1
fi
found_wrong stream.yaml 1 '^framing: ' '([3-9]|1[0-2])'
found_wrong flits.yaml 2 '^framing: ' '[2-9]'
found_wrong flag.yaml 3 '^framing: ' '[1-9]'
found_wrong inputs.yaml 2 '^order: .* comes out of output 0 where packet [0-9]+ is due before it' '([3-9]|1[0-9])'
if [ -n "$long" ]; then
  found_wrong stream.yaml 4 '^(corrupted|framing): ' '[1-9]'
  found_wrong stream.yaml 5 '^corrupted: ' '[1-9]'
  found_wrong flits.yaml 6 '^framing: ' '([2-9]|1[0-2])'
  found_wrong inputs.yaml 1 '^framing: ' '[2-6]'
fi
# Without join it looks wrong, and a hint says what may be missing.
sed '/^join/d' stream.yaml >plain.yaml
expect 1 "${verify[@]}" plain.yaml --no-bundle
said '^framing: .* with another mark of the end of a packet'
said '^hint .*If the router joins packets into frames, say so'
# What a frame is must be said, and what does not go with it.
altered stream.yaml 's/join: .*/join: {}/' '8: join: must have inputs: yes alone, or one or more of count, flits and flag'
altered stream.yaml 's/join: .*/join: {inputs: yes}/' '8: join: inputs: needs several inputs that send to one output'
altered stream.yaml 's/join: .*/join: {count: 1}/' '8: count: must be a whole number from 2 to'
altered stream.yaml 's/join: .*/join: {flag: {field: user, value: 2}}/' '8: join: flag: its value has more bits'
altered stream.yaml 's/join: .*/join: {flag: {field: last}}/' '8: join: flag: these bits say something else'
altered stream.yaml 's/^join.*/&\ndrops: yes/' '8: join: goes without drops'
altered stream.yaml 's/^join.*/&\nframing: {by: length, field: data, width: 4}/' '8: join: needs framing by last or by type'
altered inputs.yaml 's/join: .*/join: {count: 3}/' '7: join: each output must get packets of one input'
refused 'does not take join' "$FEDX" blackbox stream.yaml --prove
echo "$wrongs wrong routers, $refused descriptions refused"
