#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The same source compiles in Icarus Verilog as Verilog-2005, without a warning, and leaves reset
# with no unknown value on any output.
. "$(dirname "$0")/common.sh"

# bench OUTPUTS: a module that looks at these in 200 cycles after reset; standard input has the declarations and the instance, behind a
# line "// each cycle" what is done in a cycle, and behind "// at the end" what may be wrong then, as branches before the last one
bench() {
  awk -v outputs="$1" '
    /^\/\/ each cycle$/ { part = 1; next }
    /^\/\/ at the end$/ { part = 2; next }
    { text[part + 0] = text[part + 0] $0 "\n" }
    END {
      print "`timescale 1ns / 1ps\nmodule reset;\nreg clk = 0, rst = 1;\ninteger checked = 0;\n" text[0] "always #5 clk = ~clk;"
      print "initial begin\nrepeat (3) @(negedge clk);\nrst = 0;\nrepeat (200) begin\n@(negedge clk);"
      print "if (^{" outputs "} === 1\047bx) begin\n$display(\"unknown output at %0t\", $time);\n$finish(1);\nend"
      print "checked = checked + 1;\n" text[1] "end\n" text[2] "else $display(\"checked %0d cycles\", checked);\n$finish;\nend\nendmodule"
    }'
}

# checked KIND TOP OUTPUTS: the source without a warning, then a bench around it, of standard input
checked() {
  bench "$3" >"$scratch/reset.v"
  cd "$FEDX_SOURCE/rtl/$1"
  expect 0 iverilog -g2005 -Wall -Wno-timescale -f "$1.f" -s "$2" -o "$scratch/top"
  [ ! -s "$scratch/err" ] || { cat "$scratch/err"; fail "warnings of $2"; }
  expect 0 iverilog -g2005 -f "$1.f" "$scratch/reset.v" -s reset -o "$scratch/reset"
  expect 0 vvp -n "$scratch/reset"
  grep -q "checked 200 cycles" "$scratch/out" || { cat "$scratch/out"; fail "unknown values of $2 after reset"; }
}

checked fedx fedx_switch "tx_data, tx_valid, tx_turn, tx_req, tx_refuse, tx_acc, cfg_rdata" <<'END'
wire [55:0] tx_data;
wire [6:0]  tx_valid, tx_turn, tx_req, tx_refuse, tx_acc;
wire [31:0] cfg_rdata;
fedx_switch dut (
    .clk(clk), .rst(rst), .side(6'b010101), .rx_data(56'd0), .rx_valid(7'd0), .rx_turn(7'd0), .rx_req(7'd0),
    .rx_refuse(7'h7f), .rx_acc(7'd0), .cfg_we(1'b0), .cfg_addr(16'd0), .cfg_wdata(32'd0), .tx_data(tx_data),
    .tx_valid(tx_valid), .tx_turn(tx_turn), .tx_req(tx_req), .tx_refuse(tx_refuse), .tx_acc(tx_acc),
    .cfg_rdata(cfg_rdata));
// each cycle
// at the end
if (tx_refuse !== 7'd0) $display("refuse still %b after the hold", tx_refuse);
END

# A mesh of one router: heads for its terminal come while it is quiet, and go to it afterwards.
checked vcr vcr_router "tx_valid, tx_head, tx_tail, tx_up, tx_sat, tx_credit, tx_vc, tx_flit, cfg_rdata" <<'END'
wire [4:0]   tx_valid, tx_head, tx_tail, tx_up, tx_sat;
wire [19:0]  tx_credit;
wire [9:0]   tx_vc;
wire [319:0] tx_flit;
wire [31:0]  cfg_rdata;
integer      left = 0;
reg          second = 0; // of two settings: mesh and one credit; links, and a terminal at port 4
vcr_router #(.BYPASS(1)) dut (
    .clk(clk), .rst(rst), .rx_valid(5'h1f), .rx_head(5'h1f), .rx_tail(5'h1f), .rx_up(5'h1f), .rx_sat(5'd0),
    .rx_credit(20'd0), .rx_vc(10'd0), .rx_flit(320'd0), .cfg_we(1'b1), .cfg_addr(second ? 16'd2 : 16'd0),
    .cfg_wdata(second ? 32'h0014000f : 32'h101),
    .tx_valid(tx_valid), .tx_head(tx_head), .tx_tail(tx_tail), .tx_up(tx_up), .tx_sat(tx_sat), .tx_credit(tx_credit),
    .tx_vc(tx_vc), .tx_flit(tx_flit), .cfg_rdata(cfg_rdata));
// each cycle
second  = !second;
left    = left + tx_valid[4];
// at the end
if (tx_up !== 5'h1f) $display("up still %b after it was quiet", tx_up);
else if (left != 16) $display("%0d flits left, not one for each credit of four channels", left);
END

# A terminal into which packets are put: they leave when the router is up, as long as there are credits.
checked vcr vcr_terminal "tx_valid, tx_head, tx_tail, tx_up, tx_sat, tx_credit, tx_vc, tx_flit, cfg_rdata, room" <<'END'
wire         tx_valid, tx_head, tx_tail, tx_up, tx_sat, room;
wire [3:0]   tx_credit;
wire [1:0]   tx_vc;
wire [63:0]  tx_flit;
wire [31:0]  cfg_rdata;
integer      left = 0;
vcr_terminal dut (
    .clk(clk), .rst(rst), .cfg_we(1'b0), .cfg_addr(16'd2), .cfg_wdata(32'd0), .put(room), .take(4'd0), .packet({16{64'd7}}),
    .rx_valid(1'b0), .rx_up(1'b1), .rx_sat(1'b0), .rx_credit(4'd0), .rx_vc(2'd0), .tx_valid(tx_valid), .tx_head(tx_head),
    .tx_tail(tx_tail), .tx_up(tx_up), .tx_sat(tx_sat), .tx_credit(tx_credit), .tx_vc(tx_vc), .tx_flit(tx_flit),
    .cfg_rdata(cfg_rdata), .room(room));
// each cycle
left    = left + tx_valid;
// at the end
if (!tx_up) $display("not up after it was quiet");
else if (left != 4) $display("%0d flits left, not one for each credit of a channel", left);
else if (room) $display("there is room, though nothing goes on");
END
# A switch whose first input sends a packet of a beat in each cycle and whose second one sends to no output: what comes leaves, or is dropped.
checked axis axis_switch "s_tready, m_tvalid, m_tlast, m_tdest, m_tdata, drop, dropped" <<'END'
wire [3:0]   s_tready, m_tvalid, m_tlast, drop;
wire [15:0]  m_tdest, dropped;
wire [255:0] m_tdata;
integer      left = 0;
axis_switch dut (
    .clk(clk), .rst(rst), .s_tvalid(4'd3), .s_tlast(4'd3), .s_tdest(16'h0052), .s_tdata({4{64'd7}}), .m_tready(4'hf),
    .s_tready(s_tready), .m_tvalid(m_tvalid), .m_tlast(m_tlast), .m_tdest(m_tdest), .m_tdata(m_tdata), .low(16'h3210),
    .high(16'h3210), .allow(16'hffff), .mode(8'he4), .weight(64'h1234), .mix(4'd4), .drop(drop), .dropped(dropped));
// each cycle
left    = left + m_tvalid[2];
// at the end
if (left != 198) $display("%0d beats left", left);
else if (dropped != 16'd198) $display("%0d packets were dropped", dropped);
END
# The same behind the names of AXI4-Stream, with settings as parameters: output 2 takes 2 and 3, and the second input may not send to it.
checked axis axis_switch_wrap "s_tready, m_tvalid, m_tdata, m_tkeep, m_tlast, m_tid, m_tdest, m_tuser, drop, dropped" <<'END'
wire [1:0]  s_tready, drop;
wire [2:0]  m_tvalid, m_tlast;
wire [5:0]  m_tid;
wire [11:0] m_tdest, m_tkeep;
wire [14:0] m_tuser;
wire [95:0] m_tdata;
wire [15:0] dropped;
integer     left = 0, wrong = 0;
axis_switch_wrap #(.INPUTS(2), .OUTPUTS(3), .DATA_WIDTH(32), .ID_WIDTH(2), .USER_WIDTH(5), .LOW(12'h210), .HIGH(12'h310),
                   .ALLOW(6'b011111)) dut (
    .aclk(clk), .aresetn(~rst), .s_axis_tvalid(2'd3), .s_axis_tready(s_tready), .s_axis_tdata(64'hfedcba9876543210),
    .s_axis_tkeep(8'h3f), .s_axis_tlast(2'd3), .s_axis_tid(4'b0110), .s_axis_tdest(8'h33), .s_axis_tuser(10'h2f5),
    .m_axis_tvalid(m_tvalid), .m_axis_tready(3'd7), .m_axis_tdata(m_tdata), .m_axis_tkeep(m_tkeep), .m_axis_tlast(m_tlast),
    .m_axis_tid(m_tid), .m_axis_tdest(m_tdest), .m_axis_tuser(m_tuser), .drop(drop), .dropped(dropped));
// each cycle
left    = left + m_tvalid[2];
if (m_tvalid[2] && {m_tdata[64 +: 32], m_tkeep[8 +: 4], m_tlast[2], m_tid[4 +: 2], m_tdest[8 +: 4], m_tuser[10 +: 5]} !==
    {32'h76543210, 4'hf, 1'b1, 2'd2, 4'd3, 5'h15})
    wrong = wrong + 1;
// at the end
if (left != 198 || m_tvalid[1:0]) $display("%0d beats left", left);
else if (wrong) $display("%0d beats are not as they came", wrong);
else if (dropped != 16'd198) $display("%0d packets were dropped", dropped);
END
echo "all kinds and the terminal compile without a warning; 200 cycles after reset without an unknown output"
