// SPDX-License-Identifier: Apache-2.0
//
// Port transmit: frames from the buffer store to the wires.
//
// An attempt goes sending -> await -> idle, or sending -> gap -> idle when it is
// ended early. A port in none of these states is idle.
//
// What registers alone tell is worked out first (which attempts reach a
// decision, which ports could start); the levels of this cycle then only mask it.
//
// docs/spec/fedx.md section 6; C twin cmodel/fedx/model/fedx_port_transmit.c
`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "fedx_params.vh"

module fedx_port_transmit #(
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
    output wire [8*(LINKS+1)-1:0]               tx_data,
    output wire [LINKS:0]                       tx_valid,
    input  wire [LINKS:0]                       rx_req,
    input  wire [LINKS:0]                       rx_refuse,
    input  wire [LINKS:0]                       rx_acc,

    // From the other mechanisms
    input  wire [LINKS:0]                       own_now,
    input  wire [LINKS:0]                       ownership_own_last,
    input  wire                                 holding,            // silence after reset
    input  wire [2:0]                           config_latency,
    input  wire [BUFFERS-1:0]                   abort_buffers,
    input  wire [LINKS:0]                       grant,
    input  wire [$clog2(BUFFERS)*(LINKS+1)-1:0] grant_buf,
    input  wire [8*(LINKS+1)-1:0]               next_byte,          // of the ports that are sending
    input  wire [LINKS:0]                       keep_candidate,     // turns to keep after an acceptance

    // Registers that the other mechanisms read
    output wire [LINKS:0]                       transmit_sending,
    output wire [LINKS:0]                       transmit_await,
    output wire [LINKS:0]                       transmit_busy,      // an attempt, or its gap
    output wire [$clog2(BUFFERS)*(LINKS+1)-1:0] transmit_buf,
    output wire [8*(LINKS+1)-1:0]               transmit_count,
    output wire [8*(LINKS+1)-1:0]               transmit_out_of_step,

    // From registers
    output wire [LINKS:0]                       available,          // ports that could start
    output wire [LINKS:0]                       accepted_candidate, // accepted, unless the levels say no
    output reg  [LINKS:0]                       passed,             // the window for a refusal has just closed

    // With the levels of this cycle
    output wire [LINKS:0]                       start,              // a frame starts at this edge
    output wire [LINKS:0]                       accepted,           // the awaited acceptance is certain
    output wire [LINKS:0]                       stopped,            // refused, or ownership lost
    output wire [LINKS:0]                       expired,            // no acceptance in time
    output wire [LINKS:0]                       ended,              // an attempt ends at this edge, in any way
    output wire [LINKS:0]                       keep                // ... and the turn is kept
);

    generate
        if (LINKS < 1 || LINKS > 7) begin : bad_links fedx_error_links_must_be_1_to_7 error(); end
        if (BUFFERS < 2 || BUFFERS > 64) begin : bad_buffers fedx_error_buffers_must_be_2_to_64 error(); end
        if (PACKET_BYTES < 64 || PACKET_BYTES > 255)
            begin : bad_packet_bytes fedx_error_packet_bytes_must_be_64_to_255 error(); end
    endgenerate

    localparam PORTS    = LINKS + 1;
    localparam BUF_BITS = $clog2(BUFFERS);

    localparam [7:0] FLAG_BIT  = `FEDX_FLAG_BIT;
    localparam [7:0] LAST_BYTE = PACKET_BYTES[7:0] - 8'd1;

    `include "fedx_header.vh"

    // ---------------------------------------------------------------------
    // Registers
    // ---------------------------------------------------------------------
    reg [PORTS-1:0]          sending_reg;
    reg [PORTS-1:0]          await_reg;
    reg [PORTS-1:0]          gap_reg;
    reg [PORTS-1:0]          bit_reg;
    reg [PORTS-1:0]          acc_last_reg;
    reg [PORTS-1:0]          refuse_last_reg;
    reg [BUF_BITS*PORTS-1:0] buf_reg;
    reg [8*PORTS-1:0]        data_reg;
    reg [8*PORTS-1:0]        count_reg;
    reg [8*PORTS-1:0]        check_reg;
    reg [8*PORTS-1:0]        out_of_step_reg;

    assign tx_data              = data_reg;
    assign tx_valid             = sending_reg;
    assign transmit_sending     = sending_reg;
    assign transmit_await       = await_reg;
    assign transmit_buf         = buf_reg;
    assign transmit_count       = count_reg;
    assign transmit_out_of_step = out_of_step_reg;

    // ---------------------------------------------------------------------
    // What registers alone tell
    // ---------------------------------------------------------------------
    wire [7:0]       round_trip   = {4'd0, config_latency, 1'b0} + 8'd2;
    wire [PORTS-1:0] busy         = sending_reg | await_reg | gap_reg;

    assign transmit_busy = busy;

    wire [PORTS-1:0] differs_last = acc_last_reg ^ bit_reg;

    reg [PORTS-1:0] last;    // the last byte of a frame is on the wire
    reg [PORTS-1:0] settled; // last cycle of gap
    reg [PORTS-1:0] ripe;    // an acceptance may be believed
    reg [PORTS-1:0] late;    // ... or given up
    reg [PORTS-1:0] abort;   // sending a packet that is being aborted

    always @* begin : progress
        integer p;
        last    = 0;
        settled = 0;
        passed  = 0;
        ripe    = 0;
        late    = 0;
        abort   = 0;
        if (|busy)
            for (p = 0; p < PORTS; p = p + 1)
                if (sending_reg[p]) begin
                    last[p]   = count_reg[8*p +: 8] == LAST_BYTE;
                    passed[p] = count_reg[8*p +: 8] == round_trip + 8'd11;
                end else if (await_reg[p]) begin
                    ripe[p] = count_reg[8*p +: 8] >= round_trip;
                    late[p] = count_reg[8*p +: 8] == `FEDX_ACK_TIMEOUT;
                end else if (gap_reg[p]) begin
                    settled[p] = count_reg[8*p +: 8] >= round_trip;
                end
        if (|abort_buffers)
            for (p = 0; p < PORTS; p = p + 1)
                if (sending_reg[p])
                    abort[p] = abort_buffers[buf_reg[BUF_BITS*p +: BUF_BITS]];
    end

    assign accepted_candidate = ripe & differs_last & ~refuse_last_reg;
    assign available = {PORTS{~holding}} & ownership_own_last &
                       ((~busy & ~refuse_last_reg & ~differs_last) | (settled & ~differs_last) |
                        accepted_candidate);

    // ---------------------------------------------------------------------
    // What the levels of this cycle add
    // ---------------------------------------------------------------------
    wire [PORTS-1:0] differs = rx_acc ^ bit_reg;

    assign accepted = accepted_candidate & differs & ~rx_refuse;
    assign expired  = late & ~accepted;
    assign stopped  = sending_reg & ~last & ~abort & (rx_refuse | ~(own_now | ownership_own_last));
    assign ended    = accepted | expired | stopped | abort;
    assign keep     = keep_candidate & accepted;
    assign start    = grant & own_now & ~rx_refuse & (accepted | (~await_reg & ~differs)) &
                      ~(ended & rx_req & ~keep);

    // ---------------------------------------------------------------------
    // Next state
    // ---------------------------------------------------------------------
    always @(posedge clk) begin : transmit
        integer p;
        reg [PORTS-1:0] cut_short; // stop before the end
        reg [PORTS-1:0] sent;      // stop at the end
        reg [PORTS-1:0] over;      // take bit over from acc
        reg [7:0]       data;
        reg [7:0]       number;

        cut_short = stopped | abort;
        sent      = sending_reg & last & ~abort;
        over      = ~(busy | start) & differs & differs_last;

        // Bytes
        if (|(busy | start))
            for (p = 0; p < PORTS; p = p + 1) begin
                number = count_reg[8*p +: 8] + 8'd1;
                data   = next_byte[8*p +: 8];
                if (start[p]) begin
                    buf_reg[BUF_BITS*p +: BUF_BITS] <= grant_buf[BUF_BITS*p +: BUF_BITS];
                    count_reg[8*p +: 8]             <= 8'd0;
                    data_reg[8*p +: 8]              <= `FEDX_START_CODE;
                    check_reg[8*p +: 8]             <= header_check(8'd0, `FEDX_START_CODE);
                end else if (cut_short[p] | sent[p]) begin
                    count_reg[8*p +: 8] <= 8'd1;
                    data_reg[8*p +: 8]  <= 8'd0;
                end else if (sending_reg[p]) begin
                    if (number == `FEDX_BYTE_FLAGS)
                        data = (data & ~FLAG_BIT) | (bit_reg[p] ? FLAG_BIT : 8'd0);
                    if (number == `FEDX_BYTE_CHECK)
                        data = check_reg[8*p +: 8];
                    else if (number < `FEDX_BYTE_CHECK)
                        check_reg[8*p +: 8] <= header_check(check_reg[8*p +: 8], data);
                    count_reg[8*p +: 8] <= number;
                    data_reg[8*p +: 8]  <= data;
                end else if (busy[p]) begin
                    count_reg[8*p +: 8] <= number;
                end
            end

        // States
        sending_reg     <= (sending_reg & ~cut_short & ~sent) | start;
        await_reg       <= (await_reg & ~accepted & ~expired) | sent;
        gap_reg         <= (gap_reg & ~settled) | cut_short;
        bit_reg         <= bit_reg ^ (accepted | over);
        acc_last_reg    <= rx_acc;
        refuse_last_reg <= rx_refuse;
        if (|over)
            for (p = 0; p < PORTS; p = p + 1)
                if (over[p] && ~&out_of_step_reg[8*p +: 8])
                    out_of_step_reg[8*p +: 8] <= out_of_step_reg[8*p +: 8] + 8'd1;

        if (rst) begin
            sending_reg     <= 0;
            await_reg       <= 0;
            gap_reg         <= 0;
            bit_reg         <= 0;
            acc_last_reg    <= 0;
            refuse_last_reg <= {PORTS{1'b1}};
            buf_reg         <= 0;
            data_reg        <= 0;
            count_reg       <= 0;
            check_reg       <= 0;
            out_of_step_reg <= 0;
        end
    end

`ifdef FEDX_RULES
    // Rules of section 6
    `FEDX_RULED
    `FEDX_CHECK begin : rules
        integer p;
        reg [7:0] count;
        reg [PORTS-1:0] rule_state; // per port
        reg [PORTS-1:0] rule_count;
        reg [PORTS-1:0] rule_idle;
        reg [PORTS-1:0] rule_end;

        for (p = 0; p < PORTS; p = p + 1) begin
            count         = count_reg[8*p +: 8];
            rule_state[p] = {1'b0, sending_reg[p]} + {1'b0, await_reg[p]} + {1'b0, gap_reg[p]} <= 2'd1;
            rule_count[p] = (!sending_reg[p] || count <= LAST_BYTE) &&
                            (!await_reg[p] || (|count && count <= `FEDX_ACK_TIMEOUT)) &&
                            (!gap_reg[p] || (|count && count <= 8'd2 + 8'd2 * `FEDX_MAX_LATENCY));
            rule_idle[p]  = sending_reg[p] || ~|data_reg[8*p +: 8];
            rule_end[p]   = {2'd0, accepted[p]} + {2'd0, expired[p]} + {2'd0, stopped[p]} + {2'd0, abort[p]} <=
                            {2'd0, sending_reg[p] | await_reg[p]};
        end
        `FEDX_RULE(6, 1, &rule_state, "a port is in one state at a time")
        `FEDX_RULE(6, 2, &rule_count, "count is below the packet length in sending, 1 to 32 in await, and 1 to 16 in gap")
        `FEDX_RULE(6, 3, &rule_idle, "a port that is not sending drives zeros")
        `FEDX_RULE(6, 4, ~|(start & ~(own_now & ownership_own_last & ~sending_reg)),
                   "a frame starts at an end that owns the link for two cycles and sends none")
        `FEDX_RULE(6, 5, &rule_end, "an attempt under way ends in one way")
    end
`endif

endmodule

`resetall
