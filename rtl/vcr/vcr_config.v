// SPDX-License-Identifier: Apache-2.0
//
// Configuration port and settings.
//
// The pins are registered first, so that a write acts a cycle later; under reset too, so that the route table can be
// written before the router runs.
//
//     address            bits
//     VCR_CFG_MODE       1:0 routing, 2 paired, 3 link hold, 4 oldest, 5 by input, 14:8 alloc credits
//     VCR_CFG_PLACE      15:0 node, 19:16 x bits, 23:20 y bits, 27:24 level
//     VCR_CFG_PORTS      11:0 links, 19:16 local port, 23:20 local count, 25:24 local bits
//     VCR_CFG_RANDOM+h   half of the random register (in vcr_route)
//     VCR_CFG_SAT        1:0 mode, 2 root, 7:4 parent, 27:16 children
//     VCR_CFG_SAT_NEXT+h 4 bits a port, eight ports
//     VCR_CFG_CLASS+c    0 adaptive, 2:1 select, 3 busy too, 4 redraw, 6:5 prefer, 31:16 vc mask
//     VCR_CFG_ESCAPE+c   15:0 low, 31:16 high
//     VCR_CFG_STATUS+p   3:0 errors of the input, 4 of credits, read only
//     VCR_CFG_TABLE+d    route entry of destination d (in vcr_route), write only
//
// docs/spec/vcr.md section 12; C twin cmodel/vcr/model/vcr_config.c
`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "vcr_params.vh"

module vcr_config #(
    // Ports, 2 to 12
    parameter PORTS = 5
) (
    input  wire                        clk,
    input  wire                        rst,

    // Pins
    input  wire                        cfg_we,
    input  wire [15:0]                 cfg_addr,
    input  wire [31:0]                 cfg_wdata,
    output wire [31:0]                 cfg_rdata,

    // What else can be read
    input  wire [63:0]                 route_random,
    input  wire [4*PORTS-1:0]          input_error,
    input  wire [PORTS-1:0]            output_credit_error,

    // Registers that the other mechanisms read
    output wire                        config_write,
    output wire [15:0]                 config_addr,
    output wire [31:0]                 config_wdata,
    output wire                        quiet,               // silence after reset
    output wire [1:0]                  config_routing,
    output wire                        config_paired,
    output wire                        config_link_hold,
    output wire                        config_oldest,
    output wire                        config_by_input,
    output wire [6:0]                  config_alloc_credits,
    output wire [15:0]                 config_node,
    output wire [3:0]                  config_x_bits,
    output wire [3:0]                  config_y_bits,
    output wire [3:0]                  config_level,
    output wire [11:0]                 config_links,
    output wire [3:0]                  config_local_port,
    output wire [3:0]                  config_local_count,
    output wire [1:0]                  config_local_bits,
    output wire [1:0]                  config_sat_mode,
    output wire                        config_sat_root,
    output wire [3:0]                  config_sat_parent,
    output wire [11:0]                 config_sat_children,
    output wire [4*PORTS-1:0]          config_sat_next,
    output wire [`VCR_CLASSES-1:0]     config_adaptive,
    output wire [2*`VCR_CLASSES-1:0]   config_select,
    output wire [`VCR_CLASSES-1:0]     config_busy_too,
    output wire [`VCR_CLASSES-1:0]     config_redraw,
    output wire [2*`VCR_CLASSES-1:0]   config_prefer,
    output wire [16*`VCR_CLASSES-1:0]  config_vc_mask,
    output wire [16*`VCR_CLASSES-1:0]  config_escape_low,
    output wire [16*`VCR_CLASSES-1:0]  config_escape_high
);

    generate
        if (PORTS < 2 || PORTS > 12) begin : bad_ports vcr_error_ports_must_be_2_to_12 error(); end
    endgenerate

    // ---------------------------------------------------------------------
    // Registers
    // ---------------------------------------------------------------------
    reg                       write_reg;
    reg [15:0]                addr_reg;
    reg [31:0]                wdata_reg;
    reg [31:0]                rdata_reg;
    reg [6:0]                 quiet_reg;
    reg [1:0]                 routing_reg;
    reg                       paired_reg;
    reg                       link_hold_reg;
    reg                       oldest_reg;
    reg                       by_input_reg;
    reg [6:0]                 alloc_credits_reg;
    reg [15:0]                node_reg;
    reg [3:0]                 x_bits_reg;
    reg [3:0]                 y_bits_reg;
    reg [3:0]                 level_reg;
    reg [11:0]                links_reg;
    reg [3:0]                 local_port_reg;
    reg [3:0]                 local_count_reg;
    reg [1:0]                 local_bits_reg;
    reg [1:0]                 sat_mode_reg;
    reg                       sat_root_reg;
    reg [3:0]                 sat_parent_reg;
    reg [11:0]                sat_children_reg;
    reg [4*PORTS-1:0]         sat_next_reg;
    reg [`VCR_CLASSES-1:0]    adaptive_reg;
    reg [2*`VCR_CLASSES-1:0]  select_reg;
    reg [`VCR_CLASSES-1:0]    busy_too_reg;
    reg [`VCR_CLASSES-1:0]    redraw_reg;
    reg [2*`VCR_CLASSES-1:0]  prefer_reg;
    reg [16*`VCR_CLASSES-1:0] vc_mask_reg;
    reg [16*`VCR_CLASSES-1:0] escape_low_reg;
    reg [16*`VCR_CLASSES-1:0] escape_high_reg;

    assign cfg_rdata            = rdata_reg;
    assign config_write         = write_reg;
    assign config_addr          = addr_reg;
    assign config_wdata         = wdata_reg;
    assign quiet                = |quiet_reg;
    assign config_routing       = routing_reg;
    assign config_paired        = paired_reg;
    assign config_link_hold     = link_hold_reg;
    assign config_oldest        = oldest_reg;
    assign config_by_input      = by_input_reg;
    assign config_alloc_credits = alloc_credits_reg;
    assign config_node          = node_reg;
    assign config_x_bits        = x_bits_reg;
    assign config_y_bits        = y_bits_reg;
    assign config_level         = level_reg;
    assign config_links         = links_reg;
    assign config_local_port    = local_port_reg;
    assign config_local_count   = local_count_reg;
    assign config_local_bits    = local_bits_reg;
    assign config_sat_mode      = sat_mode_reg;
    assign config_sat_root      = sat_root_reg;
    assign config_sat_parent    = sat_parent_reg;
    assign config_sat_children  = sat_children_reg;
    assign config_sat_next      = sat_next_reg;
    assign config_adaptive      = adaptive_reg;
    assign config_select        = select_reg;
    assign config_busy_too      = busy_too_reg;
    assign config_redraw        = redraw_reg;
    assign config_prefer        = prefer_reg;
    assign config_vc_mask       = vc_mask_reg;
    assign config_escape_low    = escape_low_reg;
    assign config_escape_high   = escape_high_reg;

    // All ports' ways of the token, as two words
    wire [63:0] sat_next = {{64-4*PORTS{1'b0}}, sat_next_reg};

    always @(posedge clk) begin : registers
        integer c;
        integer p;

        // Read
        rdata_reg <= 32'd0;
        case (addr_reg)
        `VCR_CFG_MODE:
            rdata_reg <= {17'd0, alloc_credits_reg, 2'd0, by_input_reg, oldest_reg, link_hold_reg, paired_reg,
                          routing_reg};
        `VCR_CFG_PLACE:
            rdata_reg <= {4'd0, level_reg, y_bits_reg, x_bits_reg, node_reg};
        `VCR_CFG_PORTS:
            rdata_reg <= {6'd0, local_bits_reg, local_count_reg, local_port_reg, 4'd0, links_reg};
        `VCR_CFG_RANDOM:
            rdata_reg <= route_random[31:0];
        `VCR_CFG_RANDOM + 1:
            rdata_reg <= route_random[63:32];
        `VCR_CFG_SAT:
            rdata_reg <= {4'd0, sat_children_reg, 8'd0, sat_parent_reg, 1'b0, sat_root_reg, sat_mode_reg};
        `VCR_CFG_SAT_NEXT:
            rdata_reg <= sat_next[31:0];
        `VCR_CFG_SAT_NEXT + 1:
            rdata_reg <= sat_next[63:32];
        default: begin
            for (c = 0; c < `VCR_CLASSES; c = c + 1) begin
                if (addr_reg == `VCR_CFG_CLASS + c[15:0])
                    rdata_reg <= {vc_mask_reg[16*c +: 16], 9'd0, prefer_reg[2*c +: 2], redraw_reg[c], busy_too_reg[c],
                                  select_reg[2*c +: 2], adaptive_reg[c]};
                if (addr_reg == `VCR_CFG_ESCAPE + c[15:0])
                    rdata_reg <= {escape_high_reg[16*c +: 16], escape_low_reg[16*c +: 16]};
            end
            for (p = 0; p < PORTS; p = p + 1)
                if (addr_reg == `VCR_CFG_STATUS + p[15:0])
                    rdata_reg <= {27'd0, output_credit_error[p], input_error[4*p +: 4]};
        end
        endcase

        // Write
        if (write_reg)
            case (addr_reg)
            `VCR_CFG_MODE: begin
                routing_reg       <= wdata_reg[1:0];
                paired_reg        <= wdata_reg[2];
                link_hold_reg     <= wdata_reg[3];
                oldest_reg        <= wdata_reg[4];
                by_input_reg      <= wdata_reg[5];
                alloc_credits_reg <= wdata_reg[14:8];
            end
            `VCR_CFG_PLACE: begin
                node_reg   <= wdata_reg[15:0];
                x_bits_reg <= wdata_reg[19:16];
                y_bits_reg <= wdata_reg[23:20];
                level_reg  <= wdata_reg[27:24];
            end
            `VCR_CFG_PORTS: begin
                links_reg       <= wdata_reg[11:0];
                local_port_reg  <= wdata_reg[19:16];
                local_count_reg <= wdata_reg[23:20];
                local_bits_reg  <= wdata_reg[25:24];
            end
            `VCR_CFG_SAT: begin
                sat_mode_reg     <= wdata_reg[1:0];
                sat_root_reg     <= wdata_reg[2];
                sat_parent_reg   <= wdata_reg[7:4];
                sat_children_reg <= wdata_reg[27:16];
            end
            default: begin
                for (c = 0; c < `VCR_CLASSES; c = c + 1) begin
                    if (addr_reg == `VCR_CFG_CLASS + c[15:0]) begin
                        adaptive_reg[c]         <= wdata_reg[0];
                        select_reg[2*c +: 2]    <= wdata_reg[2:1];
                        busy_too_reg[c]         <= wdata_reg[3];
                        redraw_reg[c]           <= wdata_reg[4];
                        prefer_reg[2*c +: 2]    <= wdata_reg[6:5];
                        vc_mask_reg[16*c +: 16] <= wdata_reg[31:16];
                    end
                    if (addr_reg == `VCR_CFG_ESCAPE + c[15:0]) begin
                        escape_low_reg[16*c +: 16]  <= wdata_reg[15:0];
                        escape_high_reg[16*c +: 16] <= wdata_reg[31:16];
                    end
                end
                for (p = 0; p < PORTS; p = p + 1)
                    if (addr_reg == `VCR_CFG_SAT_NEXT + {15'd0, p[3]})
                        sat_next_reg[4*p +: 4] <= wdata_reg[4*(p % 8) +: 4];
            end
            endcase

        if (|quiet_reg)
            quiet_reg <= quiet_reg - 7'd1;
        if (rst) begin
            rdata_reg         <= 32'd0;
            quiet_reg         <= 7'd`VCR_QUIET_CYCLES;
            routing_reg       <= 2'd0;
            paired_reg        <= 1'b0;
            link_hold_reg     <= 1'b0;
            oldest_reg        <= 1'b0;
            by_input_reg      <= 1'b0;
            alloc_credits_reg <= 7'd1;
            node_reg          <= 16'd0;
            x_bits_reg        <= 4'd0;
            y_bits_reg        <= 4'd0;
            level_reg         <= 4'd0;
            links_reg         <= 12'd0;
            local_port_reg    <= 4'd0;
            local_count_reg   <= 4'd0;
            local_bits_reg    <= 2'd0;
            sat_mode_reg      <= 2'd0;
            sat_root_reg      <= 1'b0;
            sat_parent_reg    <= 4'd0;
            sat_children_reg  <= 12'd0;
            sat_next_reg      <= {4*PORTS{1'b0}};
            adaptive_reg      <= {`VCR_CLASSES{1'b0}};
            select_reg        <= {2*`VCR_CLASSES{1'b0}};
            busy_too_reg      <= {`VCR_CLASSES{1'b0}};
            redraw_reg        <= {`VCR_CLASSES{1'b0}};
            prefer_reg        <= {2*`VCR_CLASSES{1'b0}};
            vc_mask_reg       <= {16*`VCR_CLASSES{1'b1}};
            escape_low_reg    <= {16*`VCR_CLASSES{1'b0}};
            escape_high_reg   <= {16*`VCR_CLASSES{1'b0}};
        end
    end

    // Under reset too
    always @(posedge clk) begin
        write_reg <= cfg_we;
        addr_reg  <= cfg_addr;
        wdata_reg <= cfg_wdata;
    end

endmodule
`resetall
