// All wires of the handshake and of the frame are active low, as in LocalLink: two sources take turns by frames.
module local_link (
    input clk, input rst,
    input [7:0] a_data, input a_sof_n, input a_eof_n, input a_src_rdy_n, output a_dst_rdy_n,
    input [7:0] b_data, input b_sof_n, input b_eof_n, input b_src_rdy_n, output b_dst_rdy_n,
    output [7:0] y_data, output y_sof_n, output y_eof_n, output y_src_rdy_n, input y_dst_rdy_n
);
    reg use_b, busy;
    wire b = busy ? use_b : a_src_rdy_n || (!b_src_rdy_n && !use_b);
    wire src_n = b ? b_src_rdy_n : a_src_rdy_n;
    assign {y_data, y_sof_n, y_eof_n} = b ? {b_data, b_sof_n, b_eof_n} : {a_data, a_sof_n, a_eof_n};
    assign y_src_rdy_n = src_n | rst;
    assign a_dst_rdy_n = b | y_dst_rdy_n | rst;
    assign b_dst_rdy_n = !b | y_dst_rdy_n | rst;
    always @(posedge clk)
        if (rst) {busy, use_b} <= 0;
        else if (!src_n) begin
            use_b <= b;
            busy <= !(!y_eof_n && !y_dst_rdy_n);
        end
endmodule
