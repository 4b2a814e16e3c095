#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Ports on which a request stays until an acknowledge takes it and answers it at once: APB with its first cycle, reads and writes that
# wait for waitrequest before requests and responses with handshakes, and Wishbone, in which an error is an acknowledge of its own.
. "$(dirname "$0")/../../case.sh"
sources
cp "$FEDX_SOURCE"/examples/your-router/wishbone_switch.* .
for seed in ${long:+1 2} 3; do
  for name in fan bridge wishbone_switch; do
    expect 0 "${verify[@]}" $name.yaml --seed "$seed" --cycles 20000 --keep built-$name --testbench "play-$name-$seed"
    said '^responses +[1-9][0-9]* of [1-9][0-9]* flits came out'
  done
done
for name in fan bridge wishbone_switch; do expect 0 make -C play-$name-3 icarus; done
# An error may come in the cycle of its request.
sed 's/m_err\[i\] = error_reg\[i\]/m_err[i] = wrong[i]/' wishbone_switch.v >at_once.v
! cmp -s at_once.v wishbone_switch.v || fail "nothing altered"
expect 0 "${verify[@]}" wishbone_switch.yaml --files at_once.v --cycles 20000

# wrong NAME NUMBER CHECKS: it is found, in few packets, and every simulator shows it
wrong() { found_wrong "$1.yaml" "$2" "^($3): cycle [0-9]+: " '([1-9]|10)'; }
wrong fan 1 'corrupted|duplicate|lost'
[ -z "$long" ] || wrong fan 2 corrupted
wrong fan 3 'progress|lost'
wrong fan 4 stable
wrong bridge 1 'corrupted|duplicate'
[ -z "$long" ] || wrong bridge 2 'corrupted|duplicate'
[ -z "$long" ] || wrong bridge 3 corrupted
for fault in STEAL:stable ${long:+SELECT:corrupted HANG:'misdelivered|duplicate|progress|stable' SILENT:'progress|lost'}; do
  expect 1 "${verify[@]}" wishbone_switch.yaml --define "FAULT_${fault%%:*}" --bundle "found-${fault%%:*}"
  said "^(${fault#*:}): cycle "
  shown "found-${fault%%:*}" '([1-9]|10)'
  wrongs=$((wrongs + 1))
done

altered fan.yaml '10s/valid: psel/ready: pready, &/' '10: inputs: classic has no ready: the acknowledge is the valid of responses, or take valid-ready'
altered fan.yaml '/^responses/,$d' '10: interface: classic needs responses, which acknowledge requests'
altered fan.yaml '17s/classic/valid-only/' '13: responses: interface: classic must be that of inputs and of the outputs of responses'
altered bridge.yaml '10s/valid-ready/valid-only/; 10s/ready: req_ready, /enable: req_ready, /' '10: outputs: cycle and enable are pins of requests with interface: classic'
altered bridge.yaml '9s/write: \[read, write\]/write: read/' '9: valid: must be a pin, or a field of one bit with two pins'
altered bridge.yaml '9s/write: \[read, write\]/addr: [read, write]/' '9: valid: must be a pin, or a field of one bit with two pins'
echo "3 right designs, $wrongs wrong ones"
