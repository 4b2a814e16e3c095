// A switch that looks up the output in a table of 16 lines, which a file holds, and whose name is a parameter.
module table_rom #(parameter W = 16, parameter TABLE = "tables/table_rom.hex") (
    input clk, input rst,
    input in_valid, output in_ready, input [W-1:0] in_data, input in_last,
    output reg [2:0] out_valid, input [2:0] out_ready, output reg [W-1:0] out_data, output reg out_last
);
    reg [1:0] rom [0:15];
    reg [1:0] way;
    reg amid;
    initial $readmemh(TABLE, rom);
    wire [1:0] to = amid ? way : rom[in_data[W-1 -: 4]];
    assign in_ready = (out_valid & ~out_ready) == 0;
    always @(posedge clk)
        if (rst) begin
            out_valid <= 0;
            amid <= 0;
        end else if (in_ready) begin
            out_valid <= in_valid ? 3'b001 << to : 3'b000;
            out_data <= in_data;
            out_last <= in_last;
            if (in_valid) begin
                way <= to;
                amid <= !in_last;
            end
        end
endmodule
