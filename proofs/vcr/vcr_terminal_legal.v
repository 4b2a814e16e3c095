// SPDX-License-Identifier: Apache-2.0
//
// The invariant of the named registers of a terminal, for proofs about its netlist: bit k of broken is clause k + 1 of
// VCR_TERMINAL_CLAUSES in cmodel/vcr/kind/vcr_terminal_kind.h (the first one, widths, holds of any wires). Inputs are the registers
// under their names of include/vcr/vcr_terminal_regs.def, block_name. A stricter twin would be found out: every state that state
// injection draws has to pass (tests/mutation/equivalence.c). Parameters are those of the build that mutants are made of.
//
// C twin cmodel/vcr/kind/vcr_terminal_kind.c
`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "vcr_params.vh"

module vcr_terminal_legal #(
    parameter PORTS     = 4,
    parameter VCS       = 4,
    parameter DEPTH     = 2,
    parameter FLIT_BITS = 64,
    parameter LENGTH    = 16,
    parameter BUFFER    = 4,
    parameter QUEUE     = 4,
    // Derived
    parameter VC_BITS     = VCS > 1 ? $clog2(VCS) : 1,
    parameter LANES       = PORTS * VCS,
    parameter SLOTS       = BUFFER + QUEUE,
    parameter PACKET_BITS = $clog2(SLOTS),
    parameter LENGTH_BITS = $clog2(LENGTH),
    parameter BUFFER_BITS = $clog2(BUFFER + 1),
    parameter QUEUE_BITS  = $clog2(QUEUE + 1),
    parameter FILL_BITS   = $clog2(DEPTH + 1)
) (
    input  wire [PACKET_BITS-1:0]       inject_write,
    input  wire [PACKET_BITS-1:0]       inject_passed,
    input  wire [PACKET_BITS-1:0]       inject_read,
    input  wire [SLOTS-1:0]             inject_used,
    input  wire [BUFFER_BITS-1:0]       inject_buffered,
    input  wire [QUEUE_BITS-1:0]        inject_queued,
    input  wire                         inject_room,
    input  wire [PORTS-1:0]             inject_sending,
    input  wire [PACKET_BITS*PORTS-1:0] inject_slot,
    input  wire [LENGTH_BITS*PORTS-1:0] inject_sent,
    input  wire [VC_BITS*PORTS-1:0]     inject_vc,
    input  wire [PORTS-1:0]             inject_linked,
    input  wire [FILL_BITS*LANES-1:0]   inject_credits,
    input  wire [PORTS-1:0]             inject_tx_valid,
    input  wire [PORTS-1:0]             inject_tx_head,
    input  wire [PORTS-1:0]             inject_tx_tail,
    input  wire [VC_BITS*PORTS-1:0]     inject_tx_vc,
    input  wire [FLIT_BITS*PORTS-1:0]   inject_tx_flit,
    input  wire [PORTS-1:0]             terminal_up,
    input  wire [6:0]                   terminal_quiet,

    output wire [6:0]                   broken
);

    reg pointers;
    reg used;
    reg sending;
    reg credits;
    reg wires;

    // Around the ring
    function automatic [5:0] along(input [5:0] slot, input [5:0] steps);
        along = slot + steps >= SLOTS ? slot + steps - SLOTS : slot + steps;
    endfunction

    // Packets, and their slots
    always @* begin : packets
        integer p;
        integer k;
        reg [5:0]             going;
        reg [5:0]             waiting;
        reg [SLOTS-1:0]       held;
        reg [PACKET_BITS-1:0] slot;
        slot  = {PACKET_BITS{1'b0}};
        going = 6'd0;
        for (p = 0; p < PORTS; p = p + 1)
            going = going + {5'd0, inject_sending[p]};
        waiting  = inject_queued - going;
        pointers = inject_buffered <= BUFFER && inject_queued <= QUEUE && going <= inject_queued && inject_write < SLOTS &&
                   inject_passed < SLOTS && inject_read < SLOTS && along(inject_read, waiting) == inject_passed &&
                   along(inject_passed, inject_buffered) == inject_write;
        held = {SLOTS{1'b0}};
        used = pointers;
        for (k = 0; k < SLOTS; k = k + 1)
            if (k < waiting + inject_buffered)
                held[along(inject_read, k)] = 1'b1;
        for (p = 0; p < PORTS; p = p + 1)
            if (inject_sending[p]) begin
                slot = inject_slot[PACKET_BITS*p +: PACKET_BITS];
                if (slot >= SLOTS || held[slot])
                    used = 1'b0;
                held[slot] = 1'b1;
            end
        if (held != inject_used)
            used = 1'b0;
    end

    // Ports
    always @* begin : ports
        integer p;
        integer l;
        sending = 1'b1;
        credits = 1'b1;
        wires   = ~|((inject_tx_head | inject_tx_tail) & ~inject_tx_valid);
        for (p = 0; p < PORTS; p = p + 1) begin
            if (inject_vc[VC_BITS*p +: VC_BITS] >= VCS || inject_sent[LENGTH_BITS*p +: LENGTH_BITS] >= LENGTH ||
                inject_sending[p] != |inject_sent[LENGTH_BITS*p +: LENGTH_BITS])
                sending = 1'b0;
            if (!inject_tx_valid[p] && (|inject_tx_vc[VC_BITS*p +: VC_BITS] || |inject_tx_flit[FLIT_BITS*p +: FLIT_BITS]))
                wires = 1'b0;
        end
        for (l = 0; l < LANES; l = l + 1)
            if (inject_credits[FILL_BITS*l +: FILL_BITS] > (inject_linked[l / VCS] ? DEPTH : 0))
                credits = 1'b0;
    end

    wire room  = inject_room == (inject_buffered < BUFFER && !inject_used[inject_write]);
    wire quiet = terminal_quiet == 7'd0 || ~|{terminal_up, inject_linked};

    // In the order of the clauses
    assign broken = ~{quiet, wires, credits, sending, room, used, pointers};

endmodule
`resetall
