// SPDX-License-Identifier: Apache-2.0
//
// Header codec and checks: functions, included inside the modules that need them.
// docs/spec/fedx.md section 3; C twin cmodel/fedx/model/fedx_header.c.
//
// Bytes 1 to 8 of a header are kept as one 64-bit word, byte 1 in bits 63:56:
//
//     63       48 47    40 39     24 23        8 7      0
//     destination  flags    source    message id  packet

// One step of the header check (CRC-8).
function automatic [7:0] header_check(input [7:0] check, input [7:0] data);
    localparam [7:0] POLY = `FEDX_CHECK_POLY;
    integer k;
    begin
        header_check = check ^ data;
        for (k = 0; k < 8; k = k + 1)
            header_check = {header_check[6:0], 1'b0} ^ (header_check[7] ? POLY : 8'd0);
    end
endfunction

// Only for modules that define FEDX_HEADER_CRC first: not every one checks packets.
`ifdef FEDX_HEADER_CRC
// One step of the packet check (CRC-32C, reflected), over what no hop changes:
// of the flags byte only FEDX_FLAG_CONSTANT, the header check as zero. BIT_k is
// what bit k of the sum adds, so that the eight bits add up in parallel.
function automatic [31:0] header_crc(input [31:0] crc, input [7:0] data, input [7:0] number);
    localparam [31:0] BIT_7 = `FEDX_CRC_POLY;
    localparam [31:0] BIT_6 = {1'b0, BIT_7[31:1]} ^ (BIT_7[0] ? BIT_7 : 32'd0);
    localparam [31:0] BIT_5 = {1'b0, BIT_6[31:1]} ^ (BIT_6[0] ? BIT_7 : 32'd0);
    localparam [31:0] BIT_4 = {1'b0, BIT_5[31:1]} ^ (BIT_5[0] ? BIT_7 : 32'd0);
    localparam [31:0] BIT_3 = {1'b0, BIT_4[31:1]} ^ (BIT_4[0] ? BIT_7 : 32'd0);
    localparam [31:0] BIT_2 = {1'b0, BIT_3[31:1]} ^ (BIT_3[0] ? BIT_7 : 32'd0);
    localparam [31:0] BIT_1 = {1'b0, BIT_2[31:1]} ^ (BIT_2[0] ? BIT_7 : 32'd0);
    localparam [31:0] BIT_0 = {1'b0, BIT_1[31:1]} ^ (BIT_1[0] ? BIT_7 : 32'd0);
    localparam [7:0] CONSTANT = `FEDX_FLAG_CONSTANT;
    reg [7:0] sum;
    begin
        sum = crc[7:0] ^ (number == `FEDX_BYTE_FLAGS ? data & CONSTANT :
                          number == `FEDX_BYTE_CHECK ? 8'd0 : data);
        header_crc = {8'd0, crc[31:8]} ^
                     ({32{sum[0]}} & BIT_0) ^ ({32{sum[1]}} & BIT_1) ^
                     ({32{sum[2]}} & BIT_2) ^ ({32{sum[3]}} & BIT_3) ^
                     ({32{sum[4]}} & BIT_4) ^ ({32{sum[5]}} & BIT_5) ^
                     ({32{sum[6]}} & BIT_6) ^ ({32{sum[7]}} & BIT_7);
    end
endfunction
`endif
