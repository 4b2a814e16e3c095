// SPDX-License-Identifier: Apache-2.0
//
// The functions of rtl/fedx/fedx_header.vh as a module, for the proof of the header codec.
`include "fedx_params.vh"

module fedx_header (
    input  wire [7:0]  data,
    input  wire [7:0]  number,     // of the byte in the packet
    input  wire [7:0]  check_last,
    input  wire [31:0] crc_last,
    output wire [7:0]  check,
    output wire [31:0] crc
);

    `define FEDX_HEADER_CRC
    `include "fedx_header.vh"
    `undef FEDX_HEADER_CRC

    assign check = header_check(check_last, data);
    assign crc   = header_crc(crc_last, data, number);

endmodule
