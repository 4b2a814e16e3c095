#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The same source compiles in Icarus Verilog as Verilog-2005, without a warning, and leaves reset
# with no unknown value on any output.
. "$(dirname "$0")/common.sh"
cd "$FEDX_SOURCE/rtl/fedx"
expect 0 iverilog -g2005 -Wall -Wno-timescale -f fedx.f -s fedx_switch -o "$scratch/switch"
[ ! -s "$scratch/err" ] || { cat "$scratch/err"; fail "warnings"; }
cat >"$scratch/reset.v" <<'END'
`timescale 1ns / 1ps
module reset;
    reg clk = 0, rst = 1;
    wire [55:0] tx_data;
    wire [6:0]  tx_valid, tx_turn, tx_req, tx_refuse, tx_acc;
    wire [31:0] cfg_rdata;
    integer     checked = 0;
    fedx_switch dut (
        .clk(clk), .rst(rst), .side(6'b010101), .rx_data(56'd0), .rx_valid(7'd0), .rx_turn(7'd0), .rx_req(7'd0),
        .rx_refuse(7'h7f), .rx_acc(7'd0), .cfg_we(1'b0), .cfg_addr(16'd0), .cfg_wdata(32'd0), .tx_data(tx_data),
        .tx_valid(tx_valid), .tx_turn(tx_turn), .tx_req(tx_req), .tx_refuse(tx_refuse), .tx_acc(tx_acc),
        .cfg_rdata(cfg_rdata));
    always #5 clk = ~clk;
    initial begin
        repeat (3) @(negedge clk);
        rst = 0;
        repeat (200) begin
            @(negedge clk);
            if (^{tx_data, tx_valid, tx_turn, tx_req, tx_refuse, tx_acc, cfg_rdata} === 1'bx) begin
                $display("unknown output at %0t", $time);
                $finish(1);
            end
            checked = checked + 1;
        end
        if (tx_refuse !== 7'd0) $display("refuse still %b after the hold", tx_refuse);
        else $display("checked %0d cycles", checked);
        $finish;
    end
endmodule
END
expect 0 iverilog -g2005 -f fedx.f "$scratch/reset.v" -s reset -o "$scratch/reset"
expect 0 vvp -n "$scratch/reset"
grep -q "checked 200 cycles" "$scratch/out" || { cat "$scratch/out"; fail "unknown values after reset"; }
echo "compiles without a warning; 200 cycles after reset without an unknown output"
