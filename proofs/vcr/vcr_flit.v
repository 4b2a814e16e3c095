// SPDX-License-Identifier: Apache-2.0
//
// The functions of rtl/vcr/vcr_flit.vh as a module, for proofs.
`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "vcr_params.vh"

module vcr_flit (
    input  wire [63:0] head,
    output wire [63:0] deflected,
    output wire [63:0] turned,
    output wire [63:0] aimed
);

    `include "vcr_flit.vh"

    assign deflected = flit_deflected(head);
    assign turned    = flit_turned(head);
    assign aimed     = flit_aimed(head);

endmodule
`resetall
