// A bit and a mark of the last one: frames of a serial line through a shift register of eight places.
module bit_fifo (
    input clk, input rst,
    input rx_valid, output rx_ready, input rx_bit, input rx_last,
    output tx_valid, input tx_ready, output tx_bit, output tx_last
);
    reg [7:0] bits, lasts;
    reg [3:0] n;
    wire put = rx_valid && rx_ready, get = tx_valid && tx_ready;
    wire [3:0] top = n - 4'd1;
    assign rx_ready = n < 8;
    assign tx_valid = n != 0;
    assign tx_bit = bits[top[2:0]];
    assign tx_last = lasts[top[2:0]];
    always @(posedge clk) begin
        if (put) begin
            bits <= {bits[6:0], rx_bit};
            lasts <= {lasts[6:0], rx_last};
        end
        if (rst) n <= 0;
        else n <= n + {3'd0, put} - {3'd0, get};
    end
endmodule
