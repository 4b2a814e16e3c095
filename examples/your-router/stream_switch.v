// SPDX-License-Identifier: Apache-2.0
//
// A switch for AXI4-Stream, without a register in the way of data: each output takes its packets from one input after the other,
// in turn. Ready depends on valid in the same cycle, and valid on nothing but the inputs.
//
// With one of the macros FAULT_... defined it is wrong, in a way that switches out there were: docs/reference/black-box.md.
`default_nettype none

module stream_switch #(
    parameter INPUTS = 3,
    parameter OUTPUTS = 4,
    parameter WIDTH = 32 // bits of data
) (
    input  wire                     aclk,
    input  wire                     aresetn, // synchronous, active low
    input  wire [INPUTS-1:0]        s_tvalid,
    output wire [INPUTS-1:0]        s_tready,
    input  wire [INPUTS*WIDTH-1:0]  s_tdata,
    input  wire [INPUTS-1:0]        s_tlast,
    input  wire [INPUTS*4-1:0]      s_tdest,
    output wire [OUTPUTS-1:0]       m_tvalid,
    input  wire [OUTPUTS-1:0]       m_tready,
    output wire [OUTPUTS*WIDTH-1:0] m_tdata,
    output wire [OUTPUTS-1:0]       m_tlast,
    output wire [OUTPUTS*4-1:0]     m_tdest
);
    localparam BITS = $clog2(INPUTS);
`ifdef FAULT_SQUARE
    localparam SERVED = INPUTS; // right as long as there are as many of either
`else
    localparam SERVED = OUTPUTS;
`endif

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
            reg [INPUTS-1:0] wants;   // inputs that have a beat for this output
            reg [BITS-1:0] turn_reg;  // the input that is looked at first
            reg [BITS-1:0] owner_reg; // the input whose packet, or first beat, is under way
            reg busy_reg;
            reg [BITS-1:0] pick;      // the input whose beat is shown
            reg any;
            integer i;

            always @* begin
                for (i = 0; i < INPUTS; i = i + 1) begin
                    wants[i] = s_tvalid[i] && s_tdest[4*i +: 4] == o && o < SERVED;
`ifdef FAULT_DEST
                    if (s_tvalid[0] && s_tvalid[1]) wants[i] = s_tvalid[i] && s_tdest[3:0] == o; // that of input 0 for all
`endif
`ifdef FAULT_SINGLE
                    if (!busy_reg && s_tlast[i]) wants[i] = 0; // what begins and ends in one beat is no packet ...
`endif
                end
                pick = turn_reg;
                for (i = INPUTS - 1; i >= 0; i = i - 1)
                    if (wants[i] && i < turn_reg) pick = i[BITS-1:0];
                for (i = INPUTS - 1; i >= 0; i = i - 1)
                    if (wants[i] && i >= turn_reg) pick = i[BITS-1:0];
                if (busy_reg) pick = owner_reg;
                any = wants[pick];
            end

            assign m_tvalid[o] = any;
            assign m_tdata[o*WIDTH +: WIDTH] = s_tdata[pick*WIDTH +: WIDTH];
            assign m_tlast[o] = s_tlast[pick];
            assign m_tdest[o*4 +: 4] = s_tdest[pick*4 +: 4];

            always @* begin
                taken[o] = 0;
                taken[o][pick] = any && m_tready[o];
`ifdef FAULT_STALL
                taken[o][pick] = any && (m_tready[o] || busy_reg && !m_tlast[o]); // in its middle a packet does not wait
`endif
`ifdef FAULT_SINGLE
                for (i = 0; i < INPUTS; i = i + 1) // ... and is taken all the same
                    if (!busy_reg && s_tvalid[i] && s_tlast[i] && s_tdest[4*i +: 4] == o) taken[o][i] = 1;
`endif
            end

            always @(posedge aclk) begin
                if (any) begin
                    owner_reg <= pick;
                    busy_reg <= !(m_tready[o] && m_tlast[o]);
                    if (m_tready[o] && m_tlast[o]) turn_reg <= pick == INPUTS - 1 ? 0 : pick + 1'b1;
                end
                if (!aresetn) begin
                    busy_reg <= 0;
                    turn_reg <= 0;
                end
            end
        end
    endgenerate
endmodule

`default_nettype wire
