// A FIFO across two clocks: Gray pointers through two registers each, a memory that is written in one domain and read in the other.
module cdc_sync #(parameter int W = 1) (input logic clk, rst_n, input logic [W-1:0] d, output logic [W-1:0] q);
    logic [W-1:0] meta;
    always_ff @(posedge clk or negedge rst_n)
        if (!rst_n) {q, meta} <= '0;
        else        {q, meta} <= {meta, d};
endmodule

module cdc_fifo #(parameter int DW = 24, parameter int LG = 3) (
    input  logic wclk, wrst_n, winc, input logic [DW-1:0] wdata, input logic wlast, output logic wfull,
    input  logic rclk, rrst_n, rinc, output logic [DW-1:0] rdata, output logic rlast, output logic rempty
);
    function automatic logic [LG:0] gray(input logic [LG:0] b);
        return b ^ (b >> 1);
    endfunction
    logic [DW:0] mem [2**LG];
    logic [LG:0] wbin, wptr, wq2_rptr, rbin, rptr, rq2_wptr;
    wire  [LG:0] wbin_n = wbin + (LG+1)'(winc && !wfull);
    wire  [LG:0] rbin_n = rbin + (LG+1)'(rinc && !rempty);

    cdc_sync #(LG+1) u_w2r (.clk(rclk), .rst_n(rrst_n), .d(wptr), .q(rq2_wptr));
    cdc_sync #(LG+1) u_r2w (.clk(wclk), .rst_n(wrst_n), .d(rptr), .q(wq2_rptr));

    always_ff @(posedge wclk) if (winc && !wfull) mem[wbin[LG-1:0]] <= {wlast, wdata};
    always_ff @(posedge wclk or negedge wrst_n)
        if (!wrst_n) begin
            {wbin, wptr} <= '0;
            wfull <= 1'b0;
        end else begin
            wbin  <= wbin_n;
            wptr  <= gray(wbin_n);
            wfull <= gray(wbin_n) == {~wq2_rptr[LG:LG-1], wq2_rptr[LG-2:0]};
        end
    always_ff @(posedge rclk or negedge rrst_n)
        if (!rrst_n) begin
            {rbin, rptr} <= '0;
            rempty <= 1'b1;
        end else begin
            rbin   <= rbin_n;
            rptr   <= gray(rbin_n);
            rempty <= gray(rbin_n) == rq2_wptr;
        end
    assign {rlast, rdata} = mem[rbin[LG-1:0]];
endmodule
