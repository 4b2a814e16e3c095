// SPDX-License-Identifier: Apache-2.0
//
// A guard before each input of the switch for AXI4-Stream: packets that have no output are dropped, those that are too long are cut, and
// a valid that is taken back does no harm. All without a register in the way of data.
//
// With one of the macros FAULT_... defined it is wrong, in a way that shows when a packet is not legal: docs/reference/black-box.md.
`default_nettype none

module stream_guard #(
    parameter INPUTS = 3,
    parameter OUTPUTS = 4,
    parameter WIDTH = 32,  // bits of data
    parameter LONGEST = 9  // beats of a packet
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
    wire [INPUTS-1:0] valid, ready, last;
    wire [INPUTS*4-1:0] dest;

    genvar i;
    generate
        for (i = 0; i < INPUTS; i = i + 1) begin : input_port
            reg [7:0] beat_reg; // of the packet, from 0 on
            reg drop_reg;       // the rest of a packet that was cut is dropped
            wire lost = s_tdest[4*i +: 4] >= OUTPUTS;
            wire cut = beat_reg == LONGEST - 1;
`ifdef FAULT_HANG
            wire drop = drop_reg; // what has no output waits for it
`elsif FAULT_LEAK
            wire drop = drop_reg;
`else
            wire drop = drop_reg || lost;
`endif
`ifdef FAULT_WITHDRAWN
            reg waits_reg, shut_reg; // a beat is shown and not taken; who was shut stays so
            always @(posedge aclk) waits_reg <= aresetn && s_tvalid[i] && !s_tready[i];
            always @(posedge aclk) shut_reg <= aresetn && (shut_reg || waits_reg && !s_tvalid[i]);
            assign valid[i] = s_tvalid[i] && !drop && !shut_reg;
            assign s_tready[i] = !shut_reg && (drop || ready[i]);
`else
            assign valid[i] = s_tvalid[i] && !drop;
            assign s_tready[i] = drop || ready[i];
`endif
`ifdef FAULT_CUT
            assign last[i] = s_tlast[i]; // the output waits for the end of it
`else
            assign last[i] = s_tlast[i] || cut;
`endif
`ifdef FAULT_LEAK
            assign dest[4*i +: 4] = lost ? 4'd0 : s_tdest[4*i +: 4];
`else
            assign dest[4*i +: 4] = s_tdest[4*i +: 4];
`endif

            always @(posedge aclk) begin
                if (s_tvalid[i] && s_tready[i]) begin
                    beat_reg <= s_tlast[i] || drop ? 0 : beat_reg + 1'b1;
                    drop_reg <= !s_tlast[i] && (drop_reg || cut && !lost);
                end
                if (!aresetn) begin
                    beat_reg <= 0;
                    drop_reg <= 0;
                end
            end
        end
    endgenerate

    stream_switch #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .WIDTH(WIDTH)) switch_core (
        .aclk(aclk), .aresetn(aresetn), .s_tvalid(valid), .s_tready(ready), .s_tdata(s_tdata), .s_tlast(last), .s_tdest(dest),
        .m_tvalid(m_tvalid), .m_tready(m_tready), .m_tdata(m_tdata), .m_tlast(m_tlast), .m_tdest(m_tdest));
endmodule

`default_nettype wire
