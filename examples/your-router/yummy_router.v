// SPDX-License-Identifier: Apache-2.0
//
// A router with valid and yummy: whoever sends counts the flits that the other side has room for, and yummy says that one has
// left. Three ports with pins of their own. Of a first flit bits 31 to 30 are the output that it is for, bits 29 to 22 the number
// of flits behind it.
`default_nettype none

module yummy_router #(
    parameter DEPTH = 4 // flits of a queue, a power of two, and those that go out without a yummy
) (
    input  wire        clk,
    input  wire        rst_n,
    input  wire [31:0] data_in_0, data_in_1, data_in_2,
    input  wire        valid_in_0, valid_in_1, valid_in_2,
    output wire        yummy_in_0, yummy_in_1, yummy_in_2,
    output wire [31:0] data_out_0, data_out_1, data_out_2,
    output wire        valid_out_0, valid_out_1, valid_out_2,
    input  wire        yummy_out_0, yummy_out_1, yummy_out_2
);
    wire [2:0] valid = {valid_in_2, valid_in_1, valid_in_0}, yummy = {yummy_out_2, yummy_out_1, yummy_out_0};
    wire [2:0] read, send, unused_full, unused_last;
    localparam BITS = $clog2(DEPTH) + 1;
    reg [BITS-1:0] left_reg [0:2]; // flits that may go out
    reg [7:0] more_reg [0:2]; // flits of a packet that are still to come in
    reg [2:0] last, go, write;
    wire [95:0] in = {data_in_2, data_in_1, data_in_0};
    integer i;

    always @*
        for (i = 0; i < 3; i = i + 1) begin
            last[i] = more_reg[i] == 0 ? in[32*i+22 +: 8] == 0 : more_reg[i] == 1;
            go[i] = left_reg[i] != 0;
            write[i] = valid[i];
`ifdef FAULT_VANISH
            if (more_reg[i] == 0 && last[i] && read[i]) write[i] = 0; // a packet of one flit, just when another one leaves
`endif
        end

    router_core #(.PORTS(3), .WIDTH(32), .DEPTH(DEPTH)) u_core (
        .clk(clk), .rst(~rst_n), .write(write), .in(in), .in_last(last),
        .in_to({2'd0, in[95:94], 2'd0, in[63:62], 2'd0, in[31:30]}), .full(unused_full), .read(read), .go(go), .send(send),
        .out({data_out_2, data_out_1, data_out_0}), .out_last(unused_last)
    );
    assign {valid_out_2, valid_out_1, valid_out_0} = send;
`ifdef FAULT_YUMMY
    assign {yummy_in_2, yummy_in_1, yummy_in_0} = read & ~{3{read[0] & read[2]}}; // none when the outer two leave together
`else
    assign {yummy_in_2, yummy_in_1, yummy_in_0} = read;
`endif

    always @(posedge clk)
        for (i = 0; i < 3; i = i + 1) begin
            if (write[i]) more_reg[i] <= more_reg[i] == 0 ? in[32*i+22 +: 8] : more_reg[i] - 8'd1;
            left_reg[i] <= left_reg[i] + yummy[i] - send[i];
            if (!rst_n) begin
                more_reg[i] <= 0;
                left_reg[i] <= DEPTH;
            end
        end
endmodule

`default_nettype wire
