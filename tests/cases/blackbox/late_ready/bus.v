// A request stays until it is acknowledged, which it is when the far end has taken it: the word leaves before the input accepts it.
module bus #(parameter WRONG = 0) (
    input wire clk, input wire rst, input wire cyc_i, output reg ack_o, input wire [15:0] dat_i,
    output reg cyc_o, input wire ack_i, output reg [15:0] dat_o
);
    reg [7:0] count;
    always @(posedge clk)
        if (rst) begin
            cyc_o <= 0;
            ack_o <= 0;
            count <= 0;
        end else begin
            ack_o <= 0;
            if (!cyc_o && cyc_i && !ack_o) begin
                cyc_o <= 1;
                dat_o <= dat_i;
            end
            if (cyc_o && ack_i) begin
                cyc_o <= 0;
                ack_o <= !(WRONG == 1 && count == 20);
                count <= count + 1;
            end
            if (WRONG == 2 && count == 20 && !cyc_o && !ack_o && cyc_i) begin
                ack_o <= 1;
                cyc_o <= 0;
                count <= count + 1;
            end
        end
endmodule
