// SPDX-License-Identifier: Apache-2.0
//
// A register slice with a parity bit per byte, a CRC per flit that it computes itself, and a frame check sequence in the last flit. It drops
// flits whose parity is wrong if a packet has one flit. It is wrong with WRONG = 1: the upper parity bit stays 0, 2: the CRC has another
// polynomial, 3: the sequence of a packet of five flits is damaged, 4: it sends what has a wrong parity.
module guard #(parameter WRONG = 0) (
    input wire clk, rst, s_valid, s_last, output wire s_ready, input wire [15:0] s_data, input wire [1:0] s_par, input wire [31:0] s_fcs,
    output reg m_valid, m_last, input wire m_ready, output reg [15:0] m_data, output reg [1:0] m_par, output reg [31:0] m_fcs,
    output wire [7:0] m_crc
);
    reg [2:0] flits;
    wire [1:0] right = {^s_data[15:8], ^s_data[7:0]};
    wire drop = WRONG != 4 && s_par != right;

    function automatic [7:0] crc8(input [15:0] data);
        integer i;
        begin
            crc8 = 0;
            for (i = 15; i >= 0; i = i - 1) crc8 = {crc8[6:0], 1'b0} ^ (crc8[7] ^ data[i] ? (WRONG == 2 ? 8'h1d : 8'h07) : 8'h00);
        end
    endfunction

    assign s_ready = !m_valid || m_ready, m_crc = crc8(m_data);
    always @(posedge clk) begin
        if (s_ready) begin
            m_valid <= s_valid && !drop;
            m_last <= s_last;
            m_data <= s_data;
            m_par <= WRONG == 1 ? {1'b0, s_par[0]} : s_par;
            m_fcs <= s_fcs ^ {31'd0, WRONG == 3 && s_last && flits == 4};
            if (s_valid) flits <= s_last ? 0 : flits + 1;
        end
        if (rst) {m_valid, flits} <= 0;
    end
endmodule
