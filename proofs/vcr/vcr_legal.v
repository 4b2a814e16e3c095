// SPDX-License-Identifier: Apache-2.0
//
// The invariant of the named registers, for proofs about netlists of a router without a route stage: bit k of broken is clause
// k + 1 of VCR_LEGAL_CLAUSES in cmodel/vcr/kind/vcr_legal.h (the first one, widths, holds of any wires), and the last bit is what
// proofs/vcr/vcr_invariant.c says of routes besides. Inputs are the registers under their names of include/vcr/vcr_regs.def,
// block_name, and what the memories of the channels give. A stricter twin would be found out: every state that state injection
// draws has to pass (tests/mutation/equivalence.c).
//
// docs/verification/invariants.md; C twin cmodel/vcr/kind/vcr_legal.c
`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "vcr_params.vh"

module vcr_legal #(
    parameter PORTS     = 5,
    parameter VCS       = 4,
    parameter DEPTH     = 4,
    parameter FLIT_BITS = 64,
    // Derived
    parameter VC_BITS   = VCS > 1 ? $clog2(VCS) : 1,
    parameter LANES     = PORTS * VCS,
    parameter LANE_BITS = $clog2(LANES),
    parameter SLOT_BITS = $clog2(DEPTH),
    parameter FILL_BITS = $clog2(DEPTH + 1),
    parameter KEPT_BITS = FLIT_BITS + `VCR_ROUTE_BITS + 2
) (
    input  wire [PORTS-1:0]            route_valid,
    input  wire [PORTS-1:0]            route_head,
    input  wire [PORTS-1:0]            route_tail,
    input  wire [VC_BITS*PORTS-1:0]    route_vc,
    input  wire [FLIT_BITS*PORTS-1:0]  route_flit,
    input  wire [32*PORTS-1:0]         route_entry,
    input  wire [PORTS-1:0]            input_up,
    input  wire [LANES-1:0]            input_stored,
    input  wire [LANES-1:0]            input_active,
    input  wire [LANES-1:0]            input_closing,
    input  wire [LANES-1:0]            input_committed,
    input  wire [SLOT_BITS*LANES-1:0]  input_write,
    input  wire [SLOT_BITS*LANES-1:0]  input_read,
    input  wire [FILL_BITS*LANES-1:0]  input_fill,
    input  wire [4*LANES-1:0]          input_out_port,
    input  wire [VC_BITS*LANES-1:0]    input_out_vc,
    input  wire [4*LANES-1:0]          input_commit_port,
    input  wire [PORTS-1:0]            output_linked,
    input  wire [PORTS-1:0]            output_hold,
    input  wire [LANES-1:0]            output_owned,
    input  wire [FILL_BITS*LANES-1:0]  output_credits,
    input  wire [VC_BITS*PORTS-1:0]    allocate_in_rr,
    input  wire [LANE_BITS*PORTS-1:0]  allocate_rr,
    input  wire [PORTS-1:0]            crossbar_valid,
    input  wire [PORTS-1:0]            crossbar_head,
    input  wire [PORTS-1:0]            crossbar_tail,
    input  wire [VC_BITS*PORTS-1:0]    crossbar_vc,
    input  wire [FLIT_BITS*PORTS-1:0]  crossbar_flit,
    input  wire [6:0]                  config_quiet,

    // What the memory of each channel gives
    input  wire [KEPT_BITS*LANES-1:0]  front,

    output wire [12:0]                 broken
);

    reg queues;
    reg stored;
    reg outputs;
    reg owners;
    reg hold;
    reg committed;
    reg credits;
    reg pointers;
    reg wires;
    reg routes;

    // Lanes
    always @* begin : lanes
        integer l;
        reg [SLOT_BITS:0]           behind;
        reg [`VCR_ROUTE_BITS-1:0]   route;
        reg [15:0]                  best;
        queues    = 1'b1;
        stored    = 1'b1;
        outputs   = 1'b1;
        committed = ~|(input_committed & (input_active | ~input_stored));
        credits   = 1'b1;
        routes    = 1'b1;
        for (l = 0; l < LANES; l = l + 1) begin
            behind = input_read[SLOT_BITS*l +: SLOT_BITS] + input_fill[FILL_BITS*l +: FILL_BITS];
            if (behind >= DEPTH)
                behind = behind - DEPTH;
            if (input_write[SLOT_BITS*l +: SLOT_BITS] >= DEPTH || input_read[SLOT_BITS*l +: SLOT_BITS] >= DEPTH ||
                input_fill[FILL_BITS*l +: FILL_BITS] > DEPTH || behind != input_write[SLOT_BITS*l +: SLOT_BITS])
                queues = 1'b0;
            if (input_stored[l] != |input_fill[FILL_BITS*l +: FILL_BITS])
                stored = 1'b0;
            if (input_active[l] && (input_out_port[4*l +: 4] >= PORTS || input_out_vc[VC_BITS*l +: VC_BITS] >= VCS))
                outputs = 1'b0;
            if (input_committed[l] && input_commit_port[4*l +: 4] >= PORTS)
                committed = 1'b0;
            if (output_credits[FILL_BITS*l +: FILL_BITS] > (output_linked[l / VCS] ? DEPTH : 0))
                credits = 1'b0;
            route = front[KEPT_BITS*l + FLIT_BITS +: `VCR_ROUTE_BITS];
            best  = {4'd0, route[11:0]};
            if (input_stored[l] && (|(best >> PORTS) || (|route && !best[route[15:12]])))
                routes = 1'b0;
            if (input_committed[l] && !(front[KEPT_BITS*l + KEPT_BITS - 2] && |best))
                routes = 1'b0;
        end
    end

    // A channel of an output has the one packet that goes on by it
    always @* begin : channels
        integer l;
        integer q;
        reg one;
        owners = 1'b1;
        for (q = 0; q < LANES; q = q + 1) begin
            one = 1'b0;
            for (l = 0; l < LANES; l = l + 1)
                if (input_active[l] && input_out_port[4*l +: 4] == q / VCS && input_out_vc[VC_BITS*l +: VC_BITS] == q % VCS) begin
                    if (one)
                        owners = 1'b0;
                    one = 1'b1;
                end
            if (output_owned[q] != one)
                owners = 1'b0;
        end
    end

    // Ports
    always @* begin : ports
        integer p;
        hold     = 1'b1;
        pointers = 1'b1;
        wires    = ~|((crossbar_head | crossbar_tail) & ~crossbar_valid);
        for (p = 0; p < PORTS; p = p + 1) begin
            if (output_hold[p] && ~|output_owned[VCS*p +: VCS])
                hold = 1'b0;
            if (allocate_rr[LANE_BITS*p +: LANE_BITS] >= LANES || allocate_in_rr[VC_BITS*p +: VC_BITS] >= VCS)
                pointers = 1'b0;
            if (crossbar_vc[VC_BITS*p +: VC_BITS] >= VCS ||
                (!crossbar_valid[p] && (|crossbar_vc[VC_BITS*p +: VC_BITS] || |crossbar_flit[FLIT_BITS*p +: FLIT_BITS])))
                wires = 1'b0;
        end
    end

    wire closing = ~|(input_closing & ~input_active);
    wire quiet   = config_quiet == 7'd0 ||
                   (config_quiet <= `VCR_QUIET_CYCLES && ~|{input_up, output_linked, crossbar_valid, input_stored, input_active});
    wire stage   = ~|{route_valid, route_head, route_tail, route_vc, route_flit, route_entry};

    // In the order of the clauses
    assign broken = ~{routes, stage, quiet, wires, pointers, credits, committed, closing, hold, owners, outputs, stored, queues};

endmodule
`resetall
