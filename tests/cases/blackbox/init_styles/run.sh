#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# --init writes descriptions of modules in many styles that load as they are, and with which a right module passes; it reads lists of
# sources, macros, includes and parameters. A wrong module behind such a handshake is found.
. "$(dirname "$0")/../../case.sh"
styles=0

# loads NAME PORTS BODY LINE...: its description is written without a word of error, and has these lines
loads() {
  local name=$1 line
  printf 'module %s (\n%s\n);\n%s\nendmodule\n' "$name" "$2" "$3" >"$name.sv"
  rm -f "$name.yaml"
  expect 0 "$FEDX" blackbox "$name.yaml" --init "$name" "$name.sv"
  [ ! -s err ] || { cat err "$name.yaml"; fail "$name: what is written does not load"; }
  for line in "${@:4}"; do grep -qF -- "$line" "$name.yaml" || { cat "$name.yaml"; fail "$name: no line $line"; }; done
  styles=$((styles + 1))
}
# passes NAME ...: likewise, and the module is right
passes() {
  loads "$@"
  expect 0 "${verify[@]}" "$1.yaml" --cycles 3000
}

through() { # FROM TO SIGNAL...: these go from one side to the other
  for signal in "${@:3}"; do echo "assign $2$signal = $1$signal;"; done
}
passes axis 'input clk, rst, input s_axis_tvalid, output s_axis_tready, input [31:0] s_axis_tdata, input [3:0] s_axis_tkeep, input s_axis_tlast,
  input [3:0] s_axis_tid, output m_axis_tvalid, input m_axis_tready, output [31:0] m_axis_tdata, output [3:0] m_axis_tkeep, output m_axis_tlast,
  output [5:0] m_axis_tid' "$(through s_axis_ m_axis_ tvalid tdata tkeep tlast; through m_axis_ s_axis_ tready)
  assign m_axis_tid = {2'b0, s_axis_tid};" 'interface: axi-stream' '  keep: 4' 'byte_enable: {field: keep, data: data}' '  id: 4' '  - m_axis_tid' 'max_flits: 8'
passes ports 'input ACLK, ARESETN, input S00_AXIS_TVALID, S01_AXIS_TVALID, output S00_AXIS_TREADY, S01_AXIS_TREADY,
  input [15:0] S00_AXIS_TDATA, S01_AXIS_TDATA, output M00_AXIS_TVALID, input M00_AXIS_TREADY, output [15:0] M00_AXIS_TDATA' \
  'assign M00_AXIS_TVALID = S00_AXIS_TVALID | S01_AXIS_TVALID, M00_AXIS_TDATA = held | ~S00_AXIS_TVALID ? S01_AXIS_TDATA : S00_AXIS_TDATA;
  wire second = held | ~S00_AXIS_TVALID; assign S00_AXIS_TREADY = M00_AXIS_TREADY & ~second, S01_AXIS_TREADY = M00_AXIS_TREADY & second;
  reg held; always @(posedge ACLK) held <= ARESETN & M00_AXIS_TVALID & ~M00_AXIS_TREADY & second;' \
  'reset: {pin: ARESETN, active: low' 'valid: ["S00_AXIS_TVALID", "S01_AXIS_TVALID"]' 'count: 2'
passes axi 'input aclk, aresetn, input s_axi_awvalid, output s_axi_awready, input [31:0] s_axi_awaddr, input [3:0] s_axi_awid, input s_axi_wvalid,
  output s_axi_wready, input [31:0] s_axi_wdata, input s_axi_wlast, output s_axi_bvalid, input s_axi_bready, output [1:0] s_axi_bresp,
  output m_axi_awvalid, input m_axi_awready, output [31:0] m_axi_awaddr, output [3:0] m_axi_awid, output m_axi_wvalid, input m_axi_wready,
  output [31:0] m_axi_wdata, output m_axi_wlast, input m_axi_bvalid, output m_axi_bready, input [1:0] m_axi_bresp' \
  "$(through s_axi_ m_axi_ awvalid awaddr awid wvalid wdata wlast bready; through m_axi_ s_axi_ awready wready bvalid bresp)" \
  '  addr: 32' '  id: 4' 'valid: s_axi_awvalid' 'ready: m_axi_awready' 'addr: m_axi_awaddr' '  header:   # CHECK' '  order: all' 'valid: m_axi_wvalid' 'valid: m_axi_bvalid'
passes yumi 'input clk_i, reset_i, input v_i, input [15:0] data_i, output ready_and_o, output v_o, output [15:0] data_o, input yumi_i' \
  'reg v_r; reg [15:0] data_r; assign v_o = v_r, data_o = data_r, ready_and_o = ~v_r;
  always @(posedge clk_i) begin if (ready_and_o & v_i) data_r <= data_i; v_r <= ~reset_i & (v_r ? ~yumi_i : v_i);
  if (yumi_i & ~v_r & ~reset_i) $error("yumi without v"); end' 'ready: ready_and_o' 'yumi: yumi_i' 'valid: v_o' 'interface: valid-then-yumi'
passes relay 'input clk, nrst, input in_void, output in_stop, input [7:0] in_data, output out_void, input out_stop, output [7:0] out_data' \
  "$(through in_ out_ void data; through out_ in_ stop)" 'valid: ~in_void' 'ready: ~out_stop' 'active: low'
passes fifo 'input clk_i, rst_ni, input [15:0] data_i, input push_i, output full_o, output [15:0] data_o, input pop_i, output empty_o' \
  'reg [15:0] mem [0:3]; reg [2:0] w, r; wire [2:0] n = w - r; assign full_o = n == 4, empty_o = w == r, data_o = mem[r[1:0]];
  always @(posedge clk_i or negedge rst_ni) if (!rst_ni) {w, r} <= 0; else begin
    if (push_i) mem[w[1:0]] <= data_i;
    w <= w + push_i; r <= r + pop_i; if (push_i & full_o | pop_i & empty_o) $error("too much"); end' \
  'valid: push_i' 'ready: ~full_o' 'yumi: pop_i' 'valid: ~empty_o' 'interface: ready-then-valid'
passes fifo_words 'input clk, rst, input [15:0] din, input wr_en, output full, output [15:0] dout, input rd_en, output empty' \
  'reg v; reg [15:0] d; assign full = v, empty = ~v, dout = d; always @(posedge clk) begin if (wr_en) d <= din; v <= ~rst & (v ? ~rd_en : wr_en); end' \
  'valid: wr_en' 'yumi: rd_en' 'data: din' 'data: dout'
passes merge 'input clock, reset, input aValid, bValid, output aReady, bReady, input [15:0] aData, bData, output outValid, input outReady, output [15:0] outData' \
  'assign outValid = aValid | bValid, outData = aValid & ~h ? aData : bData, aReady = outReady & aValid & ~h, bReady = outReady & (h | ~aValid);
  reg h; always @(posedge clock) h <= ~reset & outValid & ~outReady & (h | ~aValid);' 'valid: ["aValid", "bValid"]' 'count: 2' 'valid: outValid'
loads cardinal 'input clk, rst_n, input north_valid_i, south_valid_i, local_valid_i, output north_ready_o, south_ready_o, local_ready_o,
  input [15:0] north_flit_i, south_flit_i, local_flit_i, output north_valid_o, south_valid_o, local_valid_o, input north_ready_i, south_ready_i, local_ready_i,
  output [15:0] north_flit_o, south_flit_o, local_flit_o, output [7:0] debug, input en' "$(through north_ north_ ignored >/dev/null)
  assign {north_valid_o, south_valid_o, local_valid_o} = {south_valid_i, local_valid_i, north_valid_i}, north_flit_o = south_flit_i, south_flit_o = local_flit_i,
  local_flit_o = north_flit_i, {south_ready_o, local_ready_o, north_ready_o} = {north_ready_i, south_ready_i, local_ready_i}, debug = 0;" \
  'valid: ["north_valid_i", "south_valid_i", "local_valid_i"]' 'ready: ["north_ready_i", "south_ready_i", "local_ready_i"]' '  - debug' "  en: \"{1{1'b1}}\""
loads credits 'input clk, rst, input [1:0] in_valid, input [1:0][31:0] in_data, input [1:0] in_last, output [1:0] in_credit, output [1:0] out_valid,
  output [1:0][31:0] out_data, output [1:0] out_last, input [1:0] out_credit' "$(through in_ out_ valid data last; through out_ in_ credit)" \
  'interface: credit' 'credit: in_credit[]' 'depth: 4   # CHECK'
loads channels 'input clk, rst, input in0_valid, in1_valid, input [1:0] in0_vc, in1_vc, input [31:0] in0_data, in1_data, output [3:0] in0_ready, in1_ready,
  output out0_valid, out1_valid, output [1:0] out0_vc, out1_vc, output [31:0] out0_data, out1_data, input [3:0] out0_ready, out1_ready' \
  "$(through in0_ out0_ valid vc data; through in1_ out1_ valid vc data; through out0_ in0_ ready; through out1_ in1_ ready)" \
  'vcs: 4' 'valid: in{p}_valid' 'interface: vc-valid-ready' 'vc: in{p}_vc'
loads numbered 'input clk, rst, input [2:0] valid_in, output [2:0] ready_out, input [47:0] data_in, input [8:0] dest_in, input last_in_0, last_in_1, last_in_2,
  output [2:0] valid_out, input [2:0] ready_in, output [47:0] data_out, output last_out_0, last_out_1, last_out_2' \
  "assign valid_out = valid_in, ready_out = ready_in, data_out = data_in, {last_out_0, last_out_1, last_out_2} = {last_in_0, last_in_1, last_in_2};" \
  'count: 3' 'dest: dest_in[]' 'last: last_in_{p}' 'destination: {field: dest, value: number}' 'data: data_out[]'
loads targets 'input clk, rst, input [1:0] in_valid, input [1:0][15:0] in_data, input [1:0] in_to, output [1:0] in_ready,
  output [1:0] out_valid, output [1:0][15:0] out_data, output [1:0] out_to, input [1:0] out_ready' \
  "$(through in_ out_ valid data to; through out_ in_ ready)" 'destination: {field: to, value: number}'
passes grant 'input clk, rst, input req_i, output gnt_o, input [15:0] data_i, output req_o, input gnt_i, output [15:0] data_o' \
  'assign req_o = req_i, data_o = data_i, gnt_o = gnt_i;' 'valid: req_i' 'ready: gnt_o' 'valid: req_o' 'ready: gnt_i'
passes link 'input clk, rst, input [15:0] s_data, input s_sof_n, s_eof_n, s_src_rdy_n, output s_dst_rdy_n, output [15:0] m_data, output m_sof_n, m_eof_n,
  m_src_rdy_n, input m_dst_rdy_n' "$(through s_ m_ data sof_n eof_n src_rdy_n; through m_ s_ dst_rdy_n)" 'valid: ~s_src_rdy_n' 'ready: ~m_dst_rdy_n' \
  'last: ~s_eof_n' '  sof: {width: 1, value: first}   # CHECK'
passes named 'input clk, rst, input a_val, b_val, output a_rdy, b_rdy, input [15:0] a_dat, b_dat, input [1:0] a_par, b_par, output y_val, z_val, input y_rdy, z_rdy,
  output [15:0] y_dat, z_dat, output [1:0] y_par, z_par' 'wire [1:0] to = {b_dat[0], a_dat[0]}; wire [1:0] v = {b_val, a_val};
  wire ya = v[0] & ~to[0], za = v[0] & to[0], yb = v[1] & ~to[1], zb = v[1] & to[1]; reg ky, kz;
  wire ub = yb & (ky | ~ya), wb = zb & (kz | ~za);
  assign y_val = ya | yb, z_val = za | zb, {y_dat, y_par} = ub ? {b_dat, b_par} : {a_dat, a_par}, {z_dat, z_par} = wb ? {b_dat, b_par} : {a_dat, a_par};
  assign a_rdy = to[0] ? z_rdy & ~wb : y_rdy & ~ub, b_rdy = to[1] ? z_rdy & wb : y_rdy & ub;
  always @(posedge clk) begin ky <= ~rst & y_val & ~y_rdy & ub; kz <= ~rst & z_val & ~z_rdy & wb; end' 'par: ["a_par", "b_par"]' 'dat: ["y_dat", "z_dat"]'
passes selected 'input clk, rst, input [1:0] sel, input [1:0] s_valid, s_last, output [1:0] s_ready, input [15:0] s_data, output m_valid, m_last, input m_ready,
  output [7:0] m_data' 'assign m_valid = |(s_valid & sel), m_last = |(s_last & sel), s_ready = sel & {2{m_ready}}, m_data = sel[0] ? s_data[7:0] : s_data[15:8];' \
  '  sel: {width: 2, select: inputs, values: [1, 2]}   # CHECK'
passes turned 'input clk, rst, input select, input s_valid, s_last, output s_ready, input [7:0] s_data, output [1:0] m_valid, m_last, input [1:0] m_ready,
  output [15:0] m_data' 'reg amid, way; wire to = amid ? way : select; assign m_valid = {s_valid & to, s_valid & ~to}, m_last = {2{s_last}}, m_data = {2{s_data}};
  assign s_ready = m_ready[to]; always @(posedge clk) if (s_valid) begin way <= to; amid <= ~rst & ~(s_ready & s_last); end else if (rst) amid <= 0;' \
  '  select: {width: 1, scope: first}   # CHECK' 'destination: {field: select, value: number}'
passes answers 'input clk, rst, input req_valid, input [15:0] req_data, output rsp_ready, output out_valid, output [15:0] out_data, input out_ready' \
  'assign out_valid = req_valid, out_data = req_data, rsp_ready = out_ready;' 'ready: rsp_ready'
loads clocked 'input clk_a, rst_a, clk_b, rst_b, clk_y, rst_y, input a_valid, b_valid, output a_ready, b_ready, input [15:0] a_data, b_data, output y_valid,
  input y_ready, output [15:0] y_data' 'assign y_valid = a_valid, y_data = a_data, a_ready = y_ready, b_ready = 0;' \
  '  clk_b: {reset: {pin: rst_b, active: high' '  clock: [clk_a, clk_b]' '  clock: clk_y'
passes letters 'input clk, rst, input [1:0] sv, sl, output [1:0] sr, input [1:0][15:0] sd, output mv, ml, input mr, output [15:0] md' 'reg who, on;
  assign mv = on & sv[who], ml = sl[who], md = sd[who], sr = {2{on & mr}} & (2'"'d1"' << who);
  always @(posedge clk) if (rst) {on, who} <= 0; else if (!on) begin on <= |sv; who <= ~sv[0]; end else if (mv & mr & ml) on <= 0;' \
  'valid: sv[]' 'ready: sr[]' 'data: sd[]' 'last: ml'
[ "$styles" -eq 21 ] || fail "$styles styles, and 21 are tested"

# What it does not find is named once, with what to do.
echo 'module dark(input clk, rst, input a, input [7:0] d, output b, output [7:0] q); assign q = d, b = a; endmodule' >dark.sv
expect 0 "$FEDX" blackbox dark.yaml --init dark.sv
refused_first "CHECK stands for a pin that --init did not find: name the valid of inputs" "$FEDX" blackbox dark.yaml
[ "$(wc -l <err)" -le 6 ] || { cat err; fail "a pin that is not found is named more than once"; }

# A list of sources, a folder of includes, a macro and a parameter; no word about the inside of Verilator
mkdir -p rtl/inc
echo '`define WORD [W-1:0]' >rtl/inc/word.vh
echo '`include "word.vh"
module listed #(parameter W = '"'x"') (input clk, rst, input s_valid, output s_ready, input `WORD s_data, output m_valid, input m_ready, output `WORD m_data);
    `BODY
endmodule' >rtl/listed.sv
echo listed.sv >rtl/files.f
given=(--init listed rtl/files.f --include rtl/inc --define 'BODY=assign m_valid = s_valid, m_data = s_data, s_ready = m_ready;')
expect 2 "$FEDX" blackbox listed.yaml "${given[@]}"
grep -q 'a parameter has no value, which --parameter NAME=VALUE gives it' err && ! grep -qE 'Internal|\.cpp' err || { cat err; fail "a parameter without a value"; }
expect 0 "$FEDX" blackbox "${given[@]}" --parameter W=24
[ ! -s err ] || { cat err listed.yaml; fail "what is written of a list does not load"; }
expect 0 "${verify[@]}" listed.yaml --cycles 3000
# Not every pin is one that a description can have: it says so at once.
echo 'module wide(input clk, rst, input push, output full, input [7:0] din, output empty, input [1:0] pop, output [7:0] dout); endmodule' >wide.sv
expect 0 "$FEDX" blackbox wide.yaml --init wide wide.sv
grep -q 'pin pop of module wide is 2 bits wide' err || { cat err; fail "what does not load is not said"; }

# Handshakes that are the other way round: a fault behind them is found, and shown by the testbench.
sed -i 's/out_void = in_void/out_void = in_void | (in_data == 8'"'h55"')/' relay.sv
expect 1 "${verify[@]}" relay.yaml --bundle relay_found
grep -q '^confirmed ' out || { cat out; fail "a lost flit of void and stop is not confirmed"; }
sed -i 's/n == 4/n == 5/' fifo.sv
expect 1 "${verify[@]}" fifo.yaml --bundle fifo_found
grep -qE '^confirmed ' out || { cat out; fail "a FIFO that is full too late is not confirmed"; }
echo "$styles styles of modules, and one of a list"
