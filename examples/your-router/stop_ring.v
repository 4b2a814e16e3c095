// SPDX-License-Identifier: Apache-2.0
//
// A station of a ring in the style of on/off links: void says that there is no flit, stop that none is taken. Packets of one flit go round in
// one direction to the station that they name. A packet enters only where it leaves a place free, so that the ring never fills up.
//
// With one of the macros FAULT_... defined it is wrong.
`default_nettype none

module stop_ring #(
    parameter ID = 0,
    parameter WIDTH = 16, // bits of a flit; the lowest three are the station that it is for
    parameter PLACES = 4  // flits of a queue, 2 to 4
) (
    input  wire             clk,
    input  wire             rst,
    input  wire             ring_void_i, // from the station before
    input  wire [WIDTH-1:0] ring_data_i,
    output wire             ring_stop_o,
    output wire             ring_void_o, // to the next station
    output wire [WIDTH-1:0] ring_data_o,
    input  wire             ring_stop_i,
    input  wire             local_void_i,
    input  wire [WIDTH-1:0] local_data_i,
    output wire             local_stop_o,
    output wire             local_void_o,
    output wire [WIDTH-1:0] local_data_o,
    input  wire             local_stop_i
);
    reg [WIDTH-1:0] place_reg [0:PLACES-1]; // the first one at 0
    reg [2:0] count_reg;
    wire [WIDTH-1:0] first = place_reg[0];
    wire some = count_reg != 0;
    wire here = first[2:0] == ID;
    wire leaves = some && (here ? !local_stop_i : !ring_stop_i);
    wire comes = !ring_void_i && !ring_stop_o;
    wire enters = !local_void_i && !comes && count_reg < PLACES - 1;
    wire [2:0] left = count_reg - leaves;
    integer i;

`ifdef FAULT_LATE // stop comes a cycle late
    reg stop_reg;
    always @(posedge clk) stop_reg <= count_reg == PLACES && !rst;
    assign ring_stop_o = stop_reg;
`else
    assign ring_stop_o = count_reg == PLACES;
`endif
    assign ring_void_o = !(some && !here);
    assign ring_data_o = first;
    assign local_stop_o = !enters;
    assign local_void_o = !(some && here);
`ifdef FAULT_BIT // the upper bit of a flit before which another one waits is that of this one
    assign local_data_o = {place_reg[count_reg > 1][WIDTH-1], first[WIDTH-2:0]};
`else
    assign local_data_o = first;
`endif

    always @(posedge clk) begin
        if (leaves)
            for (i = 0; i < PLACES - 1; i = i + 1) place_reg[i] <= place_reg[i+1];
        if (comes || enters) place_reg[left[1:0]] <= comes ? ring_data_i : local_data_i;
`ifdef FAULT_SKIP // what comes while a flit leaves and one place is free is forgotten
        count_reg <= left + ((comes && !(leaves && count_reg == PLACES - 1)) || enters);
`else
        count_reg <= left + (comes || enters);
`endif
        if (rst) count_reg <= 0;
    end
endmodule
`default_nettype wire
