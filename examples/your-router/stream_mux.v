// SPDX-License-Identifier: Apache-2.0
//
// A multiplexer for AXI4-Stream: packets of all inputs leave at one output, those of one input after the other, in turn, without a cycle
// between them.
//
// With one of the macros FAULT_... defined it is wrong, in a way that shows in its pace: docs/reference/black-box.md.
`default_nettype none

module stream_mux #(
    parameter INPUTS = 3,
    parameter WIDTH = 32 // bits of data
) (
    input  wire                    aclk,
    input  wire                    aresetn, // synchronous, active low
    input  wire [INPUTS-1:0]       s_tvalid,
    output reg  [INPUTS-1:0]       s_tready,
    input  wire [INPUTS*WIDTH-1:0] s_tdata,
    input  wire [INPUTS-1:0]       s_tlast,
    output wire                    m_tvalid,
    input  wire                    m_tready,
    output wire [WIDTH-1:0]        m_tdata,
    output wire                    m_tlast
);
    localparam BITS = $clog2(INPUTS);

    reg [BITS-1:0] turn_reg;  // the input that is looked at first
    reg [BITS-1:0] owner_reg; // the input whose packet, or first beat, is under way
    reg busy_reg;
    reg [BITS-1:0] pick;      // the input whose beat is shown
    wire taken = m_tvalid && m_tready;
    integer i;

    always @* begin
        pick = turn_reg;
        for (i = INPUTS - 1; i >= 0; i = i - 1)
            if (s_tvalid[i] && i < turn_reg) pick = i[BITS-1:0];
        for (i = INPUTS - 1; i >= 0; i = i - 1)
            if (s_tvalid[i] && i >= turn_reg) pick = i[BITS-1:0];
        if (busy_reg) pick = owner_reg;
        s_tready = 0;
        s_tready[pick] = taken;
    end

`ifdef FAULT_REST
    reg [3:0] rest_reg; // a timer says when a packet is through
    always @(posedge aclk)
        if (!aresetn) rest_reg <= 0;
        else if (taken && m_tlast) rest_reg <= 14;
        else if (rest_reg != 0) rest_reg <= rest_reg - 1'b1;
    assign m_tvalid = s_tvalid[pick] && rest_reg == 0;
`else
    assign m_tvalid = s_tvalid[pick];
`endif
    assign m_tdata = s_tdata[pick*WIDTH +: WIDTH];
    assign m_tlast = s_tlast[pick];

    always @(posedge aclk) begin
        if (m_tvalid) begin
            owner_reg <= pick;
`ifdef FAULT_CHANGE
            if (m_tready) busy_reg <= !m_tlast; // a first beat that is held up makes way for that of another input
`else
            busy_reg <= !(m_tready && m_tlast);
`endif
`ifndef FAULT_PRIORITY // the first input comes first, always
            if (m_tready && m_tlast) turn_reg <= pick == INPUTS - 1 ? 0 : pick + 1'b1;
`endif
        end
        if (!aresetn) begin
            busy_reg <= 0;
            turn_reg <= 0;
        end
    end
endmodule

`default_nettype wire
