// SPDX-License-Identifier: Apache-2.0
//
// A Wishbone interconnect with classic cycles: two masters and two slaves. Bit 12 of an address is the number of the slave, and
// addresses with a bit above it are answered by the switch itself, with an error. A slave is given to one master for one transfer, in
// turn; strobe and acknowledge then go through without a register.
//
// With one of the macros FAULT_... defined it is wrong: docs/reference/black-box.md.
`default_nettype none

module wishbone_switch (
    input  wire        clk,
    input  wire        rst, // synchronous
    input  wire [1:0]  m_cyc,
    input  wire [1:0]  m_stb,
    input  wire [1:0]  m_we,
    input  wire [31:0] m_adr,
    input  wire [63:0] m_dat_w,
    input  wire [7:0]  m_sel,
    output reg  [63:0] m_dat_r,
    output reg  [1:0]  m_ack,
    output reg  [1:0]  m_err,
    output reg  [1:0]  s_cyc,
    output reg  [1:0]  s_stb,
    output reg  [1:0]  s_we,
    output reg  [31:0] s_adr,
    output reg  [63:0] s_dat_w,
    output reg  [7:0]  s_sel,
    input  wire [63:0] s_dat_r,
    input  wire [1:0]  s_ack,
    input  wire [1:0]  s_err
);
    reg [1:0] busy_reg, owner_reg, turn_reg; // of a slave: it has a master, which, and which one it looks at first
    reg [1:0] error_reg;                     // of a master: its address is none
    reg [1:0] asks, wrong;
    reg [1:0] pick;
    integer i, k;

    always @* begin
        for (i = 0; i < 2; i = i + 1) begin
            asks[i] = m_cyc[i] && m_stb[i] && m_adr[16*i+13 +: 3] == 0;
            wrong[i] = m_cyc[i] && m_stb[i] && m_adr[16*i+13 +: 3] != 0;
            m_ack[i] = 0;
            m_err[i] = error_reg[i];
            m_dat_r[32*i +: 32] = 0;
        end
        for (k = 0; k < 2; k = k + 1) begin
            pick[k] = asks[turn_reg[k]] && m_adr[16*turn_reg[k]+12] == k ? turn_reg[k] : !turn_reg[k];
            s_stb[k] = busy_reg[k] && m_stb[owner_reg[k]];
            s_cyc[k] = busy_reg[k] && m_cyc[owner_reg[k]];
            s_we[k] = m_we[owner_reg[k]];
            s_adr[16*k +: 16] = m_adr[16*owner_reg[k] +: 16];
            s_dat_w[32*k +: 32] = m_dat_w[32*owner_reg[k] +: 32];
            s_sel[4*k +: 4] = m_sel[4*owner_reg[k] +: 4];
`ifdef FAULT_SELECT
            if (busy_reg == 2'b11) s_sel[4*k +: 4] = m_sel[3:0]; // those of the first master for both
`endif
            if (busy_reg[k]) begin
                m_ack[owner_reg[k]] = s_ack[k];
                m_err[owner_reg[k]] = s_err[k];
                m_dat_r[32*owner_reg[k] +: 32] = s_dat_r[32*k +: 32];
            end
        end
    end

    always @(posedge clk) begin
        for (k = 0; k < 2; k = k + 1) begin
            if (!busy_reg[k] || s_ack[k] || s_err[k]) busy_reg[k] <= 0;
            if (!busy_reg[k] && asks[pick[k]] && m_adr[16*pick[k]+12] == k) begin
                busy_reg[k] <= 1;
                owner_reg[k] <= pick[k];
                turn_reg[k] <= !pick[k];
            end
`ifdef FAULT_STEAL
            if (busy_reg[k] && s_we[k] && !s_ack[k] && !s_err[k] && asks == 2'b11 && m_adr[12] == m_adr[28])
                owner_reg[k] <= !owner_reg[k]; // amid a transfer
`endif
`ifdef FAULT_HANG
            if (busy_reg[k] && s_err[k] && s_we[k]) busy_reg[k] <= 1; // for ever with the master that got an error
`endif
            error_reg[k] <= wrong[k] && !error_reg[k];
`ifdef FAULT_SILENT
            if (m_we[k]) error_reg[k] <= 0; // no answer to a write
`endif
        end
        if (rst) begin
            busy_reg <= 0;
            owner_reg <= 0;
            turn_reg <= 0;
            error_reg <= 0;
        end
    end
endmodule

`default_nettype wire
