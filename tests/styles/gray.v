// Queues behind a two by two exchange; their pointers count in Gray's code, as if the sides had clocks of their own.
module gray_queue #(parameter A = 2, parameter W = 8) (input clk, input rst, input put, input [W-1:0] d, output full, output some, output [W-1:0] q, input get);
    function [A:0] to_gray(input [A:0] binary);
        to_gray = binary ^ (binary >> 1);
    endfunction
    function [A:0] to_binary(input [A:0] gray);
        integer k;
        begin
            to_binary = gray;
            for (k = A - 1; k >= 0; k = k - 1) to_binary[k] = to_binary[k+1] ^ gray[k];
        end
    endfunction
    reg [A:0] wgray, rgray;
    wire [A:0] wbin = to_binary(wgray), rbin = to_binary(rgray);
    reg [W-1:0] mem [0:(1<<A)-1];
    assign some = wgray != rgray;
    assign full = wgray == {~rgray[A:A-1], rgray[A-2:0]};
    assign q = mem[rbin[A-1:0]];
    always @(posedge clk) begin
        if (put) mem[wbin[A-1:0]] <= d;
        if (rst) begin
            wgray <= 0;
            rgray <= 0;
        end else begin
            if (put) wgray <= to_gray(wbin + 1'b1);
            if (get) rgray <= to_gray(rbin + 1'b1);
        end
    end
endmodule

module gray #(parameter A = 2, parameter W = 8) (
    input clk, input rst,
    input [1:0] sv, output [1:0] sr, input [2*W-1:0] sd, input [1:0] sl, input [1:0] sto,
    output [1:0] mv, input [1:0] mr, output [2*W-1:0] md, output [1:0] ml, output [1:0] mto
);
    reg [1:0] busy, side, pick;          // of outputs: within a packet, of input 1
    wire [1:0] full;
    wire [1:0] ask0 = {sv[0] & sto[0], sv[0] & !sto[0]}, ask1 = {sv[1] & sto[1], sv[1] & !sto[1]};
    reg alternate;
    always @* begin
        pick[0] = busy[0] ? side[0] : ask1[0] & (!ask0[0] | alternate);
        pick[1] = busy[1] ? side[1] : ask1[1] & (!ask0[1] | alternate);
    end
    wire [1:0] put = ~full & ((pick & ask1) | (~pick & ask0));
    assign sr[0] = |(put & ~pick & ask0);
    assign sr[1] = |(put & pick & ask1);
    genvar g;
    generate for (g = 0; g < 2; g = g + 1) begin : exit_
        wire last = pick[g] ? sl[1] : sl[0];
        gray_queue #(.A(A), .W(W + 2)) queue (
            .clk(clk), .rst(rst), .put(put[g]), .d({last, pick[g] ? sto[1] : sto[0], pick[g] ? sd[W +: W] : sd[0 +: W]}), .full(full[g]),
            .some(mv[g]), .q({ml[g], mto[g], md[g*W +: W]}), .get(mv[g] & mr[g]));
        always @(posedge clk)
            if (rst) busy[g] <= 0;
            else if (put[g]) begin
                busy[g] <= !last;
                side[g] <= pick[g];
            end
    end endgenerate
    always @(posedge clk) alternate <= rst ? 1'b0 : !alternate;
endmodule
