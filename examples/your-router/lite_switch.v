// SPDX-License-Identifier: Apache-2.0
//
// An AXI4-Lite switch, with writes and reads. Bits [15:12] of an address are the number of the target; accesses to other addresses get
// a decode error from the switch itself. Up to four writes and four reads of a requester, or at a target, are under way. AW and W may come
// in any order; answers come in the order of AW, or of AR.
//
// With one of the macros FAULT_... defined it is wrong: docs/reference/black-box.md.
`default_nettype none

module lite_switch #(
    parameter REQUESTERS = 2, // 4 at most
    parameter TARGETS = 2
) (
    input  wire                     aclk,
    input  wire                     aresetn, // synchronous, active low
    input  wire [REQUESTERS-1:0]    s_awvalid,
    output wire [REQUESTERS-1:0]    s_awready,
    input  wire [REQUESTERS*16-1:0] s_awaddr,
    input  wire [REQUESTERS*3-1:0]  s_awprot,
    input  wire [REQUESTERS-1:0]    s_wvalid,
    output wire [REQUESTERS-1:0]    s_wready,
    input  wire [REQUESTERS*32-1:0] s_wdata,
    input  wire [REQUESTERS*4-1:0]  s_wstrb,
    output wire [REQUESTERS-1:0]    s_bvalid,
    input  wire [REQUESTERS-1:0]    s_bready,
    output wire [REQUESTERS*2-1:0]  s_bresp,
    input  wire [REQUESTERS-1:0]    s_arvalid,
    output wire [REQUESTERS-1:0]    s_arready,
    input  wire [REQUESTERS*16-1:0] s_araddr,
    input  wire [REQUESTERS*3-1:0]  s_arprot,
    output wire [REQUESTERS-1:0]    s_rvalid,
    input  wire [REQUESTERS-1:0]    s_rready,
    output wire [REQUESTERS*32-1:0] s_rdata,
    output wire [REQUESTERS*2-1:0]  s_rresp,
    output wire [TARGETS-1:0]       m_awvalid,
    input  wire [TARGETS-1:0]       m_awready,
    output wire [TARGETS*16-1:0]    m_awaddr,
    output wire [TARGETS*3-1:0]     m_awprot,
    output reg  [TARGETS-1:0]       m_wvalid,
    input  wire [TARGETS-1:0]       m_wready,
    output reg  [TARGETS*32-1:0]    m_wdata,
    output reg  [TARGETS*4-1:0]     m_wstrb,
    input  wire [TARGETS-1:0]       m_bvalid,
    output wire [TARGETS-1:0]       m_bready,
    input  wire [TARGETS*2-1:0]     m_bresp,
    output wire [TARGETS-1:0]       m_arvalid,
    input  wire [TARGETS-1:0]       m_arready,
    output wire [TARGETS*16-1:0]    m_araddr,
    output wire [TARGETS*3-1:0]     m_arprot,
    input  wire [TARGETS-1:0]       m_rvalid,
    output wire [TARGETS-1:0]       m_rready,
    input  wire [TARGETS*32-1:0]    m_rdata,
    input  wire [TARGETS*2-1:0]     m_rresp
);
    // Writes: an address goes on when its data are there --------------------------------------------------------------------
    reg [REQUESTERS-1:0] data_reg; // W of a requester is here
    reg [REQUESTERS*32-1:0] wdata_reg;
    reg [REQUESTERS*4-1:0] wstrb_reg;
    wire [REQUESTERS-1:0] gone;
    wire [TARGETS-1:0] begins;
    wire [TARGETS*2-1:0] whose;
    integer i, k;

    assign s_wready = ~data_reg;

    lite_path #(.REQUESTERS(REQUESTERS), .TARGETS(TARGETS), .BITS(2)) writes (
        .clk(aclk), .rst_n(aresetn), .may(data_reg), .gone(gone), .begins(begins), .whose(whose), .idle(~m_wvalid | m_wready),
        .s_valid(s_awvalid), .s_ready(s_awready), .s_addr(s_awaddr), .s_prot(s_awprot),
        .s_done(s_bvalid), .s_take(s_bready), .s_answer(s_bresp),
        .m_valid(m_awvalid), .m_ready(m_awready), .m_addr(m_awaddr), .m_prot(m_awprot),
        .m_done(m_bvalid), .m_take(m_bready), .m_answer(m_bresp)
    );

    always @(posedge aclk) begin
        for (i = 0; i < REQUESTERS; i = i + 1) begin
            if (gone[i]) data_reg[i] <= 0;
            if (s_wvalid[i] && s_wready[i]) begin
                data_reg[i] <= 1;
                wdata_reg[32*i +: 32] <= s_wdata[32*i +: 32];
                wstrb_reg[4*i +: 4] <= s_wstrb[4*i +: 4];
`ifdef FAULT_STROBE
                if (s_awready[i] && !s_awvalid[i]) wstrb_reg[4*i +: 4] <= 4'hf; // data before the address: all bytes
`endif
            end
        end
        for (k = 0; k < TARGETS; k = k + 1) begin
            if (m_wready[k]) m_wvalid[k] <= 0;
            if (begins[k]) begin
                m_wvalid[k] <= 1;
                m_wdata[32*k +: 32] <= wdata_reg[32*whose[2*k +: 2] +: 32];
                m_wstrb[4*k +: 4] <= wstrb_reg[4*whose[2*k +: 2] +: 4];
            end
        end
        if (!aresetn) begin
            data_reg <= 0;
            m_wvalid <= 0;
        end
    end

    // Reads -----------------------------------------------------------------------------------------------------------------
    wire [REQUESTERS*34-1:0] s_r;
    wire [TARGETS*34-1:0] m_r;
    genvar g;

    generate
        for (g = 0; g < REQUESTERS; g = g + 1) begin : g_requester
            assign {s_rresp[2*g +: 2], s_rdata[32*g +: 32]} = s_r[34*g +: 34];
        end
        for (g = 0; g < TARGETS; g = g + 1) begin : g_target
            assign m_r[34*g +: 34] = {m_rresp[2*g +: 2], m_rdata[32*g +: 32]};
        end
    endgenerate

    lite_path #(.REQUESTERS(REQUESTERS), .TARGETS(TARGETS), .BITS(34)) reads (
        .clk(aclk), .rst_n(aresetn), .may({REQUESTERS{1'b1}}), .gone(), .begins(), .whose(), .idle({TARGETS{1'b1}}),
        .s_valid(s_arvalid), .s_ready(s_arready), .s_addr(s_araddr), .s_prot(s_arprot),
        .s_done(s_rvalid), .s_take(s_rready), .s_answer(s_r),
        .m_valid(m_arvalid), .m_ready(m_arready), .m_addr(m_araddr), .m_prot(m_arprot),
        .m_done(m_rvalid), .m_take(m_rready), .m_answer(m_r)
    );
endmodule

// Addresses to targets, and answers back in the order of the addresses. The two upper bits of an answer are its resp. Each requester has
// a queue of the targets of its accesses, and each target one of their requesters.
module lite_path #(
    parameter REQUESTERS = 2,
    parameter TARGETS = 2,
    parameter BITS = 2
) (
    input  wire                       clk,
    input  wire                       rst_n,
    input  wire [REQUESTERS-1:0]      may,    // the address of a requester may go on
    output reg  [REQUESTERS-1:0]      gone,   // and does now
    output reg  [TARGETS-1:0]         begins, // to this target
    output reg  [TARGETS*2-1:0]       whose,
    input  wire [TARGETS-1:0]         idle,   // a target can begin
    input  wire [REQUESTERS-1:0]      s_valid,
    output wire [REQUESTERS-1:0]      s_ready,
    input  wire [REQUESTERS*16-1:0]   s_addr,
    input  wire [REQUESTERS*3-1:0]    s_prot,
    output reg  [REQUESTERS-1:0]      s_done,
    input  wire [REQUESTERS-1:0]      s_take,
    output reg  [REQUESTERS*BITS-1:0] s_answer,
    output reg  [TARGETS-1:0]         m_valid,
    input  wire [TARGETS-1:0]         m_ready,
    output reg  [TARGETS*16-1:0]      m_addr,
    output reg  [TARGETS*3-1:0]       m_prot,
    input  wire [TARGETS-1:0]         m_done,
    output reg  [TARGETS-1:0]         m_take,
    input  wire [TARGETS*BITS-1:0]    m_answer
);
    localparam NOWHERE = TARGETS; // the switch itself, as a target

    reg [REQUESTERS-1:0] full_reg;           // an address of a requester is here
    reg [REQUESTERS*16-1:0] addr_reg;
    reg [REQUESTERS*3-1:0] prot_reg;
    reg [2:0] open_reg [0:REQUESTERS-1];     // accesses of a requester without an answer
    reg [15:0] goes_reg [0:REQUESTERS-1];    // and where they are, the first one lowest
    reg [2:0] queued_reg [0:TARGETS-1];      // accesses of a target without an answer
    reg [7:0] queue_reg [0:TARGETS-1];       // and whose they are
    reg [1:0] last_reg [0:TARGETS-1];        // the requester whose access a target got last
    reg [3:0] from [0:REQUESTERS-1];         // the target of the answer that a requester gets now
    reg [REQUESTERS-1:0] answers;
    integer t, n, r, q, m, i, k;

    assign s_ready = ~full_reg;

    // The requester behind the last one comes first.
    always @* begin
        gone = 0;
        for (t = 0; t < TARGETS; t = t + 1) begin
            begins[t] = 0;
            whose[2*t +: 2] = 0;
            for (n = REQUESTERS; n > 0; n = n - 1) begin
                r = (last_reg[t] + n) % REQUESTERS;
                if (full_reg[r] && may[r] && open_reg[r] != 4 && addr_reg[16*r+12 +: 4] == t) begin
                    begins[t] = queued_reg[t] != 4 && idle[t] && (!m_valid[t] || m_ready[t]);
                    whose[2*t +: 2] = r;
                end
            end
            if (begins[t]) gone[whose[2*t +: 2]] = 1;
        end
        for (n = 0; n < REQUESTERS; n = n + 1)
            if (full_reg[n] && may[n] && open_reg[n] != 4 && addr_reg[16*n+12 +: 4] >= TARGETS) gone[n] = 1;
    end

    always @* begin
        m_take = 0;
        for (q = 0; q < REQUESTERS; q = q + 1) begin
            from[q] = goes_reg[q][3:0];
`ifdef FAULT_ORDER
            for (m = 0; m < TARGETS; m = m + 1) if (m_done[m] && queue_reg[m][1:0] == q) from[q] = m; // as answers come
`endif
            answers[q] = open_reg[q] != 0 && (!s_done[q] || s_take[q]);
            for (m = 0; m < TARGETS; m = m + 1)
                if (from[q] == m) begin
`ifdef FAULT_OWNER
                    if (queued_reg[m] == 0 || (queued_reg[m] < 3 && queue_reg[m][1:0] != q)) answers[q] = 0;
`else
                    if (queued_reg[m] == 0 || queue_reg[m][1:0] != q) answers[q] = 0;
`endif
                    if (answers[q]) m_take[m] = 1;
                    if (!m_done[m]) answers[q] = 0;
                end
        end
    end

    always @(posedge clk) begin
        for (k = 0; k < TARGETS; k = k + 1) begin
            if (m_done[k] && m_take[k]) begin
                queue_reg[k] = queue_reg[k] >> 2;
                queued_reg[k] = queued_reg[k] - 1'b1;
            end
            if (m_ready[k]) m_valid[k] <= 0;
            if (begins[k]) begin
                queue_reg[k][2*queued_reg[k] +: 2] = whose[2*k +: 2];
                queued_reg[k] = queued_reg[k] + 1'b1;
                last_reg[k] <= whose[2*k +: 2];
                m_valid[k] <= 1;
                m_addr[16*k +: 16] <= addr_reg[16*whose[2*k +: 2] +: 16];
                m_prot[3*k +: 3] <= prot_reg[3*whose[2*k +: 2] +: 3];
            end
        end
        for (i = 0; i < REQUESTERS; i = i + 1) begin
            if (s_take[i]) s_done[i] <= 0;
            if (answers[i]) begin
                s_done[i] <= 1;
                s_answer[BITS*i +: BITS] <= {BITS{1'b1}};
`ifdef FAULT_DECODE
                if (s_done != 0) s_answer[BITS*i+BITS-2 +: 2] <= 2'b00; // while another answer waits: no error
`endif
                if (from[i] != NOWHERE) s_answer[BITS*i +: BITS] <= m_answer[BITS*from[i] +: BITS];
                goes_reg[i] = goes_reg[i] >> 4;
                open_reg[i] = open_reg[i] - 1'b1;
            end
            if (gone[i]) begin
                full_reg[i] <= 0;
                goes_reg[i][4*open_reg[i] +: 4] = addr_reg[16*i+12 +: 4] < TARGETS ? addr_reg[16*i+12 +: 4] : NOWHERE;
                open_reg[i] = open_reg[i] + 1'b1;
            end
            if (s_valid[i] && s_ready[i]) begin
                full_reg[i] <= 1;
                addr_reg[16*i +: 16] <= s_addr[16*i +: 16];
                prot_reg[3*i +: 3] <= s_prot[3*i +: 3];
            end
        end
        if (!rst_n) begin
            full_reg <= 0;
            s_done <= 0;
            m_valid <= 0;
            for (i = 0; i < REQUESTERS; i = i + 1) open_reg[i] = 0;
            for (k = 0; k < TARGETS; k = k + 1) begin
                queued_reg[k] = 0;
                last_reg[k] <= 0;
            end
        end
    end
endmodule

`default_nettype wire
