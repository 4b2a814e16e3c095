// SPDX-License-Identifier: Apache-2.0
//
// Configuration port and switch-wide settings.
//
// The pins are registered first, so a write acts one cycle later, and no pin
// reaches wide logic. They are sampled under reset too, so that the route table
// can be written before the switch runs.
//
//     address          bits
//     FEDX_CFG_MODE      1:0 backpressure, 2 class rule, 3 random select, 6:4 latency
//     FEDX_CFG_LIMITS    7:0 limit dest, 15:8 limit trans, 23:16 eject priority, 31:24 limit total
//     FEDX_CFG_THROTTLE 15:0 throttle timeout
//     FEDX_CFG_RANDOM   15:0 random register (in fedx_admission)
//     FEDX_CFG_STATUS+p  7:0 out_of_step counter of port p, read only
//     FEDX_CFG_TABLE+d       route entry of destination d (in fedx_route), write only
//
// docs/spec/fedx.md section 12; C twin cmodel/fedx/model/fedx_config.c
`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "fedx_params.vh"

module fedx_config #(
    // Links, 1 to 7; the PE port comes on top
    parameter LINKS = `FEDX_LINKS
) (
    input  wire                   clk,
    input  wire                   rst,

    // Pins
    input  wire [LINKS-1:0]       side,
    input  wire                   cfg_we,
    input  wire [15:0]            cfg_addr,
    input  wire [31:0]            cfg_wdata,
    output wire [31:0]            cfg_rdata,

    // What else can be read
    input  wire [8*(LINKS+1)-1:0] transmit_out_of_step,
    input  wire [15:0]            admission_random,

    // Registers that the other mechanisms read
    output wire                   config_write,
    output wire [15:0]            config_addr,
    output wire [31:0]            config_wdata,
    output wire [LINKS:0]         config_side,
    output wire [1:0]             config_backpressure,
    output wire                   config_class_rule,
    output wire                   config_random_select,
    output wire [2:0]             config_latency,
    output wire                   config_deroute_hops,
    output wire                   config_backpressure_class,
    output wire [7:0]             config_limit_dest,
    output wire [7:0]             config_limit_trans,
    output wire [7:0]             config_limit_total,
    output wire [7:0]             config_eject_priority,
    output wire [15:0]            config_throttle_timeout,
    output wire                   holding  // silence after reset
);

    generate
        if (LINKS < 1 || LINKS > 7) begin : bad_links fedx_error_links_must_be_1_to_7 error(); end
    endgenerate

    localparam        PORTS    = LINKS + 1;
    localparam [15:0] STATUSES = PORTS[15:0];

    // ---------------------------------------------------------------------
    // Registers
    // ---------------------------------------------------------------------
    reg             write_reg;
    reg [15:0]      addr_reg;
    reg [31:0]      wdata_reg;
    reg [31:0]      rdata_reg;
    reg [PORTS-1:0] side_reg;
    reg [6:0]       hold_reg;
    reg [1:0]       backpressure_reg;
    reg             class_rule_reg;
    reg             random_select_reg;
    reg [2:0]       latency_reg;
    reg             deroute_hops_reg;
    reg             backpressure_class_reg;
    reg [7:0]       limit_dest_reg;
    reg [7:0]       limit_trans_reg;
    reg [7:0]       limit_total_reg;
    reg [7:0]       eject_priority_reg;
    reg [15:0]      throttle_timeout_reg;

    assign cfg_rdata                 = rdata_reg;
    assign config_write              = write_reg;
    assign config_addr               = addr_reg;
    assign config_wdata              = wdata_reg;
    assign config_side               = side_reg;
    assign config_backpressure       = backpressure_reg;
    assign config_class_rule         = class_rule_reg;
    assign config_random_select      = random_select_reg;
    assign config_latency            = latency_reg;
    assign config_deroute_hops       = deroute_hops_reg;
    assign config_backpressure_class = backpressure_class_reg;
    assign config_limit_dest         = limit_dest_reg;
    assign config_limit_trans        = limit_trans_reg;
    assign config_limit_total        = limit_total_reg;
    assign config_eject_priority     = eject_priority_reg;
    assign config_throttle_timeout   = throttle_timeout_reg;

    assign holding = |hold_reg;

    wire [15:0] status = addr_reg - `FEDX_CFG_STATUS;

    always @(posedge clk) begin : registers
        integer p;

        // Read
        rdata_reg <= 32'd0;
        case (addr_reg)
        `FEDX_CFG_MODE:
            rdata_reg <= {23'd0, backpressure_class_reg, deroute_hops_reg, latency_reg, random_select_reg,
                          class_rule_reg, backpressure_reg};
        `FEDX_CFG_LIMITS:
            rdata_reg <= {limit_total_reg, eject_priority_reg, limit_trans_reg, limit_dest_reg};
        `FEDX_CFG_THROTTLE:
            rdata_reg <= {16'd0, throttle_timeout_reg};
        `FEDX_CFG_RANDOM:
            rdata_reg <= {16'd0, admission_random};
        default:
            if (status < STATUSES)
                for (p = 0; p < PORTS; p = p + 1)
                    if (status == p[15:0])
                        rdata_reg <= {24'd0, transmit_out_of_step[8*p +: 8]};
        endcase

        // Write
        if (write_reg)
            case (addr_reg)
            `FEDX_CFG_MODE: begin
                backpressure_reg       <= wdata_reg[1:0];
                class_rule_reg         <= wdata_reg[2];
                random_select_reg      <= wdata_reg[3];
                latency_reg            <= wdata_reg[6:4];
                deroute_hops_reg       <= wdata_reg[7];
                backpressure_class_reg <= wdata_reg[8];
            end
            `FEDX_CFG_LIMITS: begin
                limit_dest_reg     <= wdata_reg[7:0];
                limit_trans_reg    <= wdata_reg[15:8];
                eject_priority_reg <= wdata_reg[23:16];
                limit_total_reg    <= wdata_reg[31:24];
            end
            `FEDX_CFG_THROTTLE:
                throttle_timeout_reg <= wdata_reg[15:0];
            default: ;
            endcase

        if (holding)
            hold_reg <= hold_reg - 7'd1;

        if (rst) begin
            rdata_reg              <= 32'd0;
            hold_reg               <= `FEDX_HOLD_CYCLES;
            backpressure_reg       <= `FEDX_BACKPRESSURE_NONE;
            class_rule_reg         <= 1'b1;
            random_select_reg      <= 1'b0;
            latency_reg            <= 3'd0;
            deroute_hops_reg       <= 1'b0;
            backpressure_class_reg <= 1'b0;
            limit_dest_reg         <= 8'd0;
            limit_trans_reg        <= 8'd0;
            limit_total_reg        <= 8'd0;
            eject_priority_reg     <= 8'd0;
            throttle_timeout_reg   <= `FEDX_THROTTLE_TIMEOUT;
        end

        // Not reset; the switch is end 0 on its PE port.
        write_reg <= cfg_we;
        addr_reg  <= cfg_addr;
        wdata_reg <= cfg_wdata;
        side_reg  <= {1'b0, side};
    end

endmodule

`resetall
