// Wide words one part at a time, lowest part first; parts whose bytes are not enabled are left out. The word stays in a register.
module downsizer (
    input             clk, reset,
    input      [63:0] in_data, input [7:0] in_keep, input in_last, in_valid, output in_ready,
    output reg [15:0] out_data, output reg [1:0] out_keep, output out_last, out_valid, input out_ready
);
    reg [63:0] word;
    reg [7:0]  keep;
    reg        last, some;
    reg [1:0]  part;
    wire       more = part != 3 && (keep >> (2 * part + 2)) != 0;

    assign in_ready  = ~some | (out_ready & ~more);
    assign out_valid = some;
    assign out_last  = last & ~more;
    always @(*)
        case (part)
            2'd0: {out_keep, out_data} = {keep[1:0], word[15:0]};
            2'd1: {out_keep, out_data} = {keep[3:2], word[31:16]};
            2'd2: {out_keep, out_data} = {keep[5:4], word[47:32]};
            2'd3: {out_keep, out_data} = {keep[7:6], word[63:48]};
        endcase
    always @(posedge clk)
        if (reset) begin
            some <= 0;
            part <= 0;
        end else if (in_ready) begin
            some <= in_valid;
            part <= 0;
            word <= in_data;
            keep <= in_keep;
            last <= in_last;
        end else if (out_ready)
            part <= part + 1;
endmodule
