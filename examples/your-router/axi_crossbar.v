// SPDX-License-Identifier: Apache-2.0
//
// An AXI4 crossbar: two requesters, two targets, all five channels. Bits [15:12] of an address are the number of the target; what has
// another address is answered by the crossbar itself, with a decode error. A target gets the requester's number in front of the id.
//
// A write takes its target from its AW to its last W, and a requester sends the AW of the next one behind that. Reads of several
// requesters share a target beat by beat, and what a requester gets of a read is not mixed with other reads. As long as a write or read
// of an id is open, another one with this id does not go anywhere else; so answers come in order for each id. Writes and reads know
// nothing of each other. What leaves the crossbar comes from registers.
//
// With one of the macros FAULT_... defined it is wrong: docs/reference/black-box.md.
`default_nettype none

module axi_crossbar #(
    parameter REQUESTERS = 2,
    parameter TARGETS = 2
) (
    input  wire                     aclk,
    input  wire                     aresetn, // synchronous, active low
    input  wire [REQUESTERS-1:0]    s_awvalid,
    output reg  [REQUESTERS-1:0]    s_awready,
    input  wire [REQUESTERS*16-1:0] s_awaddr,
    input  wire [REQUESTERS*3-1:0]  s_awid,
    input  wire [REQUESTERS*8-1:0]  s_awlen,
    input  wire [REQUESTERS*3-1:0]  s_awsize,
    input  wire [REQUESTERS-1:0]    s_wvalid,
    output reg  [REQUESTERS-1:0]    s_wready,
    input  wire [REQUESTERS*32-1:0] s_wdata,
    input  wire [REQUESTERS*4-1:0]  s_wstrb,
    input  wire [REQUESTERS-1:0]    s_wlast,
    output reg  [REQUESTERS-1:0]    s_bvalid,
    input  wire [REQUESTERS-1:0]    s_bready,
    output reg  [REQUESTERS*3-1:0]  s_bid,
    output reg  [REQUESTERS*2-1:0]  s_bresp,
    input  wire [REQUESTERS-1:0]    s_arvalid,
    output reg  [REQUESTERS-1:0]    s_arready,
    input  wire [REQUESTERS*16-1:0] s_araddr,
    input  wire [REQUESTERS*3-1:0]  s_arid,
    input  wire [REQUESTERS*8-1:0]  s_arlen,
    input  wire [REQUESTERS*3-1:0]  s_arsize,
    output reg  [REQUESTERS-1:0]    s_rvalid,
    input  wire [REQUESTERS-1:0]    s_rready,
    output reg  [REQUESTERS*32-1:0] s_rdata,
    output reg  [REQUESTERS*3-1:0]  s_rid,
    output reg  [REQUESTERS*2-1:0]  s_rresp,
    output reg  [REQUESTERS-1:0]    s_rlast,
    output reg  [TARGETS-1:0]       m_awvalid,
    input  wire [TARGETS-1:0]       m_awready,
    output reg  [TARGETS*16-1:0]    m_awaddr,
    output reg  [TARGETS*4-1:0]     m_awid, // requester, id
    output reg  [TARGETS*8-1:0]     m_awlen,
    output reg  [TARGETS*3-1:0]     m_awsize,
    output reg  [TARGETS-1:0]       m_wvalid,
    input  wire [TARGETS-1:0]       m_wready,
    output reg  [TARGETS*32-1:0]    m_wdata,
    output reg  [TARGETS*4-1:0]     m_wstrb,
    output reg  [TARGETS-1:0]       m_wlast,
    input  wire [TARGETS-1:0]       m_bvalid,
    output reg  [TARGETS-1:0]       m_bready,
    input  wire [TARGETS*4-1:0]     m_bid,
    input  wire [TARGETS*2-1:0]     m_bresp,
    output reg  [TARGETS-1:0]       m_arvalid,
    input  wire [TARGETS-1:0]       m_arready,
    output reg  [TARGETS*16-1:0]    m_araddr,
    output reg  [TARGETS*4-1:0]     m_arid,
    output reg  [TARGETS*8-1:0]     m_arlen,
    output reg  [TARGETS*3-1:0]     m_arsize,
    input  wire [TARGETS-1:0]       m_rvalid,
    output reg  [TARGETS-1:0]       m_rready,
    input  wire [TARGETS*32-1:0]    m_rdata,
    input  wire [TARGETS*4-1:0]     m_rid,
    input  wire [TARGETS*2-1:0]     m_rresp,
    input  wire [TARGETS-1:0]       m_rlast
);
    localparam [1:0] NOWHERE = 2; // the crossbar itself, as a target

    reg [3:0] w_open_reg [0:15], r_open_reg [0:15];   // writes and reads of {requester, id}, and where they are
    reg [1:0] w_where_reg [0:15], r_where_reg [0:15];
    reg [1:0] w_busy_reg;                             // a requester is between its AW and its last W
    reg [1:0] w_to_reg [0:1];                         // ... of a write to this target
    reg [1:0] w_taken_reg, w_from_reg;                // a target has a requester's write, and whose
    reg [1:0] b_error_reg, r_error_reg;               // a requester is to get a decode error, with this id
    reg [2:0] b_error_id_reg [0:1], r_error_id_reg [0:1];
    reg [7:0] r_error_left_reg [0:1];                 // and so many beats more
    reg [1:0] r_amid_reg;                             // a requester is within a read that comes from here
    reg [1:0] r_from_reg [0:1], b_from_reg [0:1];
    reg [1:0] w_turn_reg, r_turn_reg;                 // the requester that a target looks at first

    // Addresses -----------------------------------------------------------------------------------------------------------
    reg [1:0] w_to [0:1], r_to [0:1];
    reg [1:0] w_free, r_free, w_any, r_any, w_pick, r_pick;
    integer i, t, k;

    always @* begin
        for (i = 0; i < 2; i = i + 1) begin
            w_to[i] = s_awaddr[16*i+12 +: 4] < 2 ? s_awaddr[16*i+12 +: 2] : NOWHERE;
            k = 8 * i + s_awid[3*i +: 3];
            w_free[i] = s_awvalid[i] && !w_busy_reg[i] && w_open_reg[k] != 15 && (w_open_reg[k] == 0 || w_where_reg[k] == w_to[i]);
            r_to[i] = s_araddr[16*i+12 +: 4] < 2 ? s_araddr[16*i+12 +: 2] : NOWHERE;
            k = 8 * i + s_arid[3*i +: 3];
            r_free[i] = s_arvalid[i] && r_open_reg[k] != 15 && (r_open_reg[k] == 0 || r_where_reg[k] == r_to[i]);
`ifdef FAULT_ORDER
            r_free[i] = s_arvalid[i] && r_open_reg[k] != 15;
`endif
`ifdef FAULT_BLOCK
            if (w_busy_reg[i]) r_free[i] = 0; // a read waits for the write that has begun
`endif
            s_awready[i] = w_free[i] && w_to[i] == NOWHERE && !b_error_reg[i];
            s_arready[i] = r_free[i] && r_to[i] == NOWHERE && !r_error_reg[i];
        end
        for (t = 0; t < 2; t = t + 1) begin
            w_pick[t] = w_free[w_turn_reg[t]] && w_to[w_turn_reg[t]] == t ? w_turn_reg[t] : !w_turn_reg[t];
            w_any[t] = w_free[w_pick[t]] && w_to[w_pick[t]] == t && !w_taken_reg[t] && (!m_awvalid[t] || m_awready[t]);
`ifdef FAULT_BURST
            w_any[t] = w_free[w_pick[t]] && w_to[w_pick[t]] == t && (!m_awvalid[t] || m_awready[t]); // amid the W of another one
`endif
            if (w_any[t]) s_awready[w_pick[t]] = 1;
            r_pick[t] = r_free[r_turn_reg[t]] && r_to[r_turn_reg[t]] == t ? r_turn_reg[t] : !r_turn_reg[t];
            r_any[t] = r_free[r_pick[t]] && r_to[r_pick[t]] == t && (!m_arvalid[t] || m_arready[t]);
            if (r_any[t]) s_arready[r_pick[t]] = 1;
        end
    end

    // Data and answers ----------------------------------------------------------------------------------------------------
    reg [1:0] b_from [0:1], r_from [0:1];
    reg [1:0] b_any, b_back, r_beat;
    integer j, m;

    always @* begin
        m_bready = 0;
        m_rready = 0;
        for (j = 0; j < 2; j = j + 1) begin
            s_wready[j] = w_busy_reg[j] && (w_to_reg[j] == NOWHERE || (w_from_reg[w_to_reg[j][0]] == j &&
                                                                        (!m_wvalid[w_to_reg[j][0]] || m_wready[w_to_reg[j][0]])));
`ifdef FAULT_BLOCK
            if (s_arvalid[j]) s_wready[j] = 0; // and the write for the read
`endif
            b_from[j] = NOWHERE;
            r_from[j] = NOWHERE;
            for (m = 0; m < 2; m = m + 1) begin
                if (m_bvalid[m] && m_bid[4*m+3] == j && (b_from[j] == NOWHERE || b_from_reg[j] != b_from[j])) b_from[j] = m;
                if (m_rvalid[m] && m_rid[4*m+3] == j && (r_from[j] == NOWHERE || r_from_reg[j] != r_from[j])) r_from[j] = m;
            end
            if (b_error_reg[j]) b_from[j] = NOWHERE;
            if (r_error_reg[j]) r_from[j] = NOWHERE;
`ifndef FAULT_MIXED
            if (r_amid_reg[j]) r_from[j] = r_from_reg[j];
`endif
            b_any[j] = (b_from[j] != NOWHERE || b_error_reg[j]) && (!s_bvalid[j] || s_bready[j]);
            if (b_any[j] && b_from[j] != NOWHERE) m_bready[b_from[j][0]] = 1;
            r_beat[j] = r_from[j] == NOWHERE ? r_error_reg[j] : m_rvalid[r_from[j][0]] && m_rid[4*r_from[j][0]+3] == j;
            r_beat[j] = r_beat[j] && (!s_rvalid[j] || s_rready[j]);
            if (r_beat[j] && r_from[j] != NOWHERE) m_rready[r_from[j][0]] = 1;
        end
    end

    // Registers -----------------------------------------------------------------------------------------------------------
    integer q, u, at;

    always @(posedge aclk) begin
        for (q = 0; q < 2; q = q + 1) begin
            if (s_bready[q]) s_bvalid[q] <= 0;
            if (s_bvalid[q] && s_bready[q]) begin
                at = 8 * q + s_bid[3*q +: 3];
                w_open_reg[at] = w_open_reg[at] - 1'b1;
            end
            if (b_any[q]) begin
                s_bvalid[q] <= 1;
                s_bid[3*q +: 3] <= b_from[q] == NOWHERE ? b_error_id_reg[q] : m_bid[4*b_from[q][0] +: 3];
                s_bresp[2*q +: 2] <= b_from[q] == NOWHERE ? 2'b11 : m_bresp[2*b_from[q][0] +: 2];
                b_from_reg[q] <= b_from[q];
                if (b_from[q] == NOWHERE) b_error_reg[q] <= 0;
            end
            if (s_rready[q]) s_rvalid[q] <= 0;
            if (s_rvalid[q] && s_rready[q] && s_rlast[q]) begin
                at = 8 * q + s_rid[3*q +: 3];
                r_open_reg[at] = r_open_reg[at] - 1'b1;
            end
            if (r_beat[q]) begin
                s_rvalid[q] <= 1;
                s_rdata[32*q +: 32] <= r_from[q] == NOWHERE ? 32'd0 : m_rdata[32*r_from[q][0] +: 32];
                s_rid[3*q +: 3] <= r_from[q] == NOWHERE ? r_error_id_reg[q] : m_rid[4*r_from[q][0] +: 3];
                s_rresp[2*q +: 2] <= r_from[q] == NOWHERE ? 2'b11 : m_rresp[2*r_from[q][0] +: 2];
                s_rlast[q] <= r_from[q] == NOWHERE ? r_error_left_reg[q] == 0 : m_rlast[r_from[q][0]];
                r_amid_reg[q] <= r_from[q] == NOWHERE ? r_error_left_reg[q] != 0 : !m_rlast[r_from[q][0]];
                r_from_reg[q] <= r_from[q];
                if (r_from[q] == NOWHERE) begin
                    r_error_reg[q] <= r_error_left_reg[q] != 0;
                    r_error_left_reg[q] <= r_error_left_reg[q] - 1'b1;
                end
            end
            if (s_awvalid[q] && s_awready[q]) begin
                at = 8 * q + s_awid[3*q +: 3];
                w_open_reg[at] = w_open_reg[at] + 1'b1;
                w_where_reg[at] <= w_to[q];
                w_busy_reg[q] <= 1;
                w_to_reg[q] <= w_to[q];
                b_error_id_reg[q] <= b_error_reg[q] ? b_error_id_reg[q] : s_awid[3*q +: 3];
`ifdef FAULT_EARLY
                if (w_to[q] == NOWHERE) b_error_reg[q] <= 1; // before its W are in
`endif
            end
            if (s_wvalid[q] && s_wready[q] && s_wlast[q]) begin
                w_busy_reg[q] <= 0;
`ifndef FAULT_EARLY
                if (w_to_reg[q] == NOWHERE) b_error_reg[q] <= 1;
`endif
            end
            if (s_arvalid[q] && s_arready[q]) begin
                at = 8 * q + s_arid[3*q +: 3];
                r_open_reg[at] = r_open_reg[at] + 1'b1;
                r_where_reg[at] <= r_to[q];
                if (r_to[q] == NOWHERE) begin
                    r_error_reg[q] <= 1;
`ifdef FAULT_SWALLOW
                    if (r_amid_reg[q]) r_error_reg[q] <= 0; // no answer while another read is answered
`endif
                    r_error_id_reg[q] <= s_arid[3*q +: 3];
                    r_error_left_reg[q] <= s_arlen[8*q +: 8];
                end
            end
        end
        for (u = 0; u < 2; u = u + 1) begin
            if (m_wready[u]) m_wvalid[u] <= 0;
            for (at = 0; at < 2; at = at + 1)
                if (s_wvalid[at] && s_wready[at] && w_to_reg[at] == u) begin
                    m_wvalid[u] <= 1;
                    m_wdata[32*u +: 32] <= s_wdata[32*at +: 32];
                    m_wstrb[4*u +: 4] <= s_wstrb[4*at +: 4];
                    m_wlast[u] <= s_wlast[at];
                    if (s_wlast[at]) w_taken_reg[u] <= 0;
                end
            if (m_awready[u]) m_awvalid[u] <= 0;
            if (w_any[u]) begin
                m_awvalid[u] <= 1;
                m_awaddr[16*u +: 16] <= s_awaddr[16*w_pick[u] +: 16];
                m_awid[4*u +: 4] <= {w_pick[u], s_awid[3*w_pick[u] +: 3]};
                m_awlen[8*u +: 8] <= s_awlen[8*w_pick[u] +: 8];
                m_awsize[3*u +: 3] <= s_awsize[3*w_pick[u] +: 3];
                w_taken_reg[u] <= 1;
                w_from_reg[u] <= w_pick[u];
                w_turn_reg[u] <= !w_pick[u];
            end
            if (m_arready[u]) m_arvalid[u] <= 0;
            if (r_any[u]) begin
                m_arvalid[u] <= 1;
                m_araddr[16*u +: 16] <= s_araddr[16*r_pick[u] +: 16];
                m_arid[4*u +: 4] <= {r_pick[u], s_arid[3*r_pick[u] +: 3]};
`ifdef FAULT_ID
                if (&r_free) m_arid[4*u +: 3] <= s_arid[2:0]; // of two that ask at once, that of the first one
`endif
                m_arlen[8*u +: 8] <= s_arlen[8*r_pick[u] +: 8];
                m_arsize[3*u +: 3] <= s_arsize[3*r_pick[u] +: 3];
                r_turn_reg[u] <= !r_pick[u];
            end
        end
        if (!aresetn) begin
            m_awvalid <= 0;
            m_wvalid <= 0;
            m_arvalid <= 0;
            s_bvalid <= 0;
            s_rvalid <= 0;
            w_busy_reg <= 0;
            w_taken_reg <= 0;
            b_error_reg <= 0;
            r_error_reg <= 0;
            r_amid_reg <= 0;
            w_turn_reg <= 0;
            r_turn_reg <= 0;
            for (at = 0; at < 16; at = at + 1) begin
                w_open_reg[at] = 0;
                r_open_reg[at] = 0;
            end
        end
    end
endmodule

`default_nettype wire
