// As in a classic bus: cycle and strobe stay with the word until an acknowledge answers them some cycles later; a word at a time is on its way.
module classic #(parameter W = 16, parameter WAIT = 2) (
    input clk, input rst,
    input cyc_i, output reg ack_o, input [W-1:0] dat_i,
    output reg cyc_o, input ack_i, output reg [W-1:0] dat_o
);
    reg [2:0] count;
    reg [1:0] state;
    always @(posedge clk)
        if (rst) begin
            state <= 0;
            ack_o <= 0;
            cyc_o <= 0;
        end else begin
            ack_o <= 0;
            case (state)
                0: if (cyc_i && !ack_o) begin
                    count <= WAIT;
                    state <= 1;
                end
                1: if (count == 0) begin
                    dat_o <= dat_i;
                    cyc_o <= 1;
                    state <= 2;
                end else count <= count - 1;
                2: if (ack_i) begin
                    cyc_o <= 0;
                    ack_o <= 1;
                    state <= 0;
                end
            endcase
        end
endmodule
