// Cells of all inputs share one memory. A cell goes into the first free place; each output has a list of the places that are its own.
module central #(parameter N = 4, parameter W = 12, parameter PLACES = 8) (
    input clk, input rst,
    input [N-1:0] in_v, output [N-1:0] in_r, input [N*W-1:0] in_d,
    output [N-1:0] out_v, input [N-1:0] out_r, output [N*W-1:0] out_d
);
    localparam P = $clog2(PLACES), B = $clog2(N);
    reg [W-1:0] memory [0:PLACES-1];
    reg [PLACES-1:0] free;
    reg [B-1:0] turn;                    // the input that may write
    reg [P-1:0] place;                   // where to
    reg any;
    wire [N*P-1:0] first;
    wire [N-1:0] taken = out_v & out_r;
    reg [PLACES-1:0] freed;

    function [PLACES-1:0] bit_of(input [P-1:0] n);
        bit_of = {{(PLACES-1){1'b0}}, 1'b1} << n;
    endfunction

    integer k;
    always @* begin : find
        any = 0;
        place = 0;
        for (k = 0; k < PLACES; k = k + 1)
            if (!any && free[k]) begin
                any = 1;
                place = k[P-1:0];
            end
    end
    always @* begin : gather
        freed = 0;
        for (k = 0; k < N; k = k + 1) if (taken[k]) freed = freed | bit_of(first[k*P +: P]);
    end
    wire [W-1:0] now = in_d[turn*W +: W];
    wire write = in_v[turn] && any;
    assign in_r = any ? {{(N-1){1'b0}}, 1'b1} << turn : {N{1'b0}};
    always @(posedge clk) begin
        if (write) memory[place] <= now;
        if (write || !in_v[turn]) turn <= turn == N - 1 ? {B{1'b0}} : turn + 1'b1;
        free <= (free | freed) & ~(write ? bit_of(place) : {PLACES{1'b0}});
        if (rst) begin
            free <= {PLACES{1'b1}};
            turn <= 0;
        end
    end
    genvar o;
    generate
        for (o = 0; o < N; o = o + 1) begin : list
            reg [P-1:0] line [0:PLACES-1];
            reg [P-1:0] rd, wr;
            reg [P:0] count;
            wire mine = write && now[B-1:0] == o;
            assign out_v[o] = count != 0;
            assign first[o*P +: P] = line[rd];
            assign out_d[o*W +: W] = memory[first[o*P +: P]];
            always @(posedge clk) begin
                if (mine) line[wr] <= place;
                if (rst) begin
                    rd <= 0;
                    wr <= 0;
                    count <= 0;
                end else begin
                    if (mine) wr <= wr + 1'b1;
                    if (taken[o]) rd <= rd + 1'b1;
                    case ({mine, taken[o]})
                        2'b10: count <= count + 1'b1;
                        2'b01: count <= count - 1'b1;
                        default: ;
                    endcase
                end
            end
        end
    endgenerate
endmodule
