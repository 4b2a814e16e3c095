// Rotating priority by subtraction: of the requests, written twice, the first one from the base on. An output has a register, which takes
// the next flit as it gives the one before.
module mask_arbiter #(parameter N = 4) (input [N-1:0] request, input [N-1:0] base, output [N-1:0] grant);
    wire [2*N-1:0] twice = {request, request};
    wire [2*N-1:0] one = twice & ~(twice - {{N{1'b0}}, base});
    assign grant = one[N-1:0] | one[2*N-1:N];
endmodule

module mask #(parameter N = 4, parameter WIDTH = 20) (
    input clk, input reset,
    input [N-1:0] iv, output [N-1:0] ir, input [N*WIDTH-1:0] id, input [N-1:0] il,
    output reg [N-1:0] ov, input [N-1:0] or_, output reg [N*WIDTH-1:0] od, output reg [N-1:0] ol
);
    localparam B = $clog2(N);
    wire [N*N-1:0] want, gives;          // [output][input]
    genvar i, o;
    generate
        for (o = 0; o < N; o = o + 1) begin : output_
            reg [N-1:0] base, lock;
            wire [N-1:0] grant;
            wire [N-1:0] now = |lock ? lock & iv : grant;
            wire room = !ov[o] | or_[o];
            reg [WIDTH-1:0] d;
            reg l;
            integer k;
            mask_arbiter #(.N(N)) arbiter (.request(want[o*N +: N]), .base(base), .grant(grant));
            assign gives[o*N +: N] = room ? now : {N{1'b0}};
            always @* begin
                d = 0;
                l = 0;
                for (k = 0; k < N; k = k + 1)
                    if (now[k]) begin
                        d = id[k*WIDTH +: WIDTH];
                        l = il[k];
                    end
            end
            always @(posedge clk or posedge reset)
                if (reset) begin
                    base <= 1;
                    lock <= 0;
                    ov[o] <= 0;
                end else if (room) begin
                    ov[o] <= |now;
                    if (|now) begin
                        od[o*WIDTH +: WIDTH] <= d;
                        ol[o] <= l;
                        lock <= l ? {N{1'b0}} : now;
                        base <= {now[N-2:0], now[N-1]};
                    end
                end
        end
        for (i = 0; i < N; i = i + 1) begin : input_
            reg amid;
            wire [N-1:0] mine;
            for (o = 0; o < N; o = o + 1) begin : to
                assign want[o*N + i] = iv[i] & !amid & id[i*WIDTH +: B] == o;
                assign mine[o] = gives[o*N + i];
            end
            assign ir[i] = |mine;
            always @(posedge clk or posedge reset)
                if (reset) amid <= 0;
                else if (iv[i] & ir[i]) amid <= !il[i];
        end
    endgenerate
endmodule
