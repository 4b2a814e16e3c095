// SPDX-License-Identifier: Apache-2.0
//
// Rules of AXI4-Stream at ports of the switch (docs/spec/axis.md section 4), numbered as in section 12. axis_switch_wrap has them if
// AXIS_RULES is defined. A simulation stops at a broken rule and names it. A formal tool, which defines FORMAL, assumes the rules of
// sources and proves those of the switch.
`resetall
`timescale 1ns / 1ps
`default_nettype none

module axis_rules #(
    parameter       LANES  = 4,
    parameter       WIDTH  = 64,    // bits of a beat that must stay: all but valid and ready
    parameter [0:0] ASSUME = 0
) (
    input wire                   clk,
    input wire                   rst,
    input wire [LANES-1:0]       valid,
    input wire [LANES-1:0]       ready,
    input wire [LANES*WIDTH-1:0] beat
);

    reg [LANES*WIDTH-1:0] beat_reg;
    reg [LANES-1:0]       waiting_reg = 0;    // a beat was on the wires and not taken
    reg                   reset_reg   = 0;
    reg                   ruled_reg   = 0;    // a reset was seen

    always @(posedge clk) begin
        beat_reg    <= beat;
        waiting_reg <= rst || !ruled_reg ? 0 : valid & ~ready;
        reset_reg   <= rst;
        ruled_reg   <= ruled_reg | rst;
    end

    localparam [6*8-1:0] WHO = ASSUME ? "source" : "switch";

    genvar i;
    generate
        for (i = 0; i < LANES; i = i + 1) begin : lane
            wire waits  = waiting_reg[i] & ~rst;
            wire same   = beat[i*WIDTH +: WIDTH] == beat_reg[i*WIDTH +: WIDTH];
            wire kept_1 = !reset_reg || !valid[i];
            wire kept_2 = !waits || valid[i];
            wire kept_3 = !waits || !valid[i] || same;
`ifdef FORMAL
            always @*
                if (ASSUME)
                    assume (kept_1 && kept_2 && kept_3);
                else begin
                    assert (kept_1);
                    assert (kept_2);
                    assert (kept_3);
                end
`elsif SYNTHESIS
            // Hardware has no rules.
`else
            wire kept_4 = !ruled_reg || rst || (valid[i] ^ ready[i]) !== 1'bx;

            always @(posedge clk) begin
                if (!kept_1) $display("%m: the %0s breaks rule 1: valid is 1 in reset or in the first cycle after it", WHO);
                if (!kept_2) $display("%m: the %0s breaks rule 2: a beat was withdrawn before it was taken", WHO);
                if (!kept_3) $display("%m: the %0s breaks rule 3: a beat changed before it was taken", WHO);
                if (!kept_4) $display("%m: the %0s breaks rule 4: valid or ready is unknown", WHO);
                if (!(kept_1 && kept_2 && kept_3 && kept_4)) $stop;
            end
`endif
        end
    endgenerate

endmodule

`resetall
