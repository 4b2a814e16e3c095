// SPDX-License-Identifier: Apache-2.0
//
// A bridge from a bus whose reads and writes wait while waitrequest is high, to requests and responses. WRONG is the number of a mistake.
module bridge #(
    parameter WRONG = 0
) (
    input  wire       clk,
    input  wire       rst,
    input  wire       read,
    input  wire       write,
    input  wire [3:0] address,
    input  wire [7:0] writedata,
    output wire       waitrequest,
    output reg  [7:0] readdata,
    output wire       req_valid,
    input  wire       req_ready,
    output wire       req_write,
    output wire [3:0] req_addr,
    output wire [7:0] req_data,
    input  wire       rsp_valid,
    output wire       rsp_ready,
    input  wire [7:0] rsp_data
);
    reg asked, done;
    reg [1:0] many;

    assign req_valid = (read || write) && !asked && !done;
    assign req_write = write && !(WRONG == 3 && many == 3); // 3: every fourth write is a read
    assign req_addr = address;
    assign req_data = writedata;
    assign rsp_ready = asked && !done;
    assign waitrequest = WRONG == 1 ? !(done || (write && asked)) : !done; // 1: a write is over before it is answered

    always @(posedge clk) begin
        done <= 0;
        if (req_valid && req_ready) begin
            asked <= 1;
            many <= many + write;
        end
        if (rsp_valid && rsp_ready) begin
            asked <= 0;
            done <= 1;
            if (!(WRONG == 2 && read && address == 7)) readdata <= rsp_data; // 2: that of the read before
        end
        if (rst) begin
            asked <= 0;
            done <= 0;
            many <= 0;
        end
    end
endmodule
