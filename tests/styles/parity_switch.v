// A switch of two by two, of which each flit has an odd parity for each byte; one with a wrong one would be seen at the output.
module parity_switch (
    input clk, input rst,
    input a_val, output a_rdy, input [15:0] a_dat, input [1:0] a_par, input a_eop,
    input b_val, output b_rdy, input [15:0] b_dat, input [1:0] b_par, input b_eop,
    output y_val, input y_rdy, output [15:0] y_dat, output [1:0] y_par, output y_eop,
    output z_val, input z_rdy, output [15:0] z_dat, output [1:0] z_par, output z_eop
);
    reg a_way, b_way, a_in, b_in;      // 1: z; amid a packet
    reg y_own, z_own, y_busy, z_busy;  // 1: b
    wire a_to = a_in ? a_way : a_dat[15], b_to = b_in ? b_way : b_dat[15];
    wire ay = a_val && !a_to, az = a_val && a_to, by = b_val && !b_to, bz = b_val && b_to;
    // The one that had it last waits, if both want it.
    wire y_b = y_busy ? y_own : by && (!ay || !y_own);
    wire z_b = z_busy ? z_own : bz && (!az || !z_own);
    assign y_val = !rst && (y_b ? by : ay);
    assign z_val = !rst && (z_b ? bz : az);
    assign {y_eop, y_par, y_dat} = y_b ? {b_eop, b_par, b_dat} : {a_eop, a_par, a_dat};
    assign {z_eop, z_par, z_dat} = z_b ? {b_eop, b_par, b_dat} : {a_eop, a_par, a_dat};
    assign a_rdy = a_to ? z_rdy && !z_b && z_val : y_rdy && !y_b && y_val;
    assign b_rdy = b_to ? z_rdy && z_b && z_val : y_rdy && y_b && y_val;
    always @(posedge clk)
        if (rst) {a_in, b_in, y_busy, z_busy, y_own, z_own} <= 0;
        else begin
            if (a_val && a_rdy) {a_in, a_way} <= {!a_eop, a_to};
            if (b_val && b_rdy) {b_in, b_way} <= {!b_eop, b_to};
            if (y_val) {y_busy, y_own} <= {!(y_rdy && y_eop), y_b};
            if (z_val) {z_busy, z_own} <= {!(z_rdy && z_eop), z_b};
        end
endmodule
