// SPDX-License-Identifier: Apache-2.0
//
// SAT: the token passes through.
//
// docs/spec/vcr.md section 11; C twin cmodel/vcr/model/vcr_sat_switch.c
`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "vcr_params.vh"

module vcr_sat_switch #(
    // Ports, 2 to 12
    parameter PORTS = 5
) (
    input  wire               clk,
    input  wire               rst,
    input  wire               quiet,

    // Pins
    input  wire [PORTS-1:0]   rx_sat,
    output wire [PORTS-1:0]   tx_sat,

    // Settings
    input  wire [1:0]         config_sat_mode,
    input  wire               config_sat_root,
    input  wire [3:0]         config_sat_parent,
    input  wire [11:0]        config_sat_children,
    input  wire [4*PORTS-1:0] config_sat_next
);

    generate
        if (PORTS < 2 || PORTS > 12) begin : bad_ports vcr_error_ports_must_be_2_to_12 error(); end
    endgenerate

    // ---------------------------------------------------------------------
    // Registers
    // ---------------------------------------------------------------------
    reg [PORTS-1:0] sat_reg;
    reg [PORTS-1:0] got_reg;
    reg             started_reg;

    assign tx_sat = sat_reg;

    // ---------------------------------------------------------------------
    // Ring: a token goes on from the port that it came on to the next one of the tour
    // ---------------------------------------------------------------------
    reg [15:0] along_ring;

    always @* begin : ring
        integer p;
        along_ring = 16'd0;
        if (|rx_sat)
            for (p = 0; p < PORTS; p = p + 1)
                if (rx_sat[p])
                    along_ring[config_sat_next[4*p +: 4]] = 1'b1;
    end

    // ---------------------------------------------------------------------
    // Spanning tree: from the parent to all children; back when the last of them has replied; the root begins again
    // ---------------------------------------------------------------------
    wire [15:0]      came       = {{16-PORTS{1'b0}}, rx_sat};
    wire [PORTS-1:0] got        = got_reg | (rx_sat & config_sat_children[PORTS-1:0]);
    wire             all        = {{16-PORTS{1'b0}}, got} == {4'd0, config_sat_children} && |got;
    wire             down       = config_sat_root ? all | ~started_reg : came[config_sat_parent];
    wire [15:0]      along_tree = down ? {4'd0, config_sat_children} : all ? 16'd1 << config_sat_parent : 16'd0;

    wire unused = &{1'b0, along_ring, along_tree}; // ports that there are not

    // ---------------------------------------------------------------------
    // Next state
    // ---------------------------------------------------------------------
    always @(posedge clk) begin
        sat_reg <= {PORTS{1'b0}};
        if (!quiet && config_sat_mode == `VCR_SAT_RING)
            sat_reg <= along_ring[PORTS-1:0];
        if (!quiet && config_sat_mode == `VCR_SAT_TREE) begin
            sat_reg     <= along_tree[PORTS-1:0];
            got_reg     <= all | down ? {PORTS{1'b0}} : got;
            started_reg <= config_sat_root;
        end
        if (rst) begin
            sat_reg     <= {PORTS{1'b0}};
            got_reg     <= {PORTS{1'b0}};
            started_reg <= 1'b0;
        end
    end

`ifdef VCR_RULES
    // Rules of section 11
    reg [4:0] came_reg;   // tokens that came in the cycle before
    reg       ring_reg;   // ... along a ring
    reg       silent_reg; // ... and none may leave

    function automatic [4:0] tokens(input [PORTS-1:0] wires);
        integer p;
        begin
            tokens = 5'd0;
            for (p = 0; p < PORTS; p = p + 1)
                tokens = tokens + {4'd0, wires[p]};
        end
    endfunction

    always @(posedge clk) begin
        came_reg   <= tokens(rx_sat);
        ring_reg   <= !rst && config_sat_mode == `VCR_SAT_RING;
        silent_reg <= rst || quiet || !(config_sat_mode == `VCR_SAT_RING || config_sat_mode == `VCR_SAT_TREE);
    end

    `VCR_RULED
    `VCR_CHECK begin : rules
        `VCR_RULE(11, 1, !ring_reg || tokens(sat_reg) <= came_reg,
                  "along a ring no more tokens leave than came in the cycle before")
        `VCR_RULE(11, 2, !silent_reg || ~|sat_reg, "no token leaves a router that is quiet or passes none on")
    end
`endif

endmodule
`resetall
