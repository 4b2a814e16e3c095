#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# --init: names and widths that no description can have are refused by the name of the port, and nothing is written.
. "$(dirname "$0")/../../case.sh"
ports() { # WORDS PORTS: a module of these ports is refused so
  echo "module m(input clk, input rst, $2); endmodule" >m.v
  refused "$1" timeout 120 "$FEDX" blackbox m.yaml --init m.v
  [ ! -e m.yaml ] || fail "a description is written: $2"
  nothing_left
}
# name LENGTH: a name of so many letters that ends in valid
name() { printf 'a1%*svalid' $(($1 - 7)) '' | tr ' ' b; }
for length in 122 125 126 127; do ports "its name has more than 121 letters" "input $(name $length), output y"; done
# Some versions of Verilator shorten long names to __Vhsh and a hash.
for length in 128 129 200 1000; do ports "a port has a name of more than 127 letters: " "input $(name $length), output y"; done
echo "module m(input clk, input rst, input $(name 121), output y); endmodule" >m.v
expect 0 "$FEDX" blackbox m.yaml --init m.v
rm m.yaml
ports 'port in_valid: it is one of more than 64' 'input [49999999:0] in_valid, output [49999999:0] in_ready, input [7:0] in_data'
ports 'port in_valid: it is one of more than 64' 'input [64:0] in_valid, output [64:0] in_ready, input [519:0] in_data'
ports 'port in0_valid: it is one of more than 64' "$(for n in $(seq 0 64); do echo "input in${n}_valid, output in${n}_ready,"; done) output y"
ports 'port in_data: its field has 5000000 bits, and a flit has at most 2048' 'input in_valid, output in_ready, input [4999999:0] in_data'
ports 'port in_data: its field has 2049 bits' 'input [1:0] in_valid, output [1:0] in_ready, input [4097:0] in_data'
echo 'module m(input clk, input rst, input [63:0] in_valid, output [63:0] in_ready, input [511:0] in_data); endmodule' >m.v
expect 0 "$FEDX" blackbox m.yaml --init m.v
grep -q 'count: 64' m.yaml || { cat m.yaml; fail "64 ports are not 64 ports"; }
echo "$refused modules"
