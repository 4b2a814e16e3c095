// SPDX-License-Identifier: Apache-2.0
//
// The write channels of an AXI4 interconnect: AW and W from requesters to targets, B back. Bits [15:12] of an address are the number of
// the target; the switch takes writes to other addresses, and answers them with a decode error. A target gets the requester's number in
// front of the id.
//
// AW may be many cycles ahead of their W. Each requester has a queue of the targets of its bursts, and each target one of the requesters
// whose bursts it gets, both in the order in which AW went in: so no two targets wait for each other's. Writes with the same id are
// answered in order: as long as one is open, another one with its id goes nowhere else. AW and W go through a register of each target,
// B through one of each requester.
//
// With one of the macros FAULT_... defined it is wrong: docs/reference/black-box.md.
`default_nettype none

module write_switch #(
    parameter REQUESTERS = 3, // 4 at most
    parameter TARGETS = 2
) (
    input  wire                     aclk,
    input  wire                     aresetn, // synchronous, active low
    input  wire [REQUESTERS-1:0]    s_awvalid,
    output reg  [REQUESTERS-1:0]    s_awready,
    input  wire [REQUESTERS*16-1:0] s_awaddr,
    input  wire [REQUESTERS*3-1:0]  s_awid,
    input  wire [REQUESTERS*2-1:0]  s_awlen,
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
    output reg  [TARGETS-1:0]       m_awvalid,
    input  wire [TARGETS-1:0]       m_awready,
    output reg  [TARGETS*16-1:0]    m_awaddr,
    output reg  [TARGETS*5-1:0]     m_awid, // requester, id
    output reg  [TARGETS*2-1:0]     m_awlen,
    output reg  [TARGETS*3-1:0]     m_awsize,
    output reg  [TARGETS-1:0]       m_wvalid,
    input  wire [TARGETS-1:0]       m_wready,
    output reg  [TARGETS*32-1:0]    m_wdata,
    output reg  [TARGETS*4-1:0]     m_wstrb,
    output reg  [TARGETS-1:0]       m_wlast,
    input  wire [TARGETS-1:0]       m_bvalid,
    output reg  [TARGETS-1:0]       m_bready,
    input  wire [TARGETS*5-1:0]     m_bid,
    input  wire [TARGETS*2-1:0]     m_bresp
);
    localparam NOWHERE = TARGETS; // the switch itself, as a target

    reg [3:0] open_reg [0:REQUESTERS*8-1];   // writes of a requester and an id
    reg [3:0] where_reg [0:REQUESTERS*8-1];  // and where they are
    reg [2:0] bursts_reg [0:REQUESTERS-1];   // of a requester whose last beat is still to come
    reg [15:0] goes_reg [0:REQUESTERS-1];    // and where they go, the first one lowest
    reg [7:0] queue_reg [0:TARGETS-1];       // requesters, the first one lowest
    reg [2:0] queued_reg [0:TARGETS-1];      // how many
    reg [1:0] turn_reg [0:TARGETS-1];        // the requester that a target looks at first
    reg [3:0] from_reg [0:REQUESTERS-1];     // the target that a requester was answered by last
    reg [REQUESTERS-1:0] error_reg;          // a decode error is to be sent
    reg [REQUESTERS*3-1:0] error_id_reg;

    // AW -----------------------------------------------------------------------------------------------------------------
    reg [REQUESTERS-1:0] free;
    reg [3:0] to [0:REQUESTERS-1];
    reg [1:0] pick [0:TARGETS-1];
    reg [TARGETS-1:0] any;
    integer r, t, n;

    always @* begin
        for (r = 0; r < REQUESTERS; r = r + 1) begin
            to[r] = s_awaddr[16*r+12 +: 4] < TARGETS ? s_awaddr[16*r+12 +: 4] : NOWHERE;
            n = 8 * r + s_awid[3*r +: 3];
            free[r] = s_awvalid[r] && open_reg[n] != 15 && bursts_reg[r] != 4;
`ifndef FAULT_ORDER
            if (open_reg[n] != 0 && where_reg[n] != to[r]) free[r] = 0;
`endif
            s_awready[r] = free[r] && to[r] == NOWHERE && bursts_reg[r] == 0 && !error_reg[r];
        end
        for (t = 0; t < TARGETS; t = t + 1) begin
            pick[t] = 0;
            any[t] = 0;
            for (n = 2 * REQUESTERS - 1; n >= 0; n = n - 1)
                if (free[n % REQUESTERS] && to[n % REQUESTERS] == t && n >= turn_reg[t]) begin
                    pick[t] = n % REQUESTERS;
                    any[t] = (!m_awvalid[t] || m_awready[t]) && queued_reg[t] != 4;
                end
            if (any[t]) s_awready[pick[t]] = 1;
        end
    end

    // W ------------------------------------------------------------------------------------------------------------------
    reg [1:0] head [0:TARGETS-1];
    reg [TARGETS-1:0] beat;
    integer u, v;

    always @* begin
        for (v = 0; v < REQUESTERS; v = v + 1) s_wready[v] = bursts_reg[v] != 0 && goes_reg[v][3:0] == NOWHERE;
`ifdef FAULT_SILENT
        s_wready = 0; // and nobody takes what goes nowhere
`endif
        for (u = 0; u < TARGETS; u = u + 1) begin
            head[u] = queue_reg[u][1:0];
`ifdef FAULT_MIXED
            if (queued_reg[u] == 4) head[u] = queue_reg[u][3:2]; // of a full queue the second one
`endif
            beat[u] = queued_reg[u] != 0 && s_wvalid[head[u]] && goes_reg[head[u]][3:0] == u && (!m_wvalid[u] || m_wready[u]);
            if (beat[u]) s_wready[head[u]] = 1;
        end
    end

    // B ------------------------------------------------------------------------------------------------------------------
    reg [3:0] from [0:REQUESTERS-1];
    reg [REQUESTERS-1:0] answer;
    integer q, m;

    always @* begin
        m_bready = 0;
        for (q = 0; q < REQUESTERS; q = q + 1) begin
            from[q] = NOWHERE;
            for (m = 0; m < TARGETS; m = m + 1)
                if (m_bvalid[m] && m_bid[5*m+3 +: 2] == q && (from[q] == NOWHERE || from_reg[q] != from[q])) from[q] = m;
            if (error_reg[q]) from[q] = NOWHERE;
            answer[q] = (error_reg[q] || from[q] != NOWHERE) && (!s_bvalid[q] || s_bready[q]);
            if (answer[q] && from[q] != NOWHERE) m_bready[from[q]] = 1;
        end
    end

    // Registers ----------------------------------------------------------------------------------------------------------
    integer i, k, at;

    always @(posedge aclk) begin
        for (i = 0; i < REQUESTERS; i = i + 1) begin
            if (s_wvalid[i] && s_wready[i] && s_wlast[i]) begin
`ifndef FAULT_EARLY
                if (goes_reg[i][3:0] == NOWHERE) error_reg[i] <= 1;
`endif
                bursts_reg[i] = bursts_reg[i] - 1'b1;
                goes_reg[i] = goes_reg[i] >> 4;
            end
            if (s_awvalid[i] && s_awready[i]) begin
                at = 8 * i + s_awid[3*i +: 3];
                open_reg[at] = open_reg[at] + 1'b1;
                where_reg[at] <= to[i];
                goes_reg[i][4*bursts_reg[i] +: 4] = to[i];
`ifdef FAULT_AHEAD
                goes_reg[i] = {4{to[i]}}; // where the last one goes
`endif
                bursts_reg[i] = bursts_reg[i] + 1'b1;
                if (to[i] == NOWHERE) error_id_reg[3*i +: 3] <= s_awid[3*i +: 3];
`ifdef FAULT_EARLY
                if (to[i] == NOWHERE) error_reg[i] <= 1; // before its beats are in
`endif
            end
            if (s_bready[i]) s_bvalid[i] <= 0;
            if (s_bvalid[i] && s_bready[i]) begin
                at = 8 * i + s_bid[3*i +: 3];
                open_reg[at] = open_reg[at] - 1'b1;
            end
            if (answer[i]) begin
                from_reg[i] <= from[i];
                s_bvalid[i] <= 1;
                s_bid[3*i +: 3] <= error_id_reg[3*i +: 3];
                s_bresp[2*i +: 2] <= 2'b11;
                if (from[i] == NOWHERE) error_reg[i] <= 0;
                else begin
                    s_bid[3*i +: 3] <= m_bid[5*from[i] +: 3];
                    s_bresp[2*i +: 2] <= m_bresp[2*from[i] +: 2];
                end
            end
        end
        for (k = 0; k < TARGETS; k = k + 1) begin
            if (m_wready[k]) m_wvalid[k] <= 0;
            if (beat[k]) begin
                m_wvalid[k] <= 1;
                m_wdata[32*k +: 32] <= s_wdata[32*head[k] +: 32];
                m_wstrb[4*k +: 4] <= s_wstrb[4*head[k] +: 4];
                m_wlast[k] <= s_wlast[head[k]];
                if (s_wlast[head[k]]) begin
                    queue_reg[k] = queue_reg[k] >> 2;
                    queued_reg[k] = queued_reg[k] - 1'b1;
                end
            end
            if (m_awready[k]) m_awvalid[k] <= 0;
            if (any[k]) begin
                m_awvalid[k] <= 1;
                m_awaddr[16*k +: 16] <= s_awaddr[16*pick[k] +: 16];
                m_awid[5*k +: 5] <= {pick[k], s_awid[3*pick[k] +: 3]};
                m_awlen[2*k +: 2] <= s_awlen[2*pick[k] +: 2];
`ifdef FAULT_LENGTH
                if (m_awvalid[k]) m_awlen[2*k +: 2] <= m_awlen[2*k +: 2]; // right behind another one: its length
`endif
                m_awsize[3*k +: 3] <= s_awsize[3*pick[k] +: 3];
                turn_reg[k] <= pick[k] == REQUESTERS - 1 ? 0 : pick[k] + 1'b1;
                queue_reg[k][2*queued_reg[k] +: 2] = pick[k];
                queued_reg[k] = queued_reg[k] + 1'b1;
            end
        end
        if (!aresetn) begin
            m_awvalid <= 0;
            m_wvalid <= 0;
            s_bvalid <= 0;
            error_reg <= 0;
            for (i = 0; i < REQUESTERS * 8; i = i + 1) open_reg[i] = 0;
            for (i = 0; i < REQUESTERS; i = i + 1) begin
                bursts_reg[i] = 0;
                from_reg[i] <= 0;
            end
            for (k = 0; k < TARGETS; k = k + 1) begin
                turn_reg[k] <= 0;
                queue_reg[k] = 0;
                queued_reg[k] = 0;
            end
        end
    end
endmodule

`default_nettype wire
