// SPDX-License-Identifier: Apache-2.0
//
// Buffer pool: descriptors, age order and the dual-ported stores.
//
// A buffer is used from admission to acceptance by the next hop (or until its
// packet turns out broken), queued while it waits for a port, and waiting while
// backpressure counts it. The age order is a matrix: bit j of lane i of ahead
// says that buffer j comes before buffer i.
//
// docs/spec/fedx.md section 8; C twin cmodel/fedx/model/fedx_buffer_pool.c
`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "fedx_params.vh"

module fedx_buffer_pool #(
    // Links, 1 to 7; the PE port comes on top
    parameter LINKS        = `FEDX_LINKS,
    // Packet buffers, 2 to 64
    parameter BUFFERS      = `FEDX_BUFFERS,
    // Packet length in bytes, 64 to 255
    parameter PACKET_BYTES = `FEDX_PACKET_BYTES
) (
    input  wire                                 clk,
    input  wire                                 rst,

    // What arrives
    input  wire [LINKS:0]                       receive_write,
    input  wire [$clog2(BUFFERS)*(LINKS+1)-1:0] receive_buf,
    input  wire [8*(LINKS+1)-1:0]               receive_data,
    input  wire [8*(LINKS+1)-1:0]               receive_count,
    input  wire [64*(LINKS+1)-1:0]              receive_head,
    input  wire [BUFFERS-1:0]                   abort_buffers,

    // What is admitted, and its route
    input  wire [LINKS:0]                       admit,
    input  wire [$clog2(BUFFERS)*(LINKS+1)-1:0] admit_buf,
    input  wire [LINKS:0]                       admit_draw,
    input  wire [8*(LINKS+1)-1:0]               choice_level,
    input  wire [8*(LINKS+1)-1:0]               choice_allowed,
    input  wire [8*(LINKS+1)-1:0]               choice_best,
    input  wire [8*(LINKS+1)-1:0]               choice_preferred,
    input  wire [8*(LINKS+1)-1:0]               choice_second,  // the preferred port of a random draw

    // What leaves
    input  wire                                 config_deroute_hops,
    input  wire [LINKS:0]                       occupied,       // ports with an attempt under way
    input  wire [LINKS:0]                       transmit_sending,
    input  wire [$clog2(BUFFERS)*(LINKS+1)-1:0] transmit_buf,
    input  wire [8*(LINKS+1)-1:0]               transmit_count,
    input  wire [LINKS:0]                       accepted_candidate,
    input  wire [LINKS:0]                       passed,
    input  wire [LINKS:0]                       start,
    input  wire [$clog2(BUFFERS)*(LINKS+1)-1:0] grant_buf,
    input  wire [LINKS:0]                       accepted,
    input  wire [LINKS:0]                       stopped,
    input  wire [LINKS:0]                       expired,
    output reg  [8*(LINKS+1)-1:0]               next_byte,      // of the ports that are sending

    // Ejection priority
    input  wire [7:0]                           config_eject_priority,
    input  wire                                 overdue,        // an injection was held back too long
    output reg  [LINKS:0]                       keep_candidate, // turns to keep after an acceptance

    // Descriptors
    output wire [BUFFERS-1:0]                   pool_used,
    output wire [BUFFERS-1:0]                   pool_waiting,
    output wire [8*BUFFERS-1:0]                 pool_level,
    output wire [8*BUFFERS-1:0]                 pool_allowed,
    output wire [8*BUFFERS-1:0]                 pool_best,
    output wire [8*BUFFERS-1:0]                 pool_preferred,
    output wire [BUFFERS*BUFFERS-1:0]           pool_ahead,
    output wire [64*BUFFERS-1:0]                pool_head,
    output wire [BUFFERS-1:0]                   ready,          // wait for a port, and are not being aborted
    output reg  [LINKS:0]                       want            // ports that they may leave by
);

    generate
        if (LINKS < 1 || LINKS > 7) begin : bad_links fedx_error_links_must_be_1_to_7 error(); end
        if (BUFFERS < 2 || BUFFERS > 64) begin : bad_buffers fedx_error_buffers_must_be_2_to_64 error(); end
        if (PACKET_BYTES < 64 || PACKET_BYTES > 255)
            begin : bad_packet_bytes fedx_error_packet_bytes_must_be_64_to_255 error(); end
    endgenerate

    localparam PORTS    = LINKS + 1;
    localparam PE_PORT  = LINKS;
    localparam BUF_BITS = $clog2(BUFFERS);
    // A count of buffers
    localparam COUNT_BITS = 8;

    localparam [BUFFERS-1:0] BUFFER_0    = 1;
    localparam [7:0]         LAST_BYTE   = PACKET_BYTES[7:0] - 8'd1;
    localparam [7:0]         DEROUTES    = `FEDX_FLAG_DEROUTES;
    localparam [7:0]         ONE_DEROUTE = 8'd1 << `FEDX_DEROUTES_SHIFT;

    // ---------------------------------------------------------------------
    // Registers
    // ---------------------------------------------------------------------
    reg [BUFFERS-1:0]         used_reg;
    reg [BUFFERS-1:0]         queued_reg;
    reg [BUFFERS-1:0]         waiting_reg;
    reg [8*BUFFERS-1:0]       level_reg;
    reg [8*BUFFERS-1:0]       allowed_reg;
    reg [8*BUFFERS-1:0]       best_reg;
    reg [8*BUFFERS-1:0]       preferred_reg;
    reg [BUFFERS*BUFFERS-1:0] ahead_reg;
    reg [8*BUFFERS-1:0]       read_data_reg;
    reg [64*BUFFERS-1:0]      head_reg;

    assign pool_used      = used_reg;
    assign pool_waiting   = waiting_reg;
    assign pool_level     = level_reg;
    assign pool_allowed   = allowed_reg;
    assign pool_best      = best_reg;
    assign pool_preferred = preferred_reg;
    assign pool_ahead     = ahead_reg;
    assign pool_head      = head_reg;

    // ---------------------------------------------------------------------
    // Stores: the byte read is in read_data_reg a cycle later
    // ---------------------------------------------------------------------
    reg  [BUFFERS-1:0]   store_write;
    reg  [8*BUFFERS-1:0] store_write_addr;
    reg  [8*BUFFERS-1:0] store_write_data;
    reg  [BUFFERS-1:0]   store_read;
    reg  [8*BUFFERS-1:0] store_read_addr;
    wire [8*BUFFERS-1:0] store_read_data;

    always @* begin : store_writes
        integer p;
        reg [BUF_BITS-1:0] i;
        store_write      = 0;
        store_write_addr = 0;
        store_write_data = 0;
        i                = 0;
        if (|receive_write)
            for (p = 0; p < PORTS; p = p + 1)
                if (receive_write[p]) begin
                    i = receive_buf[BUF_BITS*p +: BUF_BITS];
                    store_write[i]                      = 1'b1;
                    store_write_addr[{i, 3'b000} +: 8] = receive_count[8*p +: 8] - 8'd1;
                    store_write_data[{i, 3'b000} +: 8] = receive_data[8*p +: 8];
                end
    end

    // Byte count + 2 is wanted: one cycle to read it, one to put it on the wire.
    always @* begin : store_reads
        integer p;
        reg [BUF_BITS-1:0] i;
        reg [7:0]          number;
        store_read      = 0;
        store_read_addr = 0;
        i               = 0;
        number          = 0;
        if (|transmit_sending)
            for (p = 0; p < PORTS; p = p + 1)
                if (transmit_sending[p]) begin
                    i      = transmit_buf[BUF_BITS*p +: BUF_BITS];
                    number = transmit_count[8*p +: 8] + 8'd2;
                    if (number >= `FEDX_HEADER_BYTES && number <= LAST_BYTE) begin
                        store_read[i]                      = 1'b1;
                        store_read_addr[{i, 3'b000} +: 8] = number;
                    end
                end
    end

    genvar g;
    generate
        for (g = 0; g < BUFFERS; g = g + 1) begin : buffer
            fedx_buffer_store #(
                .PACKET_BYTES(PACKET_BYTES)
            ) u_buffer_store (
                .clk       (clk),
                .write     (store_write[g]),
                .write_addr(store_write_addr[8*g +: 8]),
                .write_data(store_write_data[8*g +: 8]),
                .read_addr (store_read_addr[8*g +: 8]),
                .read_data (store_read_data[8*g +: 8])
            );
        end
    endgenerate

    always @(posedge clk) begin : read_registers
        integer b;
        if (|store_read)
            for (b = 0; b < BUFFERS; b = b + 1)
                if (store_read[b])
                    read_data_reg[8*b +: 8] <= store_read_data[8*b +: 8];
        if (rst)
            read_data_reg <= 0;
    end

    // ---------------------------------------------------------------------
    // What leaves: the next byte of each port; the port adds its own bit and check
    // ---------------------------------------------------------------------
    always @* begin : next_bytes
        integer p;
        reg [BUF_BITS-1:0] i;
        reg [7:0]          number;
        reg [7:0]          data;
        reg [7:0]          best;
        next_byte = 0;
        i         = 0;
        number    = 0;
        data      = 0;
        best      = 0;
        if (|transmit_sending)
            for (p = 0; p < PORTS; p = p + 1)
                if (transmit_sending[p]) begin
                    i      = transmit_buf[BUF_BITS*p +: BUF_BITS];
                    number = transmit_count[8*p +: 8] + 8'd1;
                    if (number >= `FEDX_BYTE_CHECK) begin
                        next_byte[8*p +: 8] = read_data_reg[{i, 3'b000} +: 8];
                    end else begin
                        // Byte n of the header is byte 8 - n of the head word, counted from its right.
                        data = head_reg[{i, 3'd0 - number[2:0], 3'b000} +: 8];
                        best = best_reg[{i, 3'b000} +: 8];
                        next_byte[8*p +: 8] = data;
                        // A hop takes a deroute when every one does, or when it is not on a shortest path.
                        if (number == `FEDX_BYTE_FLAGS && (config_deroute_hops || !best[p]) && |(data & DEROUTES))
                            next_byte[8*p +: 8] = data - ONE_DEROUTE;
                    end
                end
    end

    // ---------------------------------------------------------------------
    // What waits
    // ---------------------------------------------------------------------
    assign ready = queued_reg & ~abort_buffers;

    always @* begin : wanted_ports
        integer b;
        want = 0;
        if (|ready)
            for (b = 0; b < BUFFERS; b = b + 1)
                if (ready[b])
                    // One on a shortest path is waited for unless all are occupied.
                    want = want | (|(best_reg[8*b +: PORTS] & ~occupied) ? best_reg[8*b +: PORTS] :
                                                                          allowed_reg[8*b +: PORTS]);
    end

    // Ejection priority: the packet just ejected still counts. An overdue injection
    // ends it, so that the PE gets a turn.
    always @* begin : keep_turn
        integer b;
        reg [COUNT_BITS-1:0] here;
        keep_candidate = 0;
        here           = 0;
        if (|config_eject_priority && !overdue && accepted_candidate[PE_PORT] && want[PE_PORT]) begin
            for (b = 0; b < BUFFERS; b = b + 1)
                if (used_reg[b] && ~|level_reg[8*b +: 8])
                    here = here + 1'b1;
            keep_candidate[PE_PORT] = here >= config_eject_priority;
        end
    end

    // ---------------------------------------------------------------------
    // Next state. In the clocked block, because events depend on the pins.
    // ---------------------------------------------------------------------
    always @(posedge clk) begin : pool
        integer p, b;
        reg [BUFFERS-1:0]  settled;  // no refusal any more: does not count as waiting
        reg [BUFFERS-1:0]  released; // accepted by the next hop
        reg [BUFFERS-1:0]  returned; // the attempt failed
        reg [BUFFERS-1:0]  started;
        reg [BUFFERS-1:0]  taken;    // given to a new packet
        reg [BUFFERS-1:0]  later;    // buffers sent to the back after this one
        reg [BUF_BITS-1:0] i;

        settled  = 0;
        released = 0;
        returned = 0;
        started  = 0;
        taken    = 0;
        later    = 0;

        // To the back of the age order, in this order: what returned, then what
        // is new, each from port 0 up. Seen from the end, a buffer has behind it
        // only those that came later.
        if (|admit)
            for (p = PORTS - 1; p >= 0; p = p - 1)
                if (admit[p]) begin
                    i = admit_buf[BUF_BITS*p +: BUF_BITS];
                    for (b = 0; b < BUFFERS; b = b + 1)
                        if (i == b[BUF_BITS-1:0]) begin
                            head_reg[64*b +: 64]    <= receive_head[64*p +: 64];
                            level_reg[8*b +: 8]     <= choice_level[8*p +: 8];
                            allowed_reg[8*b +: 8]   <= choice_allowed[8*p +: 8];
                            best_reg[8*b +: 8]      <= choice_best[8*p +: 8];
                            preferred_reg[8*b +: 8] <= admit_draw[p] ? choice_second[8*p +: 8] :
                                                                       choice_preferred[8*p +: 8];
                            ahead_reg[BUFFERS*b +: BUFFERS] <= ~(later | (BUFFER_0 << b));
                        end
                    taken = taken | (BUFFER_0 << i);
                    later = later | (BUFFER_0 << i);
                end
        if (|(stopped | expired))
            for (p = PORTS - 1; p >= 0; p = p - 1)
                if (stopped[p] | expired[p]) begin
                    i = transmit_buf[BUF_BITS*p +: BUF_BITS];
                    for (b = 0; b < BUFFERS; b = b + 1)
                        if (i == b[BUF_BITS-1:0])
                            ahead_reg[BUFFERS*b +: BUFFERS] <= ~(later | (BUFFER_0 << b));
                    returned = returned | (BUFFER_0 << i);
                    later    = later | (BUFFER_0 << i);
                end
        if (|later)
            for (b = 0; b < BUFFERS; b = b + 1)
                if (!later[b])
                    ahead_reg[BUFFERS*b +: BUFFERS] <= ahead_reg[BUFFERS*b +: BUFFERS] & ~later;

        if (|(passed | accepted | start))
            for (p = 0; p < PORTS; p = p + 1) begin
                i = transmit_buf[BUF_BITS*p +: BUF_BITS];
                if (passed[p])
                    settled = settled | (BUFFER_0 << i);
                if (accepted[p])
                    released = released | (BUFFER_0 << i);
                if (start[p])
                    started = started | (BUFFER_0 << grant_buf[BUF_BITS*p +: BUF_BITS]);
            end

        // A packet that turns out broken goes, whatever else happens to it.
        used_reg    <= ((used_reg & ~released) | taken) & ~abort_buffers;
        queued_reg  <= (((queued_reg | returned) & ~started) | taken) & ~abort_buffers;
        waiting_reg <= ((waiting_reg & ~settled & ~released) | returned | taken) & ~abort_buffers;

        if (rst) begin
            used_reg      <= 0;
            queued_reg    <= 0;
            waiting_reg   <= 0;
            level_reg     <= 0;
            allowed_reg   <= 0;
            best_reg      <= 0;
            preferred_reg <= 0;
            for (b = 0; b < BUFFERS; b = b + 1)
                ahead_reg[BUFFERS*b +: BUFFERS] <= (BUFFER_0 << b) - BUFFER_0;
            head_reg      <= 0;
        end
    end

`ifdef FEDX_RULES
    // Rules of section 8
    `FEDX_RULED
    `FEDX_CHECK begin : rules
        integer p;
        integer b;
        integer c;
        integer i;
        reg [BUFFERS-1:0] rule_order;   // per buffer
        reg [BUFFERS-1:0] rule_ports;
        reg [BUFFERS-1:0] rule_ranks;   // places in the age order that are taken
        reg [BUFFERS-1:0] rule_written;
        reg [BUFFERS-1:0] rule_sent;
        reg [BUFFERS-1:0] rule_over;    // attempt ended
        reg               rule_twice;
        reg [BUFFERS-1:0] rule_behind;

        rule_ranks   = 0;
        rule_written = 0;
        rule_sent    = 0;
        rule_over    = 0;
        rule_twice   = 1'b0;
        for (b = 0; b < BUFFERS; b = b + 1) begin
            rule_order[b] = !ahead_reg[BUFFERS*b + b];
            i             = 0;
            for (c = 0; c < BUFFERS; c = c + 1) begin
                if (ahead_reg[BUFFERS*b + c])
                    i = i + 1;
                if (c != b && ahead_reg[BUFFERS*b + c] == ahead_reg[BUFFERS*c + b])
                    rule_order[b] = 1'b0;
            end
            rule_ranks     = rule_ranks | (BUFFER_0 << i);
            rule_ports[b]  = !used_reg[b] || (|allowed_reg[8*b +: 8] && ~|(best_reg[8*b +: 8] & ~allowed_reg[8*b +: 8]));
            rule_behind[b] = !(store_write[b] && store_read[b]) || store_read_addr[8*b +: 8] < store_write_addr[8*b +: 8];
        end
        for (p = 0; p < PORTS; p = p + 1) begin
            i = {{32-BUF_BITS{1'b0}}, receive_buf[BUF_BITS*p +: BUF_BITS]};
            if (receive_write[p]) begin
                rule_twice      = rule_twice | rule_written[i];
                rule_written[i] = 1'b1;
            end
            i = {{32-BUF_BITS{1'b0}}, transmit_buf[BUF_BITS*p +: BUF_BITS]};
            if (transmit_sending[p]) begin
                rule_twice   = rule_twice | rule_sent[i];
                rule_sent[i] = 1'b1;
            end
            if (accepted[p] | stopped[p] | expired[p])
                rule_over[i] = 1'b1;
        end
        `FEDX_RULE(8, 1, ~|((queued_reg & ~waiting_reg) | (waiting_reg & ~used_reg)),
                   "a queued packet waits, and a packet that waits has a buffer")
        `FEDX_RULE(8, 2, ~|((rule_written | rule_sent) & ~used_reg), "bytes are written into and sent from buffers in use")
        `FEDX_RULE(8, 3, ~|((rule_sent | rule_over) & (queued_reg | ~used_reg)), "a packet under way is not queued")
        `FEDX_RULE(8, 4, !rule_twice, "a buffer has one writer and one reader")
        `FEDX_RULE(8, 5, &rule_behind, "a byte is sent only after it was written")
        `FEDX_RULE(8, 6, &rule_order && &rule_ranks, "the age order is total")
        `FEDX_RULE(8, 7, &rule_ports, "a packet may leave by a port, and best ports are among these")
    end
`endif

endmodule

`resetall
