// SPDX-License-Identifier: Apache-2.0
//
// Arbitration: which waiting packet gets which port.
//
// Each available port picks the packet that has waited longest for it; a packet
// picked by several ports takes one on a shortest path, else another; of several
// such the preferred one, else the lowest-numbered. The ports it leaves pick again
// in the next cycle.
//
// docs/spec/fedx.md section 11; C twin cmodel/fedx/model/fedx_arbitration.c
`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "fedx_params.vh"

module fedx_arbitration #(
    // Links, 1 to 7; the PE port comes on top
    parameter LINKS   = `FEDX_LINKS,
    // Packet buffers, 2 to 64
    parameter BUFFERS = `FEDX_BUFFERS
) (
    // Ports that could start, and those with an attempt under way
    input  wire [LINKS:0]                       available,
    input  wire [LINKS:0]                       occupied,

    // Packets that wait
    input  wire [BUFFERS-1:0]                   ready,
    input  wire [LINKS:0]                       want,
    input  wire [8*BUFFERS-1:0]                 pool_allowed,
    input  wire [8*BUFFERS-1:0]                 pool_best,
    input  wire [8*BUFFERS-1:0]                 pool_preferred,
    input  wire [BUFFERS*BUFFERS-1:0]           pool_ahead,

    // Ports that have a packet to start, and its buffer
    output reg  [LINKS:0]                       grant,
    output reg  [$clog2(BUFFERS)*(LINKS+1)-1:0] grant_buf
);

    generate
        if (LINKS < 1 || LINKS > 7) begin : bad_links fedx_error_links_must_be_1_to_7 error(); end
        if (BUFFERS < 2 || BUFFERS > 64) begin : bad_buffers fedx_error_buffers_must_be_2_to_64 error(); end
    endgenerate

    localparam PORTS    = LINKS + 1;
    localparam BUF_BITS = $clog2(BUFFERS);

    localparam [PORTS-1:0] PORT_0 = 1;

    wire [PORTS-1:0] open = available & want;

    always @* begin : arbitrate
        integer p, b;
        reg [BUFFERS-1:0]       waits;     // packets for which a port on a shortest path is not occupied
        reg [BUFFERS-1:0]       wanting;   // packets that want a port
        reg [PORTS*BUFFERS-1:0] pick;      // bit p of lane b: port p picks buffer b
        reg [PORTS-1:0]         picked_by; // ports that picked a buffer
        reg [PORTS-1:0]         chosen;    // the one of them that it takes

        grant     = 0;
        grant_buf = 0;
        waits     = 0;
        wanting   = 0;
        pick      = 0;
        picked_by = 0;
        chosen    = 0;
        if (|open) begin
            for (b = 0; b < BUFFERS; b = b + 1)
                waits[b] = |(pool_best[8*b +: PORTS] & ~occupied);
            for (p = 0; p < PORTS; p = p + 1)
                if (open[p]) begin
                    for (b = 0; b < BUFFERS; b = b + 1)
                        wanting[b] = ready[b] & (waits[b] ? pool_best[8*b + p] : pool_allowed[8*b + p]);
                    for (b = 0; b < BUFFERS; b = b + 1)
                        pick[PORTS*b + p] =
                            wanting[b] & ~|(pool_ahead[BUFFERS*b +: BUFFERS] & wanting);
                end
            for (b = 0; b < BUFFERS; b = b + 1) begin
                picked_by = pick[PORTS*b +: PORTS];
                if (|picked_by) begin
                    chosen = picked_by;
                    if (|(chosen & pool_best[8*b +: PORTS]))
                        chosen = chosen & pool_best[8*b +: PORTS];
                    if (|(chosen & pool_preferred[8*b +: PORTS]))
                        chosen = chosen & pool_preferred[8*b +: PORTS];
                    chosen = chosen & (~chosen + PORT_0);
                    grant = grant | chosen;
                    for (p = 0; p < PORTS; p = p + 1)
                        if (chosen[p])
                            grant_buf[BUF_BITS*p +: BUF_BITS] = b[BUF_BITS-1:0];
                end
            end
        end
    end

endmodule

`resetall
