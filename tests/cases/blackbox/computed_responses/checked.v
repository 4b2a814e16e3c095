// SPDX-License-Identifier: Apache-2.0
//
// One requester, one target, and answers of up to four words with a check: the target sends a CRC of all words with the last one, and
// the router adds the parity of each word and its id. WRONG: 1 the parity leaves out the id; 2 the parity of a word that waits is that
// of the next one; 3 the CRC of a word that waits for long has one bit inverted.
module checked #(parameter WRONG = 0) (
    input  wire        clk,
    input  wire        rst,
    input  wire        q_valid,
    output wire        q_ready,
    input  wire [3:0]  q_id,
    input  wire [7:0]  q_data,
    output wire        t_valid,
    input  wire        t_ready,
    output wire [3:0]  t_id,
    output wire [7:0]  t_data,
    input  wire        a_valid,
    output wire        a_ready,
    input  wire [3:0]  a_id,
    input  wire [15:0] a_data,
    input  wire [7:0]  a_crc,
    input  wire        a_last,
    output reg         r_valid,
    input  wire        r_ready,
    output reg  [3:0]  r_id,
    output reg  [15:0] r_data,
    output reg  [7:0]  r_crc,
    output reg         r_parity,
    output reg         r_last
);
    reg [2:0] wait_reg;

    assign {t_valid, t_id, t_data, q_ready} = {q_valid, q_id, q_data, t_ready};
    assign a_ready = !r_valid || r_ready;

    always @(posedge clk) begin
        wait_reg <= r_valid && !r_ready ? (wait_reg == 7 ? 7 : wait_reg + 1) : 0;
        if (r_ready) r_valid <= 0;
        if (a_valid && a_ready) begin
            r_valid <= 1;
            {r_id, r_data, r_crc, r_last} <= {a_id, a_data, a_crc, a_last};
            if (WRONG == 3 && wait_reg == 7) r_crc[3] <= ~a_crc[3];
            r_parity <= WRONG == 1 ? ^a_data : ^{a_id, a_data};
            if (WRONG == 2 && wait_reg > 1) r_parity <= ^{r_id, r_data};
        end
        if (rst) begin
            r_valid <= 0;
            wait_reg <= 0;
        end
    end
endmodule
