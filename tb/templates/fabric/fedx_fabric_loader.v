// SPDX-License-Identifier: Apache-2.0
//
// Configures all switches of a fabric through their configuration ports, at the
// same time: the route tables while the switches are held in reset, one entry a
// cycle, then the four words of the settings. Then ready rises.
//
//     cycles after rst                      what is written
//     0 to TABLE_SIZE - 1                   route of destination 0, 1, ...
//     TABLE_SIZE to TABLE_SIZE + 3          MODE, LIMITS, THROTTLE, RANDOM
//     from TABLE_SIZE + 4 on                nothing; ready
//
// docs/spec/fedx.md section 12
`resetall
`timescale 1ns / 1ps
`default_nettype none

module fedx_fabric_loader #(
    // Entries of the route tables, 1 to 32768
    parameter        TABLE_SIZE = 256,
    // The words of the settings
    parameter [31:0] MODE       = 32'd0,
    parameter [31:0] LIMITS     = 32'd0,
    parameter [31:0] THROTTLE   = 32'd0,
    parameter [31:0] RANDOM     = 32'd0
) (
    input  wire        clk,
    input  wire        rst,         // synchronous, active high

    output wire        ready,       // all is written

    // To the switches
    output wire        switch_rst,
    output wire        cfg_we,
    output wire        cfg_table,   // the route of destination cfg_addr, not cfg_setting
    output wire [15:0] cfg_addr,
    output reg  [31:0] cfg_setting
);

    localparam [15:0] SETTINGS = TABLE_SIZE[15:0];
    localparam [15:0] DONE     = SETTINGS + 16'd4;
    // The lowest address of the tables, and the one before, where nothing is
    localparam [15:0] TABLE    = 16'h8000;
    localparam [15:0] NOTHING  = 16'h7fff;

    reg  [15:0] count_reg;
    wire [15:0] setting = count_reg - SETTINGS;

    assign ready      = count_reg == DONE;
    assign switch_rst = count_reg < SETTINGS;
    assign cfg_we     = ~ready;
    assign cfg_table  = switch_rst;
    assign cfg_addr   = ready ? NOTHING : cfg_table ? TABLE | count_reg : setting;

    always @*
        case (setting[1:0])
        2'd0: cfg_setting = MODE;
        2'd1: cfg_setting = LIMITS;
        2'd2: cfg_setting = THROTTLE;
        2'd3: cfg_setting = RANDOM;
        endcase

    always @(posedge clk) begin
        if (~ready)
            count_reg <= count_reg + 16'd1;
        if (rst)
            count_reg <= 16'd0;
    end

endmodule

`resetall
