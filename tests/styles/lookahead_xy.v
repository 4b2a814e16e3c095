// A mesh router with lookahead: the head carries the port to take here, and the router writes the port to take at the next one. Credits.
// Ports: 0 local, 1 east, 2 west, 3 north, 4 south. A head is {x, y, rest}; way is beside it.
module lookahead_xy #(parameter X = 0, parameter Y = 0, parameter W = 14, parameter D = 4) (
    input clk, input rst_n,
    input [4:0] rx_valid, input [5*W-1:0] rx_data, input [14:0] rx_way, input [4:0] rx_tail, output reg [4:0] rx_credit,
    output reg [4:0] tx_valid, output reg [5*W-1:0] tx_data, output reg [14:0] tx_way, output reg [4:0] tx_tail, input [4:0] tx_credit
);
    reg [W+3:0] buff [0:5*D-1];
    reg [$clog2(D):0] fill [0:4], space [0:4];
    reg [$clog2(D)-1:0] rd [0:4], wr [0:4];
    reg [4:0] locked, amid;
    reg [2:0] owner [0:4], owner_way [0:4];
    reg [W+3:0] head [0:4];
    reg [2:0] want [0:4];
    reg [4:0] take, send, grab;
    reg [2:0] from [0:4];
    integer i, o;

    function [2:0] next_way(input [W-1:0] h, input [2:0] way);
        reg [1:0] hx, hy, nx, ny;
        begin
            {hx, hy} = h[W-1 -: 4];
            nx = X + (way == 1) - (way == 2);
            ny = Y + (way == 3) - (way == 4);
            next_way = hx > nx ? 3'd1 : hx < nx ? 3'd2 : hy > ny ? 3'd3 : hy < ny ? 3'd4 : 3'd0;
        end
    endfunction

    always @* begin
        take = 0; send = 0; grab = 0;
        for (i = 0; i < 5; i = i + 1) begin
            head[i] = buff[i*D + rd[i]];
            want[i] = head[i][2:0];
        end
        for (o = 0; o < 5; o = o + 1) begin
            from[o] = owner[o];
            if (!locked[o])
                for (i = 4; i >= 0; i = i - 1)
                    if (fill[i] != 0 && !amid[i] && want[i] == o) begin
                        from[o] = i;
                        grab[o] = 1;
                    end
            if ((locked[o] || grab[o]) && fill[from[o]] != 0 && space[o] != 0) begin
                send[o] = 1;
                take[from[o]] = 1;
            end
        end
    end
    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            rx_credit <= 0; tx_valid <= 0; locked <= 0; amid <= 0;
            for (i = 0; i < 5; i = i + 1) begin
                fill[i] <= 0; rd[i] <= 0; wr[i] <= 0; space[i] <= D;
            end
        end else begin
            rx_credit <= take;
            tx_valid <= send;
            for (i = 0; i < 5; i = i + 1) begin
                if (rx_valid[i]) begin
                    buff[i*D + wr[i]] <= {rx_tail[i], rx_data[i*W +: W], rx_way[i*3 +: 3]};
                    wr[i] <= wr[i] == D - 1 ? 0 : wr[i] + 1;
                end
                if (take[i]) begin
                    rd[i] <= rd[i] == D - 1 ? 0 : rd[i] + 1;
                    amid[i] <= !head[i][W+3];
                end
                fill[i] <= fill[i] + rx_valid[i] - take[i];
                space[i] <= space[i] + tx_credit[i] - send[i];
                if (send[i]) begin
                    locked[i] <= !head[from[i]][W+3];
                    owner[i] <= from[i];
                    {tx_tail[i], tx_data[i*W +: W]} <= head[from[i]][W+3:3];
                    tx_way[i*3 +: 3] <= amid[from[i]] ? head[from[i]][2:0] : next_way(head[from[i]][W+2:3], want[from[i]]);
                end
            end
        end
endmodule
