// SPDX-License-Identifier: Apache-2.0
//
// For bsg_mesh_router.yaml: its ports are vectors of vectors; here they are plain ones.
module bsg_mesh_router_flat (
    input  wire         clk_i,
    input  wire         reset_i,
    input  wire [4:0]   v_i,
    output wire [4:0]   yumi_o,
    input  wire [159:0] data_i,
    output wire [4:0]   v_o,
    input  wire [4:0]   ready_and_i,
    output wire [159:0] data_o,
    input  wire [3:0]   my_x_i,
    input  wire [3:0]   my_y_i
);
    bsg_mesh_router #(.width_p(32), .x_cord_width_p(4), .y_cord_width_p(4)) router (
        .clk_i(clk_i), .reset_i(reset_i), .v_i(v_i), .yumi_o(yumi_o), .data_i(data_i), .v_o(v_o), .ready_and_i(ready_and_i),
        .data_o(data_o), .my_x_i(my_x_i), .my_y_i(my_y_i)
    );
endmodule
