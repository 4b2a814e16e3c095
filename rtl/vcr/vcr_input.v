// SPDX-License-Identifier: Apache-2.0
//
// Input: a queue of flits for every virtual channel of every port, and the packet at its front.
//
// Lane port * VCS + vc belongs to a channel of a port, in every bus and mask.
//
// docs/spec/vcr.md section 6; C twin cmodel/vcr/model/vcr_input.c
`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "vcr_params.vh"

module vcr_input #(
    // Ports, 2 to 12
    parameter PORTS     = 5,
    // Virtual channels a port, 1 to 16
    parameter VCS       = 4,
    // Flits a channel, 2 to 64
    parameter DEPTH     = 4,
    // Bits of a flit, 64, 128 or 256
    parameter FLIT_BITS = 64,
    // 1: what comes can leave at once; 0: a cycle later
    parameter BYPASS    = 1,
    // Derived
    parameter VC_BITS   = VCS > 1 ? $clog2(VCS) : 1,
    parameter LANES     = PORTS * VCS
) (
    input  wire                             clk,
    input  wire                             rst,
    input  wire                             quiet,            // silence after reset

    // What comes in this cycle
    input  wire [PORTS-1:0]                 arrive,
    input  wire [PORTS-1:0]                 arrive_head,
    input  wire [PORTS-1:0]                 arrive_tail,
    input  wire [VC_BITS*PORTS-1:0]         arrive_vc,
    input  wire [FLIT_BITS*PORTS-1:0]       arrive_flit,
    input  wire [`VCR_ROUTE_BITS*PORTS-1:0] arrive_route,
    input  wire [PORTS-1:0]                 fall,             // links that go down

    // From the other mechanisms
    input  wire [LANES-1:0]                 grant,
    input  wire [4*LANES-1:0]               want_port,
    input  wire [VC_BITS*PORTS-1:0]         grant_vc,         // an output: channel that was given
    input  wire [LANES-1:0]                 commit,
    input  wire [4*LANES-1:0]               choice,

    // Registers that the other mechanisms read
    output wire [PORTS-1:0]                 tx_up,
    output wire [LANES-1:0]                 tx_credit,
    output wire [4*PORTS-1:0]               input_error,
    output wire [LANES-1:0]                 input_committed,
    output wire [4*LANES-1:0]               input_commit_port,
    output wire [4*LANES-1:0]               input_out_port,
    output wire [VC_BITS*LANES-1:0]         input_out_vc,
    output wire [16*LANES-1:0]              input_age,

    // Fronts
    output wire [LANES-1:0]                 request,          // with a head that has a route
    output wire [LANES-1:0]                 going,            // active, with a flit
    output wire [LANES-1:0]                 front_head,
    output wire [LANES-1:0]                 front_tail,
    output wire [`VCR_ROUTE_BITS*LANES-1:0] front_route,
    output wire [FLIT_BITS*LANES-1:0]       front_flit
);

    generate
        if (PORTS < 2 || PORTS > 12) begin : bad_ports vcr_error_ports_must_be_2_to_12 error(); end
        if (VCS < 1 || VCS > 16) begin : bad_vcs vcr_error_vcs_must_be_1_to_16 error(); end
        if (DEPTH < 2 || DEPTH > 64) begin : bad_depth vcr_error_depth_must_be_2_to_64 error(); end
        if (FLIT_BITS < 64 || FLIT_BITS > 256 || FLIT_BITS == 192 || FLIT_BITS % 64 != 0)
            begin : bad_flit_bits vcr_error_flit_bits_must_be_64_128_or_256 error(); end
    endgenerate

    localparam SLOT_BITS = $clog2(DEPTH);
    localparam FILL_BITS = $clog2(DEPTH + 1);
    localparam KEPT_BITS = FLIT_BITS + `VCR_ROUTE_BITS + 2;

    localparam [SLOT_BITS-1:0] LAST_SLOT = DEPTH[SLOT_BITS-1:0] - 1'b1;
    localparam [FILL_BITS-1:0] FULL      = DEPTH[FILL_BITS-1:0];

    // ---------------------------------------------------------------------
    // Registers
    // ---------------------------------------------------------------------
    reg [PORTS-1:0]           up_reg;
    reg [LANES-1:0]           stored_reg;
    reg [LANES-1:0]           active_reg;
    reg [LANES-1:0]           closing_reg;
    reg [LANES-1:0]           committed_reg;
    reg [LANES-1:0]           credit_reg;
    reg [4*PORTS-1:0]         error_reg;
    reg [SLOT_BITS*LANES-1:0] write_reg;
    reg [SLOT_BITS*LANES-1:0] read_reg;
    reg [FILL_BITS*LANES-1:0] fill_reg;
    reg [4*LANES-1:0]         out_port_reg;
    reg [VC_BITS*LANES-1:0]   out_vc_reg;
    reg [4*LANES-1:0]         commit_port_reg;
    reg [16*LANES-1:0]        age_reg;

    assign tx_up             = up_reg;
    assign tx_credit         = credit_reg;
    assign input_error       = error_reg;
    assign input_committed   = committed_reg;
    assign input_commit_port = commit_port_reg;
    assign input_out_port    = out_port_reg;
    assign input_out_vc      = out_vc_reg;
    assign input_age         = age_reg;

    // ---------------------------------------------------------------------
    // Which channel takes what comes
    // ---------------------------------------------------------------------
    reg [LANES-1:0] accept;

    always @* begin : accepts
        integer p;
        integer v;
        accept = {LANES{1'b0}};
        if (|arrive)
            for (p = 0; p < PORTS; p = p + 1)
                for (v = 0; v < VCS; v = v + 1)
                    accept[VCS*p + v] = arrive[p] && !fall[p] && arrive_vc[VC_BITS*p +: VC_BITS] == v[VC_BITS-1:0] &&
                                        fill_reg[FILL_BITS*(VCS*p + v) +: FILL_BITS] != FULL;
    end

    // ---------------------------------------------------------------------
    // Fronts: from the memory of a channel, or what comes
    // ---------------------------------------------------------------------
    wire [LANES-1:0] have = stored_reg | (BYPASS != 0 ? accept : {LANES{1'b0}});
    wire [LANES-1:0] head;
    wire [LANES-1:0] tail;
    wire [LANES-1:0] routed;
    wire [LANES-1:0] synth;    // a tail that never came
    wire [LANES-1:0] dropping; // with a flit that goes nowhere
    wire [LANES-1:0] pop;
    wire [LANES-1:0] store;

    genvar g;
    generate
        for (g = 0; g < LANES; g = g + 1) begin : lane
            localparam P = g / VCS;

            wire [KEPT_BITS-1:0] arrives = {arrive_tail[P], arrive_head[P],
                                            arrive_route[`VCR_ROUTE_BITS*P +: `VCR_ROUTE_BITS],
                                            arrive_flit[FLIT_BITS*P +: FLIT_BITS]};
            wire [KEPT_BITS-1:0] kept;
            reg  [KEPT_BITS-1:0] front;

            vcr_store #(
                .WIDTH(KEPT_BITS),
                .DEPTH(DEPTH)
            ) u_store (
                .clk       (clk),
                .write     (store[g]),
                .write_slot(write_reg[SLOT_BITS*g +: SLOT_BITS]),
                .write_data(arrives),
                .read_slot (read_reg[SLOT_BITS*g +: SLOT_BITS]),
                .read_data (kept)
            );

            always @* begin
                front = BYPASS != 0 ? arrives : {KEPT_BITS{1'b0}};
                if (stored_reg[g])
                    front = kept;
            end

            assign tail[g]   = have[g] & front[KEPT_BITS-1];
            assign head[g]   = have[g] & front[KEPT_BITS-2];
            assign routed[g] = |front[FLIT_BITS +: 12];

            assign front_route[`VCR_ROUTE_BITS*g +: `VCR_ROUTE_BITS] = front[FLIT_BITS +: `VCR_ROUTE_BITS];
            assign front_flit[FLIT_BITS*g +: FLIT_BITS]              = synth[g] ? {FLIT_BITS{1'b0}}
                                                                                : front[FLIT_BITS-1:0];
        end
    endgenerate

    assign synth      = active_reg & (closing_reg | head);
    assign going      = active_reg & (closing_reg | have);
    assign request    = ~active_reg & head & routed;
    assign dropping   = ~active_reg & have & ~(head & routed);
    assign front_head = head & ~synth;
    assign front_tail = tail | synth;

    assign pop   = (grant & ~synth) | dropping;
    assign store = accept & ~(pop & ~stored_reg);

    // ---------------------------------------------------------------------
    // Next state
    // ---------------------------------------------------------------------
    wire [LANES-1:0] ends   = grant & front_tail;
    wire [LANES-1:0] begins = grant & front_head & ~front_tail;

    always @(posedge clk) begin : lanes
        integer p;
        integer v;
        integer l;
        reg [3:0]           out;
        reg [FILL_BITS-1:0] fill;

        active_reg    <= (active_reg & ~ends) | begins;
        closing_reg   <= closing_reg & ~ends;
        committed_reg <= (committed_reg | commit) & ~grant;
        credit_reg    <= pop;
        up_reg        <= {PORTS{~quiet}};

        for (p = 0; p < PORTS; p = p + 1)
            if (|stored_reg[VCS*p +: VCS] || |active_reg[VCS*p +: VCS] || arrive[p] || fall[p]) begin
                // Errors
                if (arrive[p] && !fall[p] && accept[VCS*p +: VCS] == {VCS{1'b0}}) begin
                    if ({1'b0, arrive_vc[VC_BITS*p +: VC_BITS]} >= VCS[VC_BITS:0])
                        error_reg[4*p + `VCR_ERROR_VC] <= 1'b1;
                    else
                        error_reg[4*p + `VCR_ERROR_FULL] <= 1'b1;
                end
                if (|(dropping[VCS*p +: VCS] & ~front_head[VCS*p +: VCS]) ||
                    |(synth[VCS*p +: VCS] & grant[VCS*p +: VCS] & ~closing_reg[VCS*p +: VCS]))
                    error_reg[4*p + `VCR_ERROR_ORDER] <= 1'b1;
                if (|(dropping[VCS*p +: VCS] & front_head[VCS*p +: VCS]))
                    error_reg[4*p + `VCR_ERROR_ROUTE] <= 1'b1;

                for (v = 0; v < VCS; v = v + 1) begin
                    l = VCS*p + v;

                    // The age of a packet begins when it comes to the front
                    if (ends[l])
                        age_reg[16*l +: 16] <= 16'd0;
                    else if ((active_reg[l] || request[l]) && age_reg[16*l +: 16] != 16'hffff)
                        age_reg[16*l +: 16] <= age_reg[16*l +: 16] + 16'd1;

                    // The packet at the front
                    if (begins[l]) begin
                        out = want_port[4*l +: 4];
                        out_port_reg[4*l +: 4]           <= out;
                        out_vc_reg[VC_BITS*l +: VC_BITS] <= grant_vc[VC_BITS*out +: VC_BITS];
                    end
                    if (commit[l] && !grant[l] && !committed_reg[l])
                        commit_port_reg[4*l +: 4] <= choice[4*l +: 4];

                    // The queue
                    if (pop[l] && stored_reg[l])
                        read_reg[SLOT_BITS*l +: SLOT_BITS] <= read_reg[SLOT_BITS*l +: SLOT_BITS] == LAST_SLOT
                                                                  ? {SLOT_BITS{1'b0}}
                                                                  : read_reg[SLOT_BITS*l +: SLOT_BITS] + 1'b1;
                    if (store[l])
                        write_reg[SLOT_BITS*l +: SLOT_BITS] <= write_reg[SLOT_BITS*l +: SLOT_BITS] == LAST_SLOT
                                                                   ? {SLOT_BITS{1'b0}}
                                                                   : write_reg[SLOT_BITS*l +: SLOT_BITS] + 1'b1;
                    if (store[l] || (pop[l] && stored_reg[l])) begin
                        fill = fill_reg[FILL_BITS*l +: FILL_BITS] + {{FILL_BITS-1{1'b0}}, store[l]} -
                               {{FILL_BITS-1{1'b0}}, pop[l] & stored_reg[l]};
                        fill_reg[FILL_BITS*l +: FILL_BITS] <= fill;
                        stored_reg[l]                      <= |fill;
                    end

                    // The sender is gone: what it sent is, too, and packets that are under way get a tail
                    if (fall[p]) begin
                        closing_reg[l]                      <= (active_reg[l] & ~ends[l]) | begins[l];
                        committed_reg[l]                    <= 1'b0;
                        stored_reg[l]                       <= 1'b0;
                        write_reg[SLOT_BITS*l +: SLOT_BITS] <= {SLOT_BITS{1'b0}};
                        read_reg[SLOT_BITS*l +: SLOT_BITS]  <= {SLOT_BITS{1'b0}};
                        fill_reg[FILL_BITS*l +: FILL_BITS]  <= {FILL_BITS{1'b0}};
                        if (!((active_reg[l] & ~ends[l]) | begins[l]))
                            age_reg[16*l +: 16] <= 16'd0;
                    end
                end
            end

        if (rst) begin
            up_reg          <= {PORTS{1'b0}};
            stored_reg      <= {LANES{1'b0}};
            active_reg      <= {LANES{1'b0}};
            closing_reg     <= {LANES{1'b0}};
            committed_reg   <= {LANES{1'b0}};
            credit_reg      <= {LANES{1'b0}};
            error_reg       <= {4*PORTS{1'b0}};
            write_reg       <= {SLOT_BITS*LANES{1'b0}};
            read_reg        <= {SLOT_BITS*LANES{1'b0}};
            fill_reg        <= {FILL_BITS*LANES{1'b0}};
            out_port_reg    <= {4*LANES{1'b0}};
            out_vc_reg      <= {VC_BITS*LANES{1'b0}};
            commit_port_reg <= {4*LANES{1'b0}};
            age_reg         <= {16*LANES{1'b0}};
        end
    end

`ifdef VCR_RULES
    // Rules of section 6
    reg [LANES-1:0] had_reg;     // flits that were there in the cycle before

    always @(posedge clk)
        had_reg <= rst ? {LANES{1'b0}} : have;

    `VCR_RULED
    `VCR_CHECK begin : rules
        integer l;
        integer p;
        reg [7:0] ends_at;
        reg [LANES-1:0] rule_queue;  // per lane
        reg [LANES-1:0] rule_out;
        reg [LANES-1:0] rule_commit;
        reg [LANES-1:0] rule_full;   // no room
        reg [PORTS-1:0] rule_accept; // per port

        for (l = 0; l < LANES; l = l + 1) begin
            ends_at = {{8-SLOT_BITS{1'b0}}, read_reg[SLOT_BITS*l +: SLOT_BITS]} +
                      {{8-FILL_BITS{1'b0}}, fill_reg[FILL_BITS*l +: FILL_BITS]};
            if (ends_at >= DEPTH[7:0])
                ends_at = ends_at - DEPTH[7:0];
            rule_queue[l]  = {1'b0, fill_reg[FILL_BITS*l +: FILL_BITS]} < DEPTH[FILL_BITS:0] + 1'b1 &&
                             {{8-SLOT_BITS{1'b0}}, read_reg[SLOT_BITS*l +: SLOT_BITS]} < DEPTH[7:0] &&
                             ends_at == {{8-SLOT_BITS{1'b0}}, write_reg[SLOT_BITS*l +: SLOT_BITS]} &&
                             stored_reg[l] == |fill_reg[FILL_BITS*l +: FILL_BITS];
            rule_out[l]    = !active_reg[l] || ({1'b0, out_port_reg[4*l +: 4]} < PORTS[4:0] &&
                                                {1'b0, out_vc_reg[VC_BITS*l +: VC_BITS]} < VCS[VC_BITS:0]);
            rule_commit[l] = !committed_reg[l] || (request[l] && stored_reg[l] && {1'b0, commit_port_reg[4*l +: 4]} < PORTS[4:0]);
            rule_full[l]   = fill_reg[FILL_BITS*l +: FILL_BITS] == FULL;
        end
        for (p = 0; p < PORTS; p = p + 1)
            rule_accept[p] = ~|(accept[VCS*p +: VCS] & (accept[VCS*p +: VCS] - 1'b1));
        `VCR_RULE(6, 1, &rule_queue, "write is fill slots behind read, fill is at most DEPTH, and stored says that there are some")
        `VCR_RULE(6, 2, ~|((accept | store) & rule_full), "no flit goes into a full queue")
        `VCR_RULE(6, 3, &rule_accept, "a flit goes into one channel")
        `VCR_RULE(6, 4, ~|(grant & ~(request | going)), "only a channel with something to send is granted")
        `VCR_RULE(6, 5, &rule_out, "a packet under way has an output and a channel that exist")
        `VCR_RULE(6, 6, ~|(closing_reg & ~active_reg), "only a packet under way is closed")
        `VCR_RULE(6, 7, &rule_commit, "a head that has committed is at the front of its queue, with a port that exists")
        `VCR_RULE(6, 8, ~|(credit_reg & ~had_reg), "a credit goes back only for a flit that was there")
    end
`endif

endmodule
`resetall
