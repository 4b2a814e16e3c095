#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Requests and their responses: each request has one, at the requester that sent it, with the bits that the target sent, and those of
# an id in order. Who waits for whom is told for both. A target answers with what it got, which may be a number of the router's own.
. "$(dirname "$0")/../../case.sh"
sources
for seed in ${long:+1 2} 3; do
  expect 0 "${verify[@]}" exchange.yaml --seed "$seed" --cycles 50000 --keep built
  said '^responses +[1-9][0-9]* of [1-9][0-9]* flits came out'
done
expect 0 "${verify[@]}" slots.yaml --cycles 50000
# With one id all responses come in the order of requests.
sed 's/^  id: 3/  id: {width: 3, value: 5}/; s/order: id/order: all/' exchange.yaml >all.yaml
expect 0 "${verify[@]}" all.yaml --cycles 50000

# wrong NAME NUMBER CHECKS: it is found, in few packets, and every simulator shows it
wrong() {
  found_wrong "$1.yaml" "$2" "^($3): cycle [0-9]+: " '([1-9]|10)'
  ! grep -q 'cannot run it' out || { cat out; fail "$1 $2: a simulator cannot run it"; }
}
wrong exchange 1 misdelivered
[ -z "$long" ] || wrong exchange 2 corrupted
wrong exchange 3 lost
[ -z "$long" ] || wrong exchange 4 duplicate
[ -z "$long" ] || wrong exchange 5 corrupted
wrong exchange 6 order
said 'the response to packet [0-9]+ .* comes out (before|after) that to packet [0-9]+, which input [01] sent (before|after) it with the same id'
wrong exchange 7 progress
said '^requests: output [01] takes nothing before a response to one of 3 requests is taken from its target'
said '^responses: input [01] waits for ready with flit 0 of the response to packet '
wrong slots 1 'corrupted|misdelivered|order|framing|lost'

# A switch answers by itself what has no target, with as many beats as were asked for.
cp "$FEDX_SOURCE"/examples/your-router/read_switch.* .
expect 0 "${verify[@]}" read_switch.yaml --cycles 50000
said '^ +illegal +[1-9][0-9]* packets: good'
expect 1 "${verify[@]}" read_switch.yaml --define FAULT_SHORT --profile illegal --bundle short
said '^framing: cycle [0-9]+: responses: the response to packet [0-9]+ \(the router itself to output [0-2], [2-4] flits\)'
! grep -q 'does not show it\|cannot run it\|NOT CONFIRMED' out || { cat out; fail "a short response is not confirmed"; }

# bad EDIT ERROR: a description that says what cannot be, with the line
bad() { altered exchange.yaml "$1" "$2"; }
bad 's/match: {id: id/match: {id: data/' "21: match: id has 3 bits, and data of requests 8: must be as many"
bad 's/match: {id: id/match: {tag: id/' "21: match: tag: no such field of responses"
bad 's/order: id/order: data/' "22: order: data: must be all, none, or a field that is named under match"
bad 's/most: 12/most: 3/; s/least: 0/least: 4/' "23: delay: the least, 4, is over the most, 3"
bad 's/^  inputs: {inter/  inputs: {count: 3, inter/' "16: responses: count: inputs are the targets"
bad 's/^reset: rst/&\ndrops: yes/' "17: responses: drops: "
bad 's/^reset: rst/&\nbounds: {throughput: 40}/' "17: responses: outstanding: a limit of targets"
bad 's/^reset: rst/&\nillegal: {unroutable: {values: [3], then: answered}}/; s/^  to: 1/  to: 2/' "17: responses: must have unroutable: {field, value}"
bad 's/^responses:/vcs: 2\n&/' "13: this interface has one virtual channel"
bad 's/^  order: id/&\n  length: {field: id, offset: 1}/' "16: responses: length: these bits are those that order is about"
bad 's/^  order: id/&\n  length: {field: to}/' "16: responses: length: these bits have the destination"
bad 's/^destination: .*/destination: all/' "16: responses: destination: a request for several outputs has several responses"
bad 's/^  inputs: {interface: valid-ready, /&header: {pins: {valid: h_valid, ready: h_ready}}, /' "16: responses: header: responses have no header with a handshake of its own"
bad 's/data: 8}/data: {inputs: 16, outputs: 8}}/' "16: responses: fields: neither requests nor responses may have a width for each side"
bad 's/^clock: clk/clocks: [clk, tclk]/; s/^\(in\|out\)puts: {/&clock: clk, /' "16: responses: clocks: requests and responses have one clock"
bad 's/^  inputs: {/&clock: clk, /' "16: responses: clocks: requests and responses have one clock"
bad 's/^reset: rst/&\nillegal: {unroutable: {values: [3], then: answered}}/; s/^  to: 1/  to: 2/; s/order: id/order: none/' "17: responses: order: none: a response of the router itself"
bad 's/"ans_data\[\]"/"ans_date[]"/' "19: module exchange has no pin ans_date"
bad 's/id: "ans_id/id: "req_id/' "19: bits 0 to 2 of pin req_id: named twice, as id of input 0 and as id of input 0 of responses"
expect 2 "${verify[@]}" exchange.yaml --performance curves
grep -q 'performance: the description has responses' err || fail "--performance is not refused"
# Writes of AXI4: the header of a request comes before its beats, with them or after them, and may be several requests ahead.
cp "$FEDX_SOURCE"/examples/your-router/write_switch.* .
for when in ${long:+before with} after; do
  sed "s/^    ahead: 3 .*/    when: $when/" write_switch.yaml >when.yaml
  expect 0 "${verify[@]}" when.yaml --cycles 20000 --keep writes --testbench "$when"
  expect 0 make -C "$when" icarus
done
expect 0 "${verify[@]}" write_switch.yaml --cycles 20000 --keep writes --testbench ahead
expect 0 make -C ahead icarus
altered write_switch.yaml 's/field: len, offset: -1/field: len, offset: -2/' '16: framing: length: its bits do not hold the flits'
altered write_switch.yaml 's/field: len, offset: -1/field: addr, offset: -1/' '16: framing: length: these bits have the destination'
altered write_switch.yaml 's/field: len, offset: -1/field: from, offset: -1/' '16: framing: length: the field is constant'
altered write_switch.yaml 's/by: last, length: {field: len, offset: -1}/by: length, field: len, offset: -1, length: {field: size}/' '16: framing: length: by length says it already'
altered write_switch.yaml 's/ahead: 3 /ahead: 16 /' '25: ahead: must be a whole number from 0 to 15, and is 16'
altered write_switch.yaml 's/^    ahead: 3 /    when: after\n&/' '26: header: ahead: they are offered with their packets'
altered write_switch.yaml 's/^      size: m_awsize.*/&\n    ahead: 2/' '39: header: ahead is of inputs alone'
altered write_switch.yaml 's/^  order: id/  order: id\n  length: {field: len}/' '40: responses: length: '
# AXI4-Lite: a class of writes and one of reads.
cp "$FEDX_SOURCE"/examples/your-router/lite_* .
expect 0 "${verify[@]}" lite_switch.yaml --cycles 20000 --keep lite
for fault in ${long:+STROBE DECODE OWNER} ORDER; do
  expect 1 "${verify[@]}" lite_switch.yaml --define "FAULT_$fault" --bundle "lite$fault"
  shown "lite$fault" '([1-9]|10)'
  wrongs=$((wrongs + 1))
done
echo "$wrongs wrong routers with responses"
