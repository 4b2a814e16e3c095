// A queue between two clocks of 3 to 7, with Gray pointers through two registers and a register at its output.
module cross37 #(parameter int W = 20, parameter int L = 2) (
    input  logic fast, fast_rst, slow, slow_rst,
    input  logic put, output logic free, input logic [W-1:0] din,
    output logic has, input logic get, output logic [W-1:0] dout
);
    logic [W-1:0] mem [1 << L];
    logic [L:0] w, w_gray, r, r_gray, w_at_r[2], r_at_w[2];
    function automatic logic [L:0] gray(input logic [L:0] binary);
        return binary ^ (binary >> 1);
    endfunction
    assign free = w_gray != (r_at_w[1] ^ ((L + 1)'(3) << (L - 1)));
    wire fetch = r_gray != w_at_r[1] && (!has || get);
    always_ff @(posedge fast)
        if (fast_rst) begin
            w <= '0;
            w_gray <= '0;
            r_at_w <= '{default: '0};
        end else begin
            r_at_w <= '{r_gray, r_at_w[0]};
            if (put && free) begin
                mem[w[L-1:0]] <= din;
                w <= w + 1'b1;
                w_gray <= gray(w + 1'b1);
            end
        end
    always_ff @(posedge slow)
        if (slow_rst) begin
            r <= '0;
            r_gray <= '0;
            has <= 1'b0;
            w_at_r <= '{default: '0};
        end else begin
            w_at_r <= '{w_gray, w_at_r[0]};
            if (fetch) begin
                dout <= mem[r[L-1:0]];
                r <= r + 1'b1;
                r_gray <= gray(r + 1'b1);
            end
            if (fetch || get) has <= fetch;
        end
endmodule
