// SPDX-License-Identifier: Apache-2.0
//
// A guard before each input of the router with credits: it counts credits as the sender should, and a flit that comes without one is
// dropped and noted until the next reset, so that no queue is written when it is full.
//
// With the macro FAULT_OVERRUN defined it is wrong, in a way that shows when a flit comes without a credit: docs/reference/black-box.md.
`default_nettype none

module credit_guard (
    input  wire        clk,
    input  wire        rst,
    input  wire [2:0]  in_valid,
    input  wire [2:0]  in_vc,
    input  wire [2:0]  in_last,
    input  wire [95:0] in_data,
    output wire [5:0]  in_credit,
    output wire [2:0]  out_valid,
    output wire [2:0]  out_vc,
    output wire [2:0]  out_last,
    output wire [95:0] out_data,
    input  wire [5:0]  out_credit,
    output reg  [5:0]  overrun_reg // of each input and virtual channel: it got a flit without a credit
);
    wire [2:0] good;

    initial overrun_reg = 0;

    genvar i;
    generate
        for (i = 0; i < 3; i = i + 1) begin : input_port
            reg [2:0] left_reg [0:1]; // credits of a virtual channel
            wire [1:0] comes = {in_valid[i] & in_vc[i], in_valid[i] & ~in_vc[i]};
            wire [1:0] none = {left_reg[1] == 0, left_reg[0] == 0};
`ifdef FAULT_OVERRUN
            wire [1:0] passes = comes & ~none & ~overrun_reg[2*i +: 2]; // what overran once is shut, and no reset opens it
`else
            wire [1:0] passes = comes & ~none;
`endif
            assign good[i] = |passes;

            always @(posedge clk) begin
                left_reg[0] <= rst ? 3'd4 : left_reg[0] + {2'd0, in_credit[2*i]} - {2'd0, passes[0]};
                left_reg[1] <= rst ? 3'd4 : left_reg[1] + {2'd0, in_credit[2*i+1]} - {2'd0, passes[1]};
                overrun_reg[2*i +: 2] <= overrun_reg[2*i +: 2] | comes & none;
`ifndef FAULT_OVERRUN
                if (rst) overrun_reg[2*i +: 2] <= 0;
`endif
            end
        end
    endgenerate

    credit_router u_router (
        .clk(clk), .rst(rst), .in_valid(good), .in_vc(in_vc), .in_last(in_last), .in_data(in_data), .in_credit(in_credit),
        .out_valid(out_valid), .out_vc(out_vc), .out_last(out_last), .out_data(out_data), .out_credit(out_credit)
    );
endmodule

`default_nettype wire
