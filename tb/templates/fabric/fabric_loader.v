// SPDX-License-Identifier: Apache-2.0
//
// Configures all @units@ of a fabric through their configuration ports, at the same time:
// a row of @prefix@_fabric_boot.v a cycle, @ready@ of them, from the end of rst on. Those of
// tables come while the @units@ are held in reset. Then ready rises.
//
// docs/spec/@prefix@.md section 12
`resetall
`timescale 1ns / 1ps
`default_nettype none

module @prefix@_fabric_loader (
    input  wire        clk,
    input  wire        rst,        // synchronous, active high

    output wire        ready,      // all is written

    // To the @units@
    output wire        switch_rst,
    output wire        cfg_we,
    output wire [15:0] row
);

    localparam [15:0] READY = 16'd@ready@;

    reg [15:0] count_reg;

    assign ready      = count_reg == READY;
    assign switch_rst = @switch_rst@;
    assign cfg_we     = ~ready;
    assign row        = count_reg;

    always @(posedge clk) begin
        if (~ready)
            count_reg <= count_reg + 16'd1;
        if (rst)
            count_reg <= 16'd0;
    end

endmodule

`resetall
