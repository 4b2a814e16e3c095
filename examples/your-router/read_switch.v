// SPDX-License-Identifier: Apache-2.0
//
// The read channels of an AXI4 interconnect: AR from requesters to targets, R back. Bits [15:12] of an address are the number of the
// target; reads of other addresses get a decode error from the switch itself. A target gets the requester's number in front of the id.
// Reads with the same id come back in order: as long as one is open, another one with its id does not go anywhere else. Beats of
// several reads are not mixed. AR goes through a register of each target, R through one of each requester.
//
// With one of the macros FAULT_... defined it is wrong: docs/reference/black-box.md.
`default_nettype none

module read_switch #(
    parameter REQUESTERS = 3, // 4 at most
    parameter TARGETS = 2
) (
    input  wire                     aclk,
    input  wire                     aresetn, // synchronous, active low
    input  wire [REQUESTERS-1:0]    s_arvalid,
    output reg  [REQUESTERS-1:0]    s_arready,
    input  wire [REQUESTERS*16-1:0] s_araddr,
    input  wire [REQUESTERS*3-1:0]  s_arid,
    input  wire [REQUESTERS*2-1:0]  s_arlen,
    output reg  [REQUESTERS-1:0]    s_rvalid,
    input  wire [REQUESTERS-1:0]    s_rready,
    output reg  [REQUESTERS*32-1:0] s_rdata,
    output reg  [REQUESTERS*3-1:0]  s_rid,
    output reg  [REQUESTERS*2-1:0]  s_rresp,
    output reg  [REQUESTERS-1:0]    s_rlast,
    output reg  [TARGETS-1:0]       m_arvalid,
    input  wire [TARGETS-1:0]       m_arready,
    output reg  [TARGETS*16-1:0]    m_araddr,
    output reg  [TARGETS*5-1:0]     m_arid, // requester, id
    output reg  [TARGETS*2-1:0]     m_arlen,
    input  wire [TARGETS-1:0]       m_rvalid,
    output reg  [TARGETS-1:0]       m_rready,
    input  wire [TARGETS*32-1:0]    m_rdata,
    input  wire [TARGETS*5-1:0]     m_rid,
    input  wire [TARGETS*2-1:0]     m_rresp,
    input  wire [TARGETS-1:0]       m_rlast
);
    localparam NOWHERE = TARGETS; // the switch itself, as a source of R

    reg [3:0] open_reg [0:REQUESTERS*8-1];  // reads of a requester and an id
    reg [3:0] where_reg [0:REQUESTERS*8-1]; // and where they are
    reg [1:0] turn_reg [0:TARGETS-1];       // the requester that a target looks at first
    reg [3:0] from_reg [0:REQUESTERS-1];    // the source whose beats a requester gets
    reg [REQUESTERS-1:0] amid_reg;          // and whether it is within a read
    reg [REQUESTERS-1:0] error_reg;         // a decode error is to be sent, with so many beats more
    reg [REQUESTERS*3-1:0] error_id_reg;
    reg [REQUESTERS*2-1:0] error_left_reg;

    // Reads --------------------------------------------------------------------------------------------------------------
    reg [REQUESTERS-1:0] free;
    reg [3:0] to [0:REQUESTERS-1];
    reg [1:0] pick [0:TARGETS-1];
    reg [TARGETS-1:0] any;
    integer r, t, n;

    always @* begin
        for (r = 0; r < REQUESTERS; r = r + 1) begin
            to[r] = s_araddr[16*r+12 +: 4] < TARGETS ? s_araddr[16*r+12 +: 4] : NOWHERE;
            n = 8 * r + s_arid[3*r +: 3];
            free[r] = s_arvalid[r] && open_reg[n] != 15 && (open_reg[n] == 0 || where_reg[n] == to[r]);
`ifdef FAULT_ORDER
            free[r] = s_arvalid[r] && open_reg[n] != 15;
`endif
            s_arready[r] = free[r] && to[r] == NOWHERE && !error_reg[r];
        end
        for (t = 0; t < TARGETS; t = t + 1) begin
            pick[t] = 0;
            any[t] = 0;
            for (n = 2 * REQUESTERS - 1; n >= 0; n = n - 1)
                if (free[n % REQUESTERS] && to[n % REQUESTERS] == t && n >= turn_reg[t]) begin
                    pick[t] = n % REQUESTERS;
                    any[t] = !m_arvalid[t] || m_arready[t];
                end
            if (any[t]) s_arready[pick[t]] = 1;
        end
    end

    // What comes back ----------------------------------------------------------------------------------------------------
    reg [3:0] from [0:REQUESTERS-1];
    reg [REQUESTERS-1:0] beat;
    reg [1:0] back [0:TARGETS-1];
    integer q, m;

    always @* begin
        m_rready = 0;
        for (m = 0; m < TARGETS; m = m + 1) begin
            back[m] = m_rid[5*m+3 +: 2];
`ifdef FAULT_RETURN
            if (m > 0 && m_rvalid[0]) back[m] = m_rid[3 +: 2]; // that of the first target for all
`endif
        end
        for (q = 0; q < REQUESTERS; q = q + 1) begin
            from[q] = NOWHERE;
            for (m = 0; m < TARGETS; m = m + 1)
                if (m_rvalid[m] && back[m] == q && (from[q] == NOWHERE || from_reg[q] != from[q])) from[q] = m;
`ifndef FAULT_MIXED
            if (amid_reg[q]) from[q] = from_reg[q];
`endif
            beat[q] = from[q] == NOWHERE ? error_reg[q] : m_rvalid[from[q]] && back[from[q]] == q;
            beat[q] = beat[q] && (!s_rvalid[q] || s_rready[q]);
            if (beat[q] && from[q] != NOWHERE) m_rready[from[q]] = 1;
        end
    end

    // Registers ----------------------------------------------------------------------------------------------------------
    integer i, k, at;

    always @(posedge aclk) begin
        for (k = 0; k < TARGETS; k = k + 1) begin
            if (m_arready[k]) m_arvalid[k] <= 0;
            if (any[k]) begin
                m_arvalid[k] <= 1;
                m_araddr[16*k +: 16] <= s_araddr[16*pick[k] +: 16];
                m_arid[5*k +: 5] <= {pick[k], s_arid[3*pick[k] +: 3]};
                m_arlen[2*k +: 2] <= s_arlen[2*pick[k] +: 2];
                turn_reg[k] <= pick[k] == REQUESTERS - 1 ? 0 : pick[k] + 1'b1;
            end
        end
        for (i = 0; i < REQUESTERS; i = i + 1) begin
            if (s_rready[i]) s_rvalid[i] <= 0;
            if (beat[i]) begin
                from_reg[i] <= from[i];
                s_rvalid[i] <= 1;
                if (from[i] == NOWHERE) begin
                    s_rdata[32*i +: 32] <= 0;
                    s_rid[3*i +: 3] <= error_id_reg[3*i +: 3];
                    s_rresp[2*i +: 2] <= 2'b11;
                    s_rlast[i] <= error_left_reg[2*i +: 2] == 0;
                    amid_reg[i] <= error_left_reg[2*i +: 2] != 0;
                    error_reg[i] <= error_left_reg[2*i +: 2] != 0;
                    error_left_reg[2*i +: 2] <= error_left_reg[2*i +: 2] - 1'b1;
                end else begin
                    s_rdata[32*i +: 32] <= m_rdata[32*from[i] +: 32];
                    s_rid[3*i +: 3] <= m_rid[5*from[i] +: 3];
                    s_rresp[2*i +: 2] <= m_rresp[2*from[i] +: 2];
                    s_rlast[i] <= m_rlast[from[i]];
                    amid_reg[i] <= !m_rlast[from[i]];
                end
            end
            if (s_arvalid[i] && s_arready[i]) begin
                at = 8 * i + s_arid[3*i +: 3];
                open_reg[at] = open_reg[at] + 1'b1;
                where_reg[at] <= to[i];
                if (to[i] == NOWHERE) begin
`ifndef FAULT_SILENT
                    error_reg[i] <= 1;
`endif
                    error_id_reg[3*i +: 3] <= s_arid[3*i +: 3];
                    error_left_reg[2*i +: 2] <= s_arlen[2*i +: 2];
`ifdef FAULT_SHORT
                    error_left_reg[2*i +: 2] <= 0; // one beat, whatever was asked for
`endif
                end
            end
            if (s_rvalid[i] && s_rready[i] && s_rlast[i]) begin
                at = 8 * i + s_rid[3*i +: 3];
                open_reg[at] = open_reg[at] - 1'b1;
            end
        end
        if (!aresetn) begin
            m_arvalid <= 0;
            s_rvalid <= 0;
            amid_reg <= 0;
            error_reg <= 0;
            for (i = 0; i < REQUESTERS * 8; i = i + 1) open_reg[i] = 0;
            for (i = 0; i < REQUESTERS; i = i + 1) from_reg[i] <= 0;
            for (k = 0; k < TARGETS; k = k + 1) turn_reg[k] <= 0;
        end
    end
endmodule

`default_nettype wire
