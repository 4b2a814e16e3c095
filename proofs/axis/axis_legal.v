// SPDX-License-Identifier: Apache-2.0
//
// The invariant of the named registers of the AXI4-Stream switch, for proofs about its netlist: bit k of broken is clause k of
// AXIS_LEGAL_CLAUSES in cmodel/axis/bench/axis_legal.h. Inputs are the registers under their names of include/axis/axis_regs.def,
// block_name. A stricter twin would be found out: every state that state injection draws has to pass
// (tests/mutation/equivalence.c). Parameters are those of the configuration that mutants are made of.
//
// C twin cmodel/axis/bench/axis_legal.c
`resetall
`timescale 1ns / 1ps
`default_nettype none

module axis_legal #(
    parameter INPUTS     = 4,
    parameter OUTPUTS    = 4,
    parameter INPUT_BITS = 2
) (
    input  wire [INPUTS-1:0]             ingress_valid,
    input  wire [INPUTS-1:0]             ingress_spare,
    input  wire [INPUTS-1:0]             ingress_ready,
    input  wire [OUTPUTS-1:0]            egress_valid,
    input  wire [OUTPUTS-1:0]            egress_spare,
    input  wire [OUTPUTS-1:0]            egress_ready,
    input  wire [INPUTS-1:0]             decode_active,
    input  wire [INPUTS-1:0]             decode_dropping,
    input  wire [OUTPUTS-1:0]            arbitrate_locked,
    input  wire [OUTPUTS*INPUT_BITS-1:0] arbitrate_owner,
    input  wire [OUTPUTS*INPUT_BITS-1:0] arbitrate_turn,

    output wire [5:0]                    broken
);

    reg              numbers; // a number is not that of an input
    reg              twice;   // an input owns two outputs
    reg [INPUTS-1:0] owners;

    always @* begin : outputs
        integer i;
        integer j;
        numbers = 1'b0;
        twice   = 1'b0;
        owners  = {INPUTS{1'b0}};
        for (j = 0; j < OUTPUTS; j = j + 1) begin
            if (arbitrate_owner[j*INPUT_BITS +: INPUT_BITS] >= INPUTS || arbitrate_turn[j*INPUT_BITS +: INPUT_BITS] >= INPUTS)
                numbers = 1'b1;
            for (i = 0; i < INPUTS; i = i + 1)
                if (arbitrate_locked[j] && arbitrate_owner[j*INPUT_BITS +: INPUT_BITS] == i) begin
                    twice     = twice | owners[i];
                    owners[i] = 1'b1;
                end
        end
    end

    wire ingress  = |(ingress_spare & (~ingress_valid | ingress_ready));
    wire egress   = |(egress_spare & (~egress_valid | egress_ready));
    wire active   = owners != (decode_active & ~decode_dropping);
    wire dropping = |(decode_dropping & ~decode_active);

    // In the order of the clauses
    assign broken = {dropping, active, twice, numbers, egress, ingress};

endmodule
`resetall
