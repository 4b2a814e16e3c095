// SPDX-License-Identifier: Apache-2.0
//
// Injection: a ring of packets in which buffer, gate and queue are three pointers, and what leaves by each port.
//
//     write   what is put in
//     passed  ... passes the gate
//     read    ... begins to leave, by the lowest port that can send it
//
// All three may happen to a packet in one cycle: then its head comes from the pins.
//
// docs/spec/vcr.md section 15; C twin cmodel/vcr/model/vcr_inject.c
`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "vcr_params.vh"

module vcr_inject #(
    // Ports to one router, 1 to 4
    parameter PORTS     = 1,
    // Virtual channels a port, 1 to 16
    parameter VCS       = 4,
    // Flits a channel of the router, 2 to 64
    parameter DEPTH     = 4,
    // Bits of a flit, 64, 128 or 256
    parameter FLIT_BITS = 64,
    // Flits a packet, 2 to 64
    parameter LENGTH    = 16,
    // Packets behind the gate; packets that have passed it
    parameter BUFFER    = 4,
    parameter QUEUE     = 4,
    // Derived
    parameter VC_BITS   = VCS > 1 ? $clog2(VCS) : 1,
    parameter LANES     = PORTS * VCS
) (
    input  wire                        clk,
    input  wire                        rst,
    input  wire                        quiet,

    // Pins
    input  wire                        put,
    input  wire [LENGTH*FLIT_BITS-1:0] packet,
    output wire                        room,
    input  wire [PORTS-1:0]            rx_up,
    input  wire [LANES-1:0]            rx_credit,
    output wire [PORTS-1:0]            tx_valid,
    output wire [PORTS-1:0]            tx_head,
    output wire [PORTS-1:0]            tx_tail,
    output wire [VC_BITS*PORTS-1:0]    tx_vc,
    output wire [FLIT_BITS*PORTS-1:0]  tx_flit,

    // From the other mechanisms
    input  wire [6:0]                  alloc_credits,
    input  wire                        open,

    // To them
    output wire                        linked,          // the first cable
    output wire                        some_buffered,
    output wire                        pass,
    output wire [PORTS-1:0]            credit_error,
    output wire                        lost
);

    generate
        if (PORTS < 1 || PORTS > 4) begin : bad_ports vcr_error_ports_must_be_1_to_4 error(); end
        if (VCS < 1 || VCS > 16) begin : bad_vcs vcr_error_vcs_must_be_1_to_16 error(); end
        if (DEPTH < 2 || DEPTH > 64) begin : bad_depth vcr_error_depth_must_be_2_to_64 error(); end
        if (LENGTH < 2 || LENGTH > 64) begin : bad_length vcr_error_length_must_be_2_to_64 error(); end
        if (BUFFER < 1 || QUEUE < 1 || BUFFER + QUEUE > 16)
            begin : bad_slots vcr_error_buffer_and_queue_must_be_2_to_16 error(); end
    endgenerate

    localparam SLOTS       = BUFFER + QUEUE;
    localparam PACKET_BITS = $clog2(SLOTS);
    localparam LENGTH_BITS = $clog2(LENGTH);
    localparam BUFFER_BITS = $clog2(BUFFER + 1);
    localparam QUEUE_BITS  = $clog2(QUEUE + 1);
    localparam FILL_BITS   = $clog2(DEPTH + 1);

    localparam [PACKET_BITS-1:0] LAST_SLOT = SLOTS[PACKET_BITS-1:0] - 1'b1;
    localparam [LENGTH_BITS-1:0] LAST_FLIT = LENGTH[LENGTH_BITS-1:0] - 1'b1;
    localparam [BUFFER_BITS-1:0] ALL_BUFFERED = BUFFER[BUFFER_BITS-1:0];
    localparam [QUEUE_BITS-1:0]  ALL_QUEUED = QUEUE[QUEUE_BITS-1:0];
    localparam [FILL_BITS-1:0]   FULL = DEPTH[FILL_BITS-1:0];

    // ---------------------------------------------------------------------
    // Registers
    // ---------------------------------------------------------------------
    reg [PACKET_BITS-1:0]       write_reg;
    reg [PACKET_BITS-1:0]       passed_reg;
    reg [PACKET_BITS-1:0]       read_reg;
    reg [SLOTS-1:0]             used_reg;
    reg [BUFFER_BITS-1:0]       buffered_reg;
    reg [QUEUE_BITS-1:0]        queued_reg;
    reg                         room_reg;
    reg                         lost_reg;
    reg [PORTS-1:0]             sending_reg;
    reg [PACKET_BITS*PORTS-1:0] slot_reg;
    reg [LENGTH_BITS*PORTS-1:0] sent_reg;
    reg [VC_BITS*PORTS-1:0]     vc_reg;
    reg [PORTS-1:0]             up_last_reg;
    reg [PORTS-1:0]             linked_reg;
    reg [PORTS-1:0]             credit_error_reg;
    reg [FILL_BITS*LANES-1:0]   credits_reg;
    reg [PORTS-1:0]             tx_valid_reg;
    reg [PORTS-1:0]             tx_head_reg;
    reg [PORTS-1:0]             tx_tail_reg;
    reg [VC_BITS*PORTS-1:0]     tx_vc_reg;
    reg [FLIT_BITS*PORTS-1:0]   tx_flit_reg;

    // Packets, the head in the lowest bits
    reg [LENGTH*FLIT_BITS-1:0]  store [0:SLOTS-1];

    assign room          = room_reg;
    assign lost          = lost_reg;
    assign tx_valid      = tx_valid_reg;
    assign tx_head       = tx_head_reg;
    assign tx_tail       = tx_tail_reg;
    assign tx_vc         = tx_vc_reg;
    assign tx_flit       = tx_flit_reg;
    assign linked        = linked_reg[0];
    assign credit_error  = credit_error_reg;
    assign some_buffered = |buffered_reg;

    function automatic [PACKET_BITS-1:0] after;
        input [PACKET_BITS-1:0] slot;
        after = slot == LAST_SLOT ? {PACKET_BITS{1'b0}} : slot + 1'b1;
    endfunction

    // ---------------------------------------------------------------------
    // Links and credits: two equal readings; credits on the wire, and a link that rises or falls, count at once
    // ---------------------------------------------------------------------
    wire [PORTS-1:0]           rise = quiet ? {PORTS{1'b0}} : ~linked_reg & rx_up & up_last_reg;
    wire [PORTS-1:0]           fall = linked_reg & ~rx_up & ~up_last_reg;
    wire [LANES-1:0]           full;
    wire [FILL_BITS*LANES-1:0] credits_now;
    wire [LANES-1:0]           sendable;
    wire [LANES-1:0]           free;            // with room for a packet

    genvar g;
    generate
        for (g = 0; g < LANES; g = g + 1) begin : lane
            wire [FILL_BITS-1:0] now = credits_now[FILL_BITS*g +: FILL_BITS];
            assign full[g] = credits_reg[FILL_BITS*g +: FILL_BITS] == FULL;
            assign credits_now[FILL_BITS*g +: FILL_BITS] =
                rise[g / VCS] ? FULL : fall[g / VCS] ? {FILL_BITS{1'b0}} :
                credits_reg[FILL_BITS*g +: FILL_BITS] + {{FILL_BITS-1{1'b0}}, linked_reg[g / VCS] & rx_credit[g] & ~full[g]};
            assign sendable[g] = |now;
            assign free[g]     = |now && {{8-FILL_BITS{1'b0}}, now} >= {1'b0, alloc_credits};
        end
    endgenerate

    // ---------------------------------------------------------------------
    // Put, pass, begin
    // ---------------------------------------------------------------------
    wire puts = put & room_reg;

    assign pass = (some_buffered | puts) & queued_reg != ALL_QUEUED & open;

    reg [4:0]               under_way;          // packets that are being sent
    reg [PORTS-1:0]         start;              // the port by which a packet begins
    reg [VC_BITS-1:0]       start_vc;
    reg [PORTS-1:0]         going;              // ports that send a flit
    reg [PORTS-1:0]         last;               // ... a tail
    reg [VC_BITS*PORTS-1:0] going_vc;

    always @* begin : choose
        integer p;
        integer v;

        under_way = 5'd0;
        for (p = 0; p < PORTS; p = p + 1)
            under_way = under_way + {4'd0, sending_reg[p]};
        start    = {PORTS{1'b0}};
        start_vc = {VC_BITS{1'b0}};
        if ({{5-QUEUE_BITS{1'b0}}, queued_reg} + {4'd0, pass} != under_way)
            for (p = PORTS - 1; p >= 0; p = p - 1)
                if (!sending_reg[p] && |free[VCS*p +: VCS]) begin
                    start    = {PORTS{1'b0}};
                    start[p] = 1'b1;
                    for (v = VCS - 1; v >= 0; v = v - 1)
                        if (free[VCS*p + v])
                            start_vc = v[VC_BITS-1:0];
                end
        for (p = 0; p < PORTS; p = p + 1) begin
            going_vc[VC_BITS*p +: VC_BITS] = start[p] ? start_vc : vc_reg[VC_BITS*p +: VC_BITS];
            going[p] = start[p];
            for (v = 0; v < VCS; v = v + 1)
                if (sending_reg[p] && sendable[VCS*p + v] && vc_reg[VC_BITS*p +: VC_BITS] == v[VC_BITS-1:0])
                    going[p] = 1'b1;
            last[p] = going[p] && !start[p] && sent_reg[LENGTH_BITS*p +: LENGTH_BITS] == LAST_FLIT;
        end
    end

    // What each port sends; a packet that begins in the cycle in which it is put in is not in the store yet
    wire [FLIT_BITS*PORTS-1:0] flit;

    generate
        for (g = 0; g < PORTS; g = g + 1) begin : port
            wire [PACKET_BITS-1:0] slot = start[g] ? read_reg : slot_reg[PACKET_BITS*g +: PACKET_BITS];
            wire [LENGTH_BITS-1:0] sent = sent_reg[LENGTH_BITS*g +: LENGTH_BITS];
            wire                   fresh = start[g] && puts && read_reg == write_reg;
            wire [LENGTH*FLIT_BITS-1:0] stored = store[slot];
            assign flit[FLIT_BITS*g +: FLIT_BITS] = fresh ? packet[FLIT_BITS-1:0] : stored[FLIT_BITS*sent +: FLIT_BITS];
        end
    endgenerate

    // ---------------------------------------------------------------------
    // Next state
    // ---------------------------------------------------------------------
    reg [SLOTS-1:0]       used;
    reg [BUFFER_BITS-1:0] buffered;
    reg [QUEUE_BITS-1:0]  queued;
    reg [PACKET_BITS-1:0] write;

    always @* begin : slots
        integer p;

        write    = puts ? after(write_reg) : write_reg;
        buffered = buffered_reg + {{BUFFER_BITS-1{1'b0}}, puts} - {{BUFFER_BITS-1{1'b0}}, pass};
        queued   = queued_reg + {{QUEUE_BITS-1{1'b0}}, pass};
        used     = used_reg;
        if (puts)
            used[write_reg] = 1'b1;
        for (p = 0; p < PORTS; p = p + 1)
            if (last[p]) begin
                used[slot_reg[PACKET_BITS*p +: PACKET_BITS]] = 1'b0;
                queued = queued - 1'b1;
            end
    end

    always @(posedge clk) begin
        if (puts)
            store[write_reg] <= packet;
    end

    always @(posedge clk) begin : outputs
        integer p;
        integer v;
        reg     sent;

        write_reg    <= write;
        passed_reg   <= pass ? after(passed_reg) : passed_reg;
        read_reg     <= |start ? after(read_reg) : read_reg;
        used_reg     <= used;
        buffered_reg <= buffered;
        queued_reg   <= queued;
        room_reg     <= buffered != ALL_BUFFERED && !used[write];
        lost_reg     <= lost_reg | (put & ~room_reg);
        sending_reg  <= (sending_reg | start) & ~last;
        up_last_reg  <= rx_up;
        linked_reg   <= (linked_reg | rise) & ~fall;
        tx_valid_reg <= going;
        tx_tail_reg  <= last;
        for (p = 0; p < PORTS; p = p + 1) begin
            if (start[p]) begin
                slot_reg[PACKET_BITS*p +: PACKET_BITS] <= read_reg;
                vc_reg[VC_BITS*p +: VC_BITS]           <= start_vc;
            end
            if (going[p])
                sent_reg[LENGTH_BITS*p +: LENGTH_BITS] <=
                    last[p] ? {LENGTH_BITS{1'b0}} : sent_reg[LENGTH_BITS*p +: LENGTH_BITS] + 1'b1;
            tx_head_reg[p]                         <= going[p] & ~|sent_reg[LENGTH_BITS*p +: LENGTH_BITS];
            tx_vc_reg[VC_BITS*p +: VC_BITS]        <= going[p] ? going_vc[VC_BITS*p +: VC_BITS] : {VC_BITS{1'b0}};
            tx_flit_reg[FLIT_BITS*p +: FLIT_BITS]  <= going[p] ? flit[FLIT_BITS*p +: FLIT_BITS] : {FLIT_BITS{1'b0}};
            if (linked_reg[p] && |(rx_credit[VCS*p +: VCS] & full[VCS*p +: VCS]))
                credit_error_reg[p] <= 1'b1;
            for (v = 0; v < VCS; v = v + 1) begin
                sent = going[p] && going_vc[VC_BITS*p +: VC_BITS] == v[VC_BITS-1:0];
                credits_reg[FILL_BITS*(VCS*p + v) +: FILL_BITS] <=
                    credits_now[FILL_BITS*(VCS*p + v) +: FILL_BITS] - {{FILL_BITS-1{1'b0}}, sent};
            end
        end

        if (rst) begin
            write_reg        <= {PACKET_BITS{1'b0}};
            passed_reg       <= {PACKET_BITS{1'b0}};
            read_reg         <= {PACKET_BITS{1'b0}};
            used_reg         <= {SLOTS{1'b0}};
            buffered_reg     <= {BUFFER_BITS{1'b0}};
            queued_reg       <= {QUEUE_BITS{1'b0}};
            room_reg         <= 1'b1;
            lost_reg         <= 1'b0;
            sending_reg      <= {PORTS{1'b0}};
            slot_reg         <= {PACKET_BITS*PORTS{1'b0}};
            sent_reg         <= {LENGTH_BITS*PORTS{1'b0}};
            vc_reg           <= {VC_BITS*PORTS{1'b0}};
            up_last_reg      <= {PORTS{1'b0}};
            linked_reg       <= {PORTS{1'b0}};
            credit_error_reg <= {PORTS{1'b0}};
            credits_reg      <= {FILL_BITS*LANES{1'b0}};
            tx_valid_reg     <= {PORTS{1'b0}};
            tx_head_reg      <= {PORTS{1'b0}};
            tx_tail_reg      <= {PORTS{1'b0}};
            tx_vc_reg        <= {VC_BITS*PORTS{1'b0}};
            tx_flit_reg      <= {FLIT_BITS*PORTS{1'b0}};
        end
    end

`ifdef VCR_RULES
    // Rules of section 15
    reg [LENGTH_BITS*PORTS-1:0] flits_reg;    // on the wire, of the packet that it has

    always @(posedge clk) begin : packets
        integer p;
        for (p = 0; p < PORTS; p = p + 1)
            if (tx_valid_reg[p])
                flits_reg[LENGTH_BITS*p +: LENGTH_BITS] <=
                    tx_tail_reg[p] ? {LENGTH_BITS{1'b0}} : flits_reg[LENGTH_BITS*p +: LENGTH_BITS] + 1'b1;
        if (rst)
            flits_reg <= {LENGTH_BITS*PORTS{1'b0}};
    end

    `VCR_RULED
    `VCR_CHECK begin : rules
        integer p;
        integer l;
        integer k;
        reg [4:0]                   rule_used;    // slots that hold packets
        reg [LANES-1:0]             rule_credits; // per lane
        reg [PORTS-1:0]             rule_credit;  // per port
        reg [PORTS-1:0]             rule_idle;
        reg [PORTS-1:0]             rule_packet;
        reg                         rule_slots;   // that are being sent
        reg [SLOTS-1:0]             rule_sent;

        rule_used = 5'd0;
        for (k = 0; k < SLOTS; k = k + 1)
            rule_used = rule_used + {4'd0, used_reg[k]};
        for (l = 0; l < LANES; l = l + 1)
            rule_credits[l] = credits_reg[FILL_BITS*l +: FILL_BITS] <= (linked_reg[l / VCS] ? FULL : {FILL_BITS{1'b0}});
        rule_slots = 1'b1;
        rule_sent  = {SLOTS{1'b0}};
        for (p = 0; p < PORTS; p = p + 1) begin
            l              = VCS*p + {{32-VC_BITS{1'b0}}, going_vc[VC_BITS*p +: VC_BITS]};
            k              = {{32-PACKET_BITS{1'b0}}, slot_reg[PACKET_BITS*p +: PACKET_BITS]};
            rule_credit[p] = !going[p] || |credits_now[FILL_BITS*l +: FILL_BITS];
            rule_idle[p]   = tx_valid_reg[p] || ~|{tx_head_reg[p], tx_tail_reg[p], tx_vc_reg[VC_BITS*p +: VC_BITS],
                                                   tx_flit_reg[FLIT_BITS*p +: FLIT_BITS]};
            rule_packet[p] = !tx_valid_reg[p] || (tx_head_reg[p] == ~|flits_reg[LENGTH_BITS*p +: LENGTH_BITS] &&
                                                  tx_tail_reg[p] == (flits_reg[LENGTH_BITS*p +: LENGTH_BITS] == LAST_FLIT));
            if (sending_reg[p]) begin
                rule_slots   = rule_slots && used_reg[k] && !rule_sent[k];
                rule_sent[k] = 1'b1;
            end
        end
        `VCR_RULE(15, 1, {1'b0, buffered_reg} < BUFFER[BUFFER_BITS:0] + 1'b1 && {1'b0, queued_reg} < QUEUE[QUEUE_BITS:0] + 1'b1 &&
                  rule_used == {{5-BUFFER_BITS{1'b0}}, buffered_reg} + {{5-QUEUE_BITS{1'b0}}, queued_reg},
                  "buffer and queue hold no more than BUFFER and QUEUE packets, each in a slot")
        `VCR_RULE(15, 2, room_reg == (buffered_reg != ALL_BUFFERED && !used_reg[write_reg]), "room says that a slot is free")
        `VCR_RULE(15, 3, under_way <= {{5-QUEUE_BITS{1'b0}}, queued_reg} && rule_slots,
                  "ports send packets of the queue, each one of its own")
        `VCR_RULE(15, 4, &rule_credits, "a channel has at most DEPTH credits, and none while its link is down")
        `VCR_RULE(15, 5, &rule_credit, "a flit is sent only with a credit of its channel")
        `VCR_RULE(15, 6, &rule_idle, "wires without a flit are 0")
        `VCR_RULE(15, 7, &rule_packet, "a port sends packets of LENGTH flits, one after the other")
    end
`endif

endmodule
`resetall
