#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# --init: the direction of a pin decides to whom a ready or a credit belongs, whatever its name ends or begins with; parameters without
# a value come from the command line, and stay in the description. What is written is accepted.
. "$(dirname "$0")/../../case.sh"
count=0
pins() { # IN_VALID IN_READY OUT_VALID OUT_READY [WIDTH]: names of the pins
  local width=${5-1:0}
  cat >m.sv <<V
module m (input clk, rst, input [$width] $1, output [$width] $2, input [$width][7:0] ${1/valid/data}, output [$width] $3, input [$width] $4,
          output [$width][7:0] ${3/valid/data});
    assign $3 = $1, $2 = $4, ${3/valid/data} = ${1/valid/data};
endmodule
V
  rm -f m.yaml
  expect 0 "${verify[@]}" m.yaml --init m.sv
  [ "$(grep -oE '(valid|ready): [a-z_]+' m.yaml | paste -sd' ')" = "valid: $1 ready: $2 valid: $3 ready: $4" ] || { cat m.yaml; fail "wrong pairs: $*"; }
  count=$((count + 1))
}
pins valid_i ready_o valid_o ready_i
pins i_valid o_ready o_valid i_ready
pins valid_in ready_out valid_out ready_in
pins s_valid s_ready m_valid m_ready
pins in_valid in_ready out_valid out_ready
pins in_valid out_ready out_valid in_ready
pins s_valid_i s_ready_o m_valid_o m_ready_i
sed -i 's/^destination.*/destination: {field: data, value: [0, 1], width: 1}\nforbid: [[0, 1], [1, 0]]/; s/^framing.*/framing: {by: single}/' m.yaml
expect 0 "${verify[@]}" m.yaml --cycles 3000

cat >need.sv <<'V'
module need #(parameter PORTS, parameter W = 'x) (input clk, rst, input [PORTS-1:0][W-1:0] s_tdata, input [PORTS-1:0] s_tvalid, s_tlast,
    output [PORTS-1:0] s_tready, output [PORTS-1:0][W-1:0] m_tdata, output [PORTS-1:0] m_tvalid, m_tlast, input [PORTS-1:0] m_tready);
    assign m_tdata = s_tdata, m_tvalid = s_tvalid, m_tlast = s_tlast, s_tready = m_tready;
endmodule
V
refused_first "a parameter has no value, which --parameter NAME=VALUE gives it" "${verify[@]}" need.yaml --init need.sv
refused_first "a parameter has no value, which --parameter NAME=VALUE gives it" "${verify[@]}" need.yaml --init need.sv --parameter PORTS=1
expect 0 "${verify[@]}" need.yaml --init need.sv --parameter PORTS=1 --parameter W=12 --define UNUSED=3
grep -qx 'parameters: {PORTS: "1", W: "12"}' need.yaml && grep -qx 'defines: \["UNUSED=3"\]' need.yaml && grep -qx '  data: 12' need.yaml ||
  { cat need.yaml; fail "the command line is not in the description"; }
expect 0 "${verify[@]}" need.yaml --cycles 3000
echo "$count modules, and one without sizes"
