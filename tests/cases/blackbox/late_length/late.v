// SPDX-License-Identifier: Apache-2.0
//
// A switch whose packets say in their second or third flit how long they are. WRONG is the fault that it has; 0: none.
module late_switch #(
    parameter AT = 1, // the flit with the length, less one
    parameter WRONG = 0
) (
    input wire clk,
    input wire rst,
    input wire s_valid,
    output wire s_ready,
    input wire [15:0] s_data,
    output wire [1:0] m_valid,
    input wire [1:0] m_ready,
    output wire [31:0] m_data,
    output wire [1:0] m_last
);
    reg way_reg;
    reg [3:0] number, most;
    wire way = number == 0 ? s_data[0] : way_reg;
    wire [3:0] length = s_data[7:4];
    wire last = number >= AT && number == (number == AT ? length : most);
    wire take = s_valid && s_ready;

    assign s_ready = !rst && m_ready[way];
    assign m_valid = rst ? 0 : {s_valid && way, s_valid && !way};
    assign m_data = {2{WRONG == 1 && number == AT && length == 7 ? s_data ^ 16'h10 : s_data}};
    assign m_last = {2{WRONG == 2 && number == 5 ? 1'b0 : last}};

    always @(posedge clk)
        if (rst) begin
            number <= 0;
            way_reg <= 0;
            most <= 0;
        end else if (take) begin
            way_reg <= WRONG == 3 && number == 2 && most == 4 ? !way : way;
            most <= number == AT ? length : most;
            number <= last ? 0 : number + 1;
        end
endmodule
