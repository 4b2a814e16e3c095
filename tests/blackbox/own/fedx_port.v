// SPDX-License-Identifier: Apache-2.0
//
// The other end of a port of the Fed-X switch (docs/spec/fedx.md sections 3 and 5 to 7, without extra wire stages), behind a valid and a
// ready: a packet goes in and comes out as one wide flit. Its half-duplex link, turns, refusals, acceptances and checks stay in here.
//
// Written from the specification, not from the switch: nothing of it is shared.
`default_nettype none

module fedx_port (
    input  wire          clk,
    input  wire          rst,

    input  wire          in_valid,
    output wire          in_ready,
    input  wire [15:0]   in_to,    // destination
    input  wire [1207:0] in_data,  // bytes 4 to 8, then 10 to 155
    output wire          out_valid,
    input  wire          out_ready,
    output wire [15:0]   out_to,
    output wire [1207:0] out_data,

    input  wire [7:0]    rx_data,
    input  wire          rx_valid,
    input  wire          rx_turn,
    input  wire          rx_req,
    input  wire          rx_refuse,
    input  wire          rx_acc,
    output wire [7:0]    tx_data,
    output wire          tx_valid,
    output wire          tx_turn,
    output wire          tx_req,
    output wire          tx_refuse,
    output wire          tx_acc
);
    // One byte into the header check, CRC-8, polynomial 0x07
    function automatic [7:0] crc8;
        input [7:0] crc, data;
        integer i;
        begin
            crc8 = crc ^ data;
            for (i = 0; i < 8; i = i + 1) crc8 = {crc8[6:0], 1'b0} ^ (crc8[7] ? 8'h07 : 8'h00);
        end
    endfunction

    // ... and into the packet check, CRC-32C; hops change parts of byte 3, and all of byte 9
    function automatic [31:0] crc32;
        input [31:0] crc;
        input [7:0] count, data;
        integer i;
        begin
            crc32 = crc ^ {24'd0, count == 8'd9 ? 8'h00 : count == 8'd3 ? data & 8'h43 : data};
            for (i = 0; i < 8; i = i + 1) crc32 = {1'b0, crc32[31:1]} ^ (crc32[0] ? 32'h82f63b78 : 32'd0);
        end
    endfunction

    reg [6:0] hold_reg; // silence after a reset
    wire holding = hold_reg != 0;

    always @(posedge clk) hold_reg <= rst ? 7'd64 : holding ? hold_reg - 7'd1 : 7'd0;

    // ---------------------------------------------------------------------
    // Sending, sections 6 and 7: this is end 1 of its link
    // ---------------------------------------------------------------------
    reg [1279:0] packet_reg; // byte n at bit 8 n
    reg have_reg;            // there is a packet, which is not accepted yet
    reg sending_reg, await_reg, gap_reg;
    reg [7:0] count_reg, check_reg;
    reg [31:0] crc_reg;
    reg bit_reg, acc_last_reg, refuse_last_reg;
    reg turn_reg, own_last_reg, req_reg;

    wire idle = ~(sending_reg | await_reg | gap_reg);
    wire own_now = rx_turn ^ turn_reg;
    wire differs = rx_acc ^ bit_reg, differs_last = acc_last_reg ^ bit_reg;
    wire last = sending_reg && count_reg == 8'd159;
    wire stopped = sending_reg & ~last & (rx_refuse | ~(own_now | own_last_reg));
    wire accepted = await_reg && count_reg >= 8'd2 && differs_last && !refuse_last_reg && differs && !rx_refuse;
    wire expired = await_reg && count_reg == 8'd32 && !accepted;
    wire settled = gap_reg && count_reg >= 8'd2;
    wire ended = accepted | expired | stopped;
    wire available = ~holding & own_last_reg & ~differs_last & ((idle & ~refuse_last_reg) | settled);
    wire start = have_reg & available & own_now & ~rx_refuse & ~differs;
    wire flip = ~holding & own_now & own_last_reg & rx_req & ~start & (ended | (~sending_reg & ~await_reg & ~req_reg));

    reg [7:0] byte_now;
    always @*
        if (!sending_reg) byte_now = 8'h00;
        else if (count_reg == 8'd0) byte_now = 8'hfd;
        else if (count_reg == 8'd3) byte_now = {bit_reg, 7'd0};
        else if (count_reg == 8'd9) byte_now = check_reg;
        else if (count_reg >= 8'd156) byte_now = ~crc_reg[7:0];
        else byte_now = packet_reg[8*count_reg +: 8];

    assign in_ready = ~have_reg & ~rst;
    assign tx_data = byte_now;
    assign tx_valid = sending_reg;
    assign tx_turn = turn_reg;
    assign tx_req = req_reg;

    always @(posedge clk) begin
        acc_last_reg <= rx_acc;
        refuse_last_reg <= rx_refuse;
        own_last_reg <= own_now & ~flip;
        turn_reg <= turn_reg ^ flip;
        req_reg <= have_reg & ~sending_reg & ~await_reg & ~start;
        if (in_valid & in_ready) begin
            packet_reg <= {32'd0, in_data[1207:40], 8'd0, in_data[39:0], 8'd0, in_to[7:0], in_to[15:8], 8'd0};
            have_reg <= 1;
        end
        if (accepted) have_reg <= 0;
        if (sending_reg) begin
            check_reg <= crc8(check_reg, byte_now);
            crc_reg <= count_reg >= 8'd156 ? {8'd0, crc_reg[31:8]} : crc32(crc_reg, count_reg, byte_now);
        end
        if (sending_reg | await_reg | gap_reg) count_reg <= count_reg + 8'd1;
        if (settled) gap_reg <= 0;
        if (accepted | expired) await_reg <= 0;
        if (stopped | last) begin
            sending_reg <= 0;
            gap_reg <= stopped;
            await_reg <= ~stopped;
            count_reg <= 8'd1;
        end
        if (accepted || (idle && !start && differs && differs_last)) bit_reg <= ~bit_reg;
        if (start) begin
            sending_reg <= 1;
            gap_reg <= 0;
            count_reg <= 8'd0;
            check_reg <= 8'd0;
            crc_reg <= 32'hffffffff;
        end
        if (rst) begin
            have_reg <= 0;
            sending_reg <= 0;
            await_reg <= 0;
            gap_reg <= 0;
            bit_reg <= 0;
            acc_last_reg <= 0;
            refuse_last_reg <= 1;
            turn_reg <= 0;
            own_last_reg <= 0;
            req_reg <= 0;
        end
    end

    // ---------------------------------------------------------------------
    // Receiving, section 5: a packet is refused while the one before it waits here
    // ---------------------------------------------------------------------
    reg [1279:0] into_reg, out_reg;
    reg out_valid_reg;
    reg frame_reg, refusing_reg, drain_reg, valid_low_seen_reg, bad_reg; // none of the first three: idle
    reg [7:0] number_reg, head_check_reg;
    reg [31:0] body_check_reg;
    reg refuse_reg, acc_reg;

    wire valid = rx_valid & ~sending_reg;
    wire begins = valid & ~frame_reg & ~refusing_reg & ~drain_reg;
    wire takes = valid & (begins | frame_reg);
    wire [7:0] number = begins ? 8'd0 : number_reg;
    wire [31:0] body_check = crc32(begins ? 32'hffffffff : body_check_reg, number, rx_data);
    wire admit = ~bad_reg & ~out_valid_reg & into_reg[31] == acc_reg;
    wire whole = takes && number == 8'd159;
    wire good = whole && body_check == 32'hb798b438;

    assign out_valid = out_valid_reg;
    assign out_to = {out_reg[15:8], out_reg[23:16]};
    assign out_data = {out_reg[1247:80], out_reg[71:32]};
    assign tx_refuse = refuse_reg;
    assign tx_acc = acc_reg;

    always @(posedge clk) begin
        refuse_reg <= holding | (refusing_reg & valid);
        if (out_ready) out_valid_reg <= 0;
        if (takes) begin
            into_reg[8*number +: 8] <= rx_data;
            number_reg <= number + 8'd1;
            body_check_reg <= body_check;
            head_check_reg <= crc8(begins ? 8'd0 : head_check_reg, rx_data);
            if (begins) bad_reg <= rx_data != 8'hfd;
            else if (number == 8'd9) bad_reg <= bad_reg | (rx_data != head_check_reg);
            frame_reg <= ~whole;
            if (number == 8'd10 && !admit) begin
                frame_reg <= 0;
                refusing_reg <= 1;
            end
        end
        if (whole | ((frame_reg | refusing_reg) & ~valid)) begin // its end, or it breaks off
            frame_reg <= 0;
            refusing_reg <= 0;
            drain_reg <= 1;
            valid_low_seen_reg <= ~whole;
        end
        if (drain_reg) begin
            valid_low_seen_reg <= ~valid;
            if (valid_low_seen_reg && !valid && !holding) drain_reg <= 0;
        end
        if (good) begin
            acc_reg <= ~acc_reg;
            out_reg <= {rx_data, into_reg[1271:0]};
            out_valid_reg <= 1;
        end
        if (rst) begin
            frame_reg <= 0;
            refusing_reg <= 0;
            drain_reg <= 1;
            valid_low_seen_reg <= 0;
            out_valid_reg <= 0;
            refuse_reg <= 1;
            acc_reg <= 0;
        end
    end
endmodule

`default_nettype wire
