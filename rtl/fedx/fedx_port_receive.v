// SPDX-License-Identifier: Apache-2.0
//
// Port receive: frames from the wires to the buffer store.
//
// A frame goes header -> decide -> body -> drain when it is admitted, and
// header -> decide -> refusing -> drain when not. A port in none of these states
// is idle. Byte k of a frame is on the wire k cycles after byte 0, so admission
// decides in cycle 10 and a refusal is on the wire in cycle 12.
//
// The states of all ports move together as masks; only ports that take a byte
// do byte-wide work.
//
// docs/spec/fedx.md section 5; C twin cmodel/fedx/model/fedx_port_receive.c
`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "fedx_params.vh"

module fedx_port_receive #(
    // Links, 1 to 7; the PE port comes on top
    parameter LINKS        = `FEDX_LINKS,
    // Packet buffers, 2 to 64
    parameter BUFFERS      = `FEDX_BUFFERS,
    // Packet length in bytes, 64 to 255
    parameter PACKET_BYTES = `FEDX_PACKET_BYTES
) (
    input  wire                                 clk,
    input  wire                                 rst,

    // Wires of all ports
    input  wire [8*(LINKS+1)-1:0]               rx_data,
    input  wire [LINKS:0]                       rx_valid,
    output wire [LINKS:0]                       tx_refuse,
    output wire [LINKS:0]                       tx_acc,

    // From the other mechanisms
    input  wire [LINKS:0]                       transmit_sending, // ports that this switch drives itself
    input  wire                                 holding,          // silence after reset
    input  wire [LINKS:0]                       admit,
    input  wire [$clog2(BUFFERS)*(LINKS+1)-1:0] admit_buf,

    // Registers that the other mechanisms read
    output wire [LINKS:0]                       receive_lookup,
    output wire [LINKS:0]                       receive_routed,
    output wire [LINKS:0]                       receive_busy,     // a frame whose route is known, or its body
    output wire [LINKS:0]                       receive_decide,
    output wire [LINKS:0]                       receive_bad,
    output wire [LINKS:0]                       receive_dup_bit,
    output wire [LINKS:0]                       receive_write,
    output wire [$clog2(BUFFERS)*(LINKS+1)-1:0] receive_buf,
    output wire [8*(LINKS+1)-1:0]               receive_data,
    output wire [8*(LINKS+1)-1:0]               receive_count,
    output wire [64*(LINKS+1)-1:0]              receive_head,

    // Buffers whose packet turned out broken
    output reg  [BUFFERS-1:0]                   abort_buffers
);

    generate
        if (LINKS < 1 || LINKS > 7) begin : bad_links fedx_error_links_must_be_1_to_7 error(); end
        if (BUFFERS < 2 || BUFFERS > 64) begin : bad_buffers fedx_error_buffers_must_be_2_to_64 error(); end
        if (PACKET_BYTES < 64 || PACKET_BYTES > 255)
            begin : bad_packet_bytes fedx_error_packet_bytes_must_be_64_to_255 error(); end
    endgenerate

    localparam PORTS    = LINKS + 1;
    localparam BUF_BITS = $clog2(BUFFERS);

    localparam [BUFFERS-1:0] BUFFER_0  = 1;
    localparam [7:0]         LAST_BYTE = PACKET_BYTES[7:0] - 8'd1;
    // Flag bits in the head word: flags are bits 47:40
    localparam [63:0] HEAD_BIT = `FEDX_FLAG_BIT << 40;

    `define FEDX_HEADER_CRC
    `include "fedx_header.vh"
    `undef FEDX_HEADER_CRC

    // ---------------------------------------------------------------------
    // Registers
    // ---------------------------------------------------------------------
    reg [PORTS-1:0]          header_reg;
    reg [PORTS-1:0]          lookup_reg;
    reg [PORTS-1:0]          routed_reg;
    reg [PORTS-1:0]          decide_reg;
    reg [PORTS-1:0]          body_reg;
    reg [PORTS-1:0]          refusing_reg;
    reg [PORTS-1:0]          drain_reg;
    reg [PORTS-1:0]          valid_low_seen_reg;
    reg [PORTS-1:0]          bad_reg;
    reg [PORTS-1:0]          dup_bit_reg;
    reg [PORTS-1:0]          write_reg;
    reg [PORTS-1:0]          abort_reg;
    reg [PORTS-1:0]          refuse_reg;
    reg [PORTS-1:0]          acc_reg;
    reg [BUF_BITS*PORTS-1:0] buf_reg;
    reg [8*PORTS-1:0]        data_reg;
    reg [8*PORTS-1:0]        count_reg;
    reg [8*PORTS-1:0]        check_reg;
    reg [32*PORTS-1:0]       crc_reg;
    reg [64*PORTS-1:0]       head_reg;

    assign tx_refuse      = refuse_reg;
    assign tx_acc         = acc_reg;
    assign receive_lookup = lookup_reg;
    assign receive_routed = routed_reg;
    assign receive_busy   = routed_reg | body_reg | refusing_reg;
    assign receive_decide = decide_reg;
    assign receive_bad    = bad_reg;
    assign receive_dup_bit  = dup_bit_reg;
    assign receive_write  = write_reg;
    assign receive_buf    = buf_reg;
    assign receive_data   = data_reg;
    assign receive_count  = count_reg;
    assign receive_head   = head_reg;

    // ---------------------------------------------------------------------
    // What the ports are doing. The precedence of the states is that of the C
    // text; no two of them hold at once.
    // ---------------------------------------------------------------------
    wire [PORTS-1:0] in_header = header_reg & ~body_reg;
    wire [PORTS-1:0] in_decide = decide_reg & ~(body_reg | header_reg);
    wire [PORTS-1:0] in_drain  = drain_reg & ~(body_reg | header_reg | decide_reg | refusing_reg);
    wire [PORTS-1:0] in_frame  = body_reg | header_reg | decide_reg | refusing_reg;

    // The end of a broken packet
    always @* begin : broken_packets
        integer p;
        abort_buffers = 0;
        if (|abort_reg)
            for (p = 0; p < PORTS; p = p + 1)
                if (abort_reg[p])
                    abort_buffers = abort_buffers | (BUFFER_0 << buf_reg[BUF_BITS*p +: BUF_BITS]);
    end

    // ---------------------------------------------------------------------
    // Next state. In the clocked block, because it looks at the pins.
    // ---------------------------------------------------------------------
    always @(posedge clk) begin : receive
        integer p, k;
        reg [PORTS-1:0] valid;       // on the wire, and not driven by this switch itself
        reg [PORTS-1:0] start;       // byte 0 of a frame
        reg [PORTS-1:0] header_byte; // bytes 1 to 9
        reg [PORTS-1:0] body_byte;   // the bytes after them
        reg [PORTS-1:0] checked;     // last header byte
        reg [PORTS-1:0] complete;    // last byte of the packet
        reg [PORTS-1:0] good;        // ... and its check is right
        reg [PORTS-1:0] broken;      // valid is low too early, or a refused sender has stopped
        reg [PORTS-1:0] leave;       // a frame is over in any way
        reg [7:0]       data;
        reg [7:0]       number;
        reg [31:0]      crc;

        valid       = rx_valid & ~transmit_sending;
        start       = valid & ~(in_frame | drain_reg);
        header_byte = valid & in_header;
        body_byte   = valid & (body_reg | (in_decide & admit));
        checked     = 0;
        complete    = 0;
        good        = 0;
        lookup_reg <= 0;

        // Bytes
        if (|(start | header_byte | body_byte))
            for (p = 0; p < PORTS; p = p + 1) begin
                data   = rx_data[8*p +: 8];
                number = start[p] ? 8'd0 : count_reg[8*p +: 8];
                if (start[p] | header_byte[p] | body_byte[p]) begin
                    crc = header_crc(start[p] ? 32'hffffffff : crc_reg[32*p +: 32], data, number);
                    crc_reg[32*p +: 32] <= crc;
                    count_reg[8*p +: 8] <= number + 8'd1;
                    if (body_byte[p]) begin
                        data_reg[8*p +: 8] <= data;
                        if (number == LAST_BYTE) begin
                            complete[p] = 1'b1;
                            good[p]     = crc == `FEDX_CRC_RESIDUE;
                        end
                    end else if (start[p]) begin
                        bad_reg[p]          <= data != `FEDX_START_CODE;
                        check_reg[8*p +: 8] <= header_check(8'd0, data);
                    end else if (number == `FEDX_BYTE_CHECK) begin
                        checked[p]   = 1'b1;
                        bad_reg[p]   <= bad_reg[p] | (data != check_reg[8*p +: 8]);
                        dup_bit_reg[p] <= |(head_reg[64*p +: 64] & HEAD_BIT) ^ acc_reg[p];
                    end else begin
                        for (k = 1; k < `FEDX_BYTE_CHECK; k = k + 1)
                            if (number == k[7:0])
                                head_reg[64*p + 8*(8-k) +: 8] <= data;
                        check_reg[8*p +: 8] <= header_check(check_reg[8*p +: 8], data);
                        lookup_reg[p]       <= number == 8'd2;
                    end
                end
            end

        // States
        broken       = in_frame & ~valid;
        leave        = broken | complete;
        header_reg   <= (header_reg & ~checked & ~leave) | start;
        routed_reg   <= (routed_reg | lookup_reg) & ~in_decide & ~leave;
        decide_reg   <= (decide_reg & ~in_decide & ~leave) | checked;
        body_reg     <= (body_reg | (in_decide & admit)) & ~leave;
        refusing_reg <= (refusing_reg | (in_decide & ~admit)) & ~leave;
        drain_reg    <= (drain_reg & ~(in_drain & ~valid & valid_low_seen_reg & {PORTS{~holding}})) | leave;
        valid_low_seen_reg      <= (valid_low_seen_reg & ~in_drain & ~complete) | (in_drain & ~valid) | broken;
        write_reg    <= body_byte;
        abort_reg      <= (broken & (body_reg | (in_decide & admit))) | (complete & ~good);
        acc_reg      <= acc_reg ^ (complete & good);
        refuse_reg   <= {PORTS{holding}} | (refusing_reg & valid);

        // The buffer that admission gave
        if (|admit)
            for (p = 0; p < PORTS; p = p + 1)
                if (in_decide[p] & admit[p])
                    buf_reg[BUF_BITS*p +: BUF_BITS] <= admit_buf[BUF_BITS*p +: BUF_BITS];

        if (rst) begin
            header_reg   <= 0;
            lookup_reg   <= 0;
            routed_reg   <= 0;
            decide_reg   <= 0;
            body_reg     <= 0;
            refusing_reg <= 0;
            drain_reg    <= {PORTS{1'b1}};
            valid_low_seen_reg      <= 0;
            bad_reg      <= 0;
            dup_bit_reg    <= 0;
            write_reg    <= 0;
            abort_reg      <= 0;
            refuse_reg   <= {PORTS{1'b1}};
            acc_reg      <= 0;
            buf_reg      <= 0;
            data_reg     <= 0;
            count_reg    <= 0;
            check_reg    <= 0;
            crc_reg      <= 0;
            head_reg     <= 0;
        end
    end

`ifdef FEDX_RULES
    // Rules of section 5
    `FEDX_RULED
    `FEDX_CHECK begin : rules
        integer p;
        reg [2:0] states;
        reg [7:0] count;
        reg [PORTS-1:0] rule_state; // per port
        reg [PORTS-1:0] rule_count;
        reg [PORTS-1:0] rule_route;
        reg [PORTS-1:0] rule_write;

        for (p = 0; p < PORTS; p = p + 1) begin
            states        = {2'd0, header_reg[p]} + {2'd0, decide_reg[p]} + {2'd0, body_reg[p]} + {2'd0, refusing_reg[p]} +
                            {2'd0, drain_reg[p]};
            count         = count_reg[8*p +: 8];
            rule_state[p] = states <= 3'd1;
            rule_count[p] = {1'b0, count} < PACKET_BYTES[8:0] + 9'd1 && (!header_reg[p] || (count >= 8'd1 && count < `FEDX_HEADER_BYTES)) &&
                            (!(decide_reg[p] | refusing_reg[p]) || count == `FEDX_HEADER_BYTES) &&
                            (!body_reg[p] || (count > `FEDX_HEADER_BYTES && count <= LAST_BYTE));
            rule_route[p] = lookup_reg[p] == (header_reg[p] && count == 8'd3) &&
                            routed_reg[p] == (decide_reg[p] || (header_reg[p] && count >= 8'd4));
            rule_write[p] = write_reg[p] == (body_reg[p] || (write_reg[p] && drain_reg[p] && count == PACKET_BYTES[7:0]));
        end
        `FEDX_RULE(5, 1, &rule_state, "a port is in one state at a time")
        `FEDX_RULE(5, 2, &rule_count, "count is 1 to 9 in header, 10 in decide and refusing, 11 and more in body")
        `FEDX_RULE(5, 3, &rule_route, "the table is read at byte 3, and its entry is used until the decision")
        `FEDX_RULE(5, 4, &rule_write, "bytes are written in body and as the last one")
        `FEDX_RULE(5, 5, ~|(abort_reg & ~drain_reg), "a packet is aborted only when its reception has ended")
        `FEDX_RULE(5, 6, &refuse_reg || (!holding && ~|(refuse_reg & ~refusing_reg)),
                   "a port refuses a frame that was not admitted, and all in the silence after reset")
    end
`endif

endmodule

`resetall
