// SPDX-License-Identifier: Apache-2.0
//
// An APB fan: a bus with two devices, by the highest bit of the address. A transfer goes through a register in front of the devices.
// WRONG is the number of a mistake.
module fan #(
    parameter WRONG = 0
) (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        psel,
    input  wire        penable,
    input  wire        pwrite,
    input  wire [7:0]  paddr,
    input  wire [7:0]  pwdata,
    output wire        pready,
    output wire [7:0]  prdata,
    output wire        pslverr,
    output reg  [1:0]  dsel,
    output reg         denable,
    output reg         dwrite,
    output reg  [7:0]  daddr,
    output reg  [7:0]  dwdata,
    input  wire [1:0]  dready,
    input  wire [15:0] drdata,
    input  wire [1:0]  dslverr
);
    wire at = daddr[7];
    wire done = dsel[at] && denable && dready[at];

    assign pready = WRONG == 1 ? denable && |dready : done; // 1: any device will do
    assign prdata = drdata[8*at +: 8] ^ (WRONG == 2 && dslverr[at] && dwrite);
    assign pslverr = dslverr[at];

    always @(posedge clk) begin
        if (done) begin
            dsel <= 0;
            denable <= WRONG == 3; // 3: the next transfer has no first cycle of its own
        end else if (dsel != 0) begin
            denable <= 1;
            if (WRONG == 4 && denable && dwrite) dwdata <= pwdata ^ 8'd1; // 4: it changes while the device waits
        end else if (psel && !(penable && pready)) begin
            dsel[paddr[7]] <= 1;
            dwrite <= pwrite;
            daddr <= paddr;
            dwdata <= pwdata;
        end
        if (!rst_n) begin
            dsel <= 0;
            denable <= 0;
        end
    end
endmodule
