// SPDX-License-Identifier: Apache-2.0
//
// A switch for AXI4-Stream that mixes packets beat by beat: an output takes a beat from one input after the other, and keeps packets of
// the same tid apart. Ready depends on valid in the same cycle.
//
// With one of the macros FAULT_... defined it is wrong: docs/reference/black-box.md.
`default_nettype none

module lane_switch #(
    parameter INPUTS = 3,
    parameter OUTPUTS = 2,
    parameter BYTES = 4 // of data
) (
    input  wire                       aclk,
    input  wire                       aresetn, // synchronous, active low
    input  wire [INPUTS-1:0]          s_tvalid,
    output wire [INPUTS-1:0]          s_tready,
    input  wire [INPUTS*8*BYTES-1:0]  s_tdata,
    input  wire [INPUTS*BYTES-1:0]    s_tkeep,
    input  wire [INPUTS-1:0]          s_tlast,
    input  wire [INPUTS*2-1:0]        s_tid,
    input  wire [INPUTS-1:0]          s_tdest,
    output wire [OUTPUTS-1:0]         m_tvalid,
    input  wire [OUTPUTS-1:0]         m_tready,
    output wire [OUTPUTS*8*BYTES-1:0] m_tdata,
    output wire [OUTPUTS*BYTES-1:0]   m_tkeep,
    output wire [OUTPUTS-1:0]         m_tlast,
    output wire [OUTPUTS*2-1:0]       m_tid
);
    localparam BITS = $clog2(INPUTS);

    reg [INPUTS-1:0] taken [0:OUTPUTS-1];
    reg [INPUTS-1:0] all_taken;
    integer n;

    always @* begin
        all_taken = 0;
        for (n = 0; n < OUTPUTS; n = n + 1) all_taken = all_taken | taken[n];
    end
    assign s_tready = all_taken;

    genvar o;
    generate
        for (o = 0; o < OUTPUTS; o = o + 1) begin : output_port
            reg [BITS-1:0] owner_reg [0:3]; // of each tid the input whose packet is under way
            reg [3:0] busy_reg;
            reg [BITS-1:0] turn_reg, shown_reg;
            reg held_reg;                   // what is shown was not taken
            reg [INPUTS-1:0] wants;
            reg [BITS-1:0] pick;
            wire [1:0] id = s_tid[2*pick +: 2];
            integer i;

            always @* begin
                for (i = 0; i < INPUTS; i = i + 1) begin
`ifdef FAULT_LOCK
                    wants[i] = s_tvalid[i] && s_tdest[i] == o; // packets of the same tid, too, are mixed
`else
                    wants[i] = s_tvalid[i] && s_tdest[i] == o && (!busy_reg[s_tid[2*i +: 2]] || owner_reg[s_tid[2*i +: 2]] == i);
`endif
                end
                pick = turn_reg;
                for (i = INPUTS - 1; i >= 0; i = i - 1)
                    if (wants[i] && i < turn_reg) pick = i[BITS-1:0];
                for (i = INPUTS - 1; i >= 0; i = i - 1)
                    if (wants[i] && i >= turn_reg) pick = i[BITS-1:0];
                if (held_reg) pick = shown_reg;
                taken[o] = 0;
                taken[o][pick] = wants[pick] && m_tready[o];
            end

            assign m_tvalid[o] = wants[pick];
            assign m_tdata[o*8*BYTES +: 8*BYTES] = s_tdata[pick*8*BYTES +: 8*BYTES];
`ifdef FAULT_KEEP
            assign m_tkeep[o*BYTES +: BYTES] = {BYTES{1'b1}}; // the last beat, too, has all bytes
`else
            assign m_tkeep[o*BYTES +: BYTES] = s_tkeep[pick*BYTES +: BYTES];
`endif
            assign m_tlast[o] = s_tlast[pick];
            assign m_tid[2*o +: 2] = id;

            always @(posedge aclk) begin
                held_reg <= wants[pick] && !m_tready[o];
                shown_reg <= pick;
                if (wants[pick] && m_tready[o]) begin
                    turn_reg <= pick == INPUTS - 1 ? 0 : pick + 1'b1;
                    owner_reg[id] <= pick;
                    busy_reg[id] <= !s_tlast[pick];
`ifdef FAULT_FREE
                    if (s_tlast[pick]) busy_reg <= 0; // the end of a packet frees those of all others
`endif
                end
                if (!aresetn) begin
                    busy_reg <= 0;
                    turn_reg <= 0;
                    held_reg <= 0;
                end
            end
        end
    endgenerate
endmodule

`default_nettype wire
