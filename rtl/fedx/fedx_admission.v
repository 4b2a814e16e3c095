// SPDX-License-Identifier: Apache-2.0
//
// Admission: which arriving header gets a buffer.
//
// Headers that decide in the same cycle are served one after the other, from
// port `first` upwards and around; each sees the ones admitted before it. What
// does not depend on that order is worked out for all ports at once, so that
// the chain from port to port only counts. A packet that finds no room for a
// whole time-out is the watched one: room that it could have is kept for it.
//
// docs/spec/fedx.md section 9; C twin cmodel/fedx/model/fedx_admission.c
`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "fedx_params.vh"

module fedx_admission #(
    // Links, 1 to 7; the PE port comes on top
    parameter LINKS   = `FEDX_LINKS,
    // Packet buffers, 2 to 64
    parameter BUFFERS = `FEDX_BUFFERS
) (
    input  wire                                 clk,
    input  wire                                 rst,

    // Settings
    input  wire                                 config_write,
    input  wire [15:0]                          config_addr,
    input  wire [15:0]                          config_wdata,
    input  wire [1:0]                           config_backpressure,
    input  wire                                 config_class_rule,
    input  wire                                 config_random_select,
    input  wire                                 config_backpressure_class,
    input  wire [7:0]                           config_limit_dest,
    input  wire [7:0]                           config_limit_trans,
    input  wire [7:0]                           config_limit_total,
    input  wire [15:0]                          config_throttle_timeout,

    // Headers that decide, and their routes
    input  wire [LINKS:0]                       receive_decide,
    input  wire [LINKS:0]                       receive_bad,
    input  wire [LINKS:0]                       receive_dup_bit,
    input  wire [64*(LINKS+1)-1:0]              receive_head,
    input  wire [LINKS:0]                       choice_valid,
    input  wire [8*(LINKS+1)-1:0]               choice_level,

    // What the pool holds
    input  wire [BUFFERS-1:0]                   pool_used,
    input  wire [BUFFERS-1:0]                   pool_waiting,
    input  wire [8*BUFFERS-1:0]                 pool_level,
    input  wire [64*BUFFERS-1:0]                pool_head,

    // Verdicts
    output reg  [LINKS:0]                       admit,
    output reg  [$clog2(BUFFERS)*(LINKS+1)-1:0] admit_buf,
    output reg  [LINKS:0]                       admit_draw,  // drew 1 in random selection

    // The PE port: ejection priority keeps the turn, the PE asks for it
    input  wire                                 pe_keep,
    input  wire                                 pe_req,

    output wire                                 overdue,     // the next injection goes by the usual rule
    output wire [15:0]                          admission_random
);

    generate
        if (LINKS < 1 || LINKS > 7) begin : bad_links fedx_error_links_must_be_1_to_7 error(); end
        if (BUFFERS < 2 || BUFFERS > 64) begin : bad_buffers fedx_error_buffers_must_be_2_to_64 error(); end
    endgenerate

    localparam PORTS      = LINKS + 1;
    localparam PE_PORT    = LINKS;
    localparam BUF_BITS   = $clog2(BUFFERS);
    // Twice the number of buffers, exclusive
    localparam COUNT_BITS = $clog2(2 * BUFFERS);

    // A watch lasts 2^WATCH_SHIFT time-outs at most
    localparam AGE_BITS   = 16 + `FEDX_WATCH_SHIFT;

    localparam [AGE_BITS-1:0] AGE_1   = 1;
    localparam [BUFFERS-1:0] BUFFER_0 = 1;
    localparam [15:0]        TAPS     = `FEDX_RANDOM_TAPS;
    // No class beyond the buffers, and no lane of at_least either
    localparam [7:0]            LEVELS = BUFFERS[7:0];
    localparam [COUNT_BITS-1:0] FULL   = BUFFERS[COUNT_BITS-1:0];

    // ---------------------------------------------------------------------
    // Registers
    // ---------------------------------------------------------------------
    reg [2:0]         first_reg;
    reg               throttled_reg;
    reg [15:0]        throttle_count_reg;
    reg [15:0]        random_reg;
    reg [4*PORTS-1:0] reason_reg;
    reg               watched_reg;
    reg [2:0]         watch_port_reg;
    reg [7:0]         watch_level_reg;
    reg [63:0]        watch_head_reg;
    reg [AGE_BITS-1:0] watch_age_reg;
    reg [15:0]        watch_away_reg;
    reg [PORTS-1:0]   watch_done_reg;

    assign admission_random = random_reg;

    // The reasons are there for whoever looks at the named registers; no pin shows them.
    // The flags of the watched packet are not compared: the sender may change them.
    wire unused_reason = &{1'b0, reason_reg, watch_head_reg[47:40]};

    // ---------------------------------------------------------------------
    // Headers against each other and against the packets that wait
    // ---------------------------------------------------------------------
    reg [PORTS-1:0]       held_back;       // like a packet that waits
    reg [PORTS*PORTS-1:0] alike;           // bit q of lane p: header q, admitted, holds header p back
    reg                   watch_held_back; // the watched packet is like one that waits
    reg [PORTS-1:0]       watch_alike;     // like the watched packet
    // With config_backpressure_class a packet holds back only those of its class and above.

    always @* begin : similar_packets
        integer p, q, b;
        reg by_message, by_destination;
        held_back       = 0;
        alike           = 0;
        watch_held_back = 1'b0;
        watch_alike     = 0;
        by_message      = config_backpressure == `FEDX_BACKPRESSURE_MESSAGE;
        by_destination  = config_backpressure == `FEDX_BACKPRESSURE_DESTINATION;
        if (|receive_decide && (by_message | by_destination)) begin
            for (b = 0; b < BUFFERS; b = b + 1)
                if (pool_waiting[b] &&
                    (!config_backpressure_class || pool_level[8*b +: 8] <= watch_level_reg) &&
                    (by_message ? watch_head_reg[39:8] == pool_head[64*b+8 +: 32] :
                                  watch_head_reg[63:48] == pool_head[64*b+48 +: 16]))
                    watch_held_back = 1'b1;
            for (p = 0; p < PORTS; p = p + 1)
                if (receive_decide[p]) begin
                    for (b = 0; b < BUFFERS; b = b + 1)
                        if (pool_waiting[b] &&
                            (!config_backpressure_class || pool_level[8*b +: 8] <= choice_level[8*p +: 8]) &&
                            (by_message ? receive_head[64*p+8 +: 32] == pool_head[64*b+8 +: 32] :
                                          receive_head[64*p+48 +: 16] == pool_head[64*b+48 +: 16]))
                            held_back[p] = 1'b1;
                    for (q = 0; q < PORTS; q = q + 1)
                        alike[PORTS*p + q] =
                            (!config_backpressure_class || choice_level[8*q +: 8] <= choice_level[8*p +: 8]) &&
                            (by_message ? receive_head[64*p+8 +: 32] == receive_head[64*q+8 +: 32] :
                                          receive_head[64*p+48 +: 16] == receive_head[64*q+48 +: 16]);
                    watch_alike[p] =
                        (!config_backpressure_class || watch_level_reg <= choice_level[8*p +: 8]) &&
                        (by_message ? receive_head[64*p+8 +: 32] == watch_head_reg[39:8] :
                                      receive_head[64*p+48 +: 16] == watch_head_reg[63:48]);
                end
        end
    end

    // ---------------------------------------------------------------------
    // The watched packet
    // ---------------------------------------------------------------------
    // Cycles that a watch may last
    wire [AGE_BITS-1:0] watch_limit = {config_throttle_timeout, {`FEDX_WATCH_SHIFT{1'b0}}};
    // A whole time-out since the watch began; or, when nothing is watched, since the last one ended
    wire        watch_timeout = watch_age_reg >= {{`FEDX_WATCH_SHIFT{1'b0}}, config_throttle_timeout};
    // Lasted too long, or its packet does not come any more
    wire        watch_spent   = watch_away_reg >= config_throttle_timeout || watch_age_reg >= watch_limit;
    wire        watch_overdue = watched_reg && watch_timeout && !watch_spent;

    reg [PORTS-1:0] is_watched; // the header is that of the watched packet

    always @* begin : same_packet
        integer p;
        is_watched = 0;
        for (p = 0; p < PORTS; p = p + 1)
            // The PE may change its mind: there it is the packet in turn.
            is_watched[p] = watched_reg && watch_port_reg == p[2:0] &&
                            (p == PE_PORT ||
                             (receive_head[64*p+48 +: 16] == watch_head_reg[63:48] &&
                              receive_head[64*p +: 40] == watch_head_reg[39:0]));
    end

    // A packet of class `level` more. Lane i: packets whose class is >= i.
    function automatic [COUNT_BITS*BUFFERS-1:0] counted;
        input [COUNT_BITS*BUFFERS-1:0] at_least;
        input [7:0]                    level;
        integer                        i;
        begin
            counted = at_least;
            for (i = 0; i < BUFFERS; i = i + 1)
                if (level >= i[7:0])
                    counted[COUNT_BITS*i +: COUNT_BITS] = at_least[COUNT_BITS*i +: COUNT_BITS] + 1'b1;
        end
    endfunction

    // Forward-state rule: afterwards at most BUFFERS - i packets of class >= i, for i in 1..level.
    function automatic class_full;
        input [COUNT_BITS*BUFFERS-1:0] at_least;
        input [7:0]                    level;
        integer                        i;
        begin
            class_full = level >= LEVELS;
            for (i = 1; i < BUFFERS; i = i + 1)
                if (level >= i[7:0] && at_least[COUNT_BITS*i +: COUNT_BITS] >= FULL - i[COUNT_BITS-1:0])
                    class_full = 1'b1;
        end
    endfunction

    // ---------------------------------------------------------------------
    // One header after the other
    // ---------------------------------------------------------------------
    wire [PORTS-1:0] from_first = {PORTS{1'b1}} << first_reg;

    // The time-out of paper section 6 has passed.
    assign overdue = throttled_reg && throttle_count_reg >= config_throttle_timeout;
    // Either that of injections or that of the packet itself lifts the limits.
    wire limits_lifted = overdue || (watch_overdue && watch_port_reg == PE_PORT[2:0]);

    reg [4*PORTS-1:0] admit_reason;  // verdicts of the ports that decide
    reg               throttle_set; // an injection was held back by the limits alone
    reg [15:0]        random_next;  // after the draws of this cycle
    reg [PORTS-1:0]   watch;        // the watched packet, or one to be watched, found no room
    reg [7:0]         watch_level;  // its class

    always @* begin : verdicts
        integer turn, p, b;
        reg [BUFFERS-1:0]            free;
        reg [BUFFERS-1:0]            lowest;
        reg [COUNT_BITS*BUFFERS-1:0] packets;  // lane i: packets whose class is >= i
        reg [COUNT_BITS*BUFFERS-1:0] at_least; // and the watched one, if room is kept for it
        reg                          reserved; // room is kept for the watched packet
        reg [COUNT_BITS-1:0]         total;    // packets of both kinds
        reg [COUNT_BITS-1:0]         transit;
        reg [COUNT_BITS-1:0]         here;     // packets that wait for ejection here
        reg [7:0]                    level;
        reg                          limits_reached;
        reg [3:0]                    reason;

        admit        = 0;
        admit_buf    = 0;
        admit_draw   = 0;
        admit_reason  = 0;
        throttle_set = 1'b0;
        random_next  = random_reg;
        watch        = 0;
        watch_level  = 0;
        free         = ~pool_used;
        lowest       = 0;
        packets      = 0;
        at_least     = 0;
        reserved     = 1'b0;
        total        = 0;
        transit      = 0;
        here         = 0;
        level        = 0;
        limits_reached  = 1'b0;
        reason        = 0;

        if (|receive_decide) begin
            for (b = 0; b < BUFFERS; b = b + 1)
                if (pool_used[b])
                    packets = counted(packets, pool_level[8*b +: 8]);
            reserved = watch_overdue && |free && !watch_held_back &&
                       !(config_class_rule && class_full(packets, watch_level_reg));

            for (turn = 0; turn < 2; turn = turn + 1)
                for (p = 0; p < PORTS; p = p + 1)
                    if (receive_decide[p] && from_first[p] == (turn == 0)) begin
                        // Its own header is judged without it, and so are those after.
                        if (is_watched[p])
                            reserved = 1'b0;
                        at_least = reserved ? counted(packets, watch_level_reg) : packets;
                        level    = choice_level[8*p +: 8];
                        total    = at_least[0 +: COUNT_BITS];
                        transit  = at_least[COUNT_BITS +: COUNT_BITS];
                        here     = total - transit;

                        limits_reached =
                            (|config_limit_dest && {{(8-COUNT_BITS){1'b0}}, here} >= config_limit_dest) ||
                            (|config_limit_trans && {{(8-COUNT_BITS){1'b0}}, transit} >= config_limit_trans) ||
                            (|config_limit_total && {{(8-COUNT_BITS){1'b0}}, total} >= config_limit_total);

                        if (receive_bad[p])
                            reason = `FEDX_REJECT_BAD_HEADER;
                        else if (receive_dup_bit[p])
                            reason = `FEDX_REJECT_DUP_BIT;
                        else if (!choice_valid[p])
                            reason = `FEDX_REJECT_NO_ROUTE;
                        else if (reserved ? ~|(free & (free - BUFFER_0)) : ~|free)
                            reason = `FEDX_REJECT_NO_BUFFER;
                        else if (config_class_rule && class_full(at_least, level))
                            reason = `FEDX_REJECT_CLASS;
                        else if (held_back[p] || |(alike[PORTS*p +: PORTS] & admit) ||
                                 (reserved && watch_alike[p]))
                            reason = `FEDX_REJECT_BACKPRESSURE;
                        else if (p == PE_PORT && limits_reached && !limits_lifted)
                            reason = `FEDX_REJECT_THROTTLED;
                        else
                            reason = `FEDX_REJECT_NONE;
                        admit_reason[4*p +: 4] = reason;
                        if (reason == `FEDX_REJECT_THROTTLED)
                            throttle_set = 1'b1;

                        if (reason == `FEDX_REJECT_NONE) begin
                            lowest        = free & (~free + BUFFER_0);
                            free          = free & ~lowest;
                            admit[p]      = 1'b1;
                            admit_draw[p] = config_random_select & random_next[0];
                            random_next   = {1'b0, random_next[15:1]} ^ (random_next[0] ? TAPS : 16'd0);
                            for (b = 0; b < BUFFERS; b = b + 1)
                                if (lowest[b])
                                    admit_buf[BUF_BITS*p +: BUF_BITS] = b[BUF_BITS-1:0];
                            packets = counted(packets, level);
                        end else if (reason >= `FEDX_REJECT_NO_BUFFER && ~|watch &&
                                     (watched_reg ? is_watched[p] : watch_timeout || !watch_done_reg[p])) begin
                            watch[p]    = 1'b1;
                            watch_level = level;
                        end
                    end
        end
    end

    // ---------------------------------------------------------------------
    // Next state
    // ---------------------------------------------------------------------
    always @(posedge clk) begin : admission
        integer p;

        if (admit[PE_PORT]) begin
            throttled_reg      <= 1'b0;
            throttle_count_reg <= 16'd0;
        end else begin
            if (throttled_reg && throttle_count_reg < config_throttle_timeout)
                throttle_count_reg <= throttle_count_reg + 16'd1;
            // Held back: refused by the limits alone, or asking while ejection priority
            // keeps the turn.
            throttled_reg <= throttled_reg | throttle_set | (pe_keep & pe_req);
        end

        if (|receive_decide) begin
            for (p = 0; p < PORTS; p = p + 1)
                if (receive_decide[p])
                    reason_reg[4*p +: 4] <= admit_reason[4*p +: 4];
            first_reg <= first_reg == PE_PORT[2:0] ? 3'd0 : first_reg + 3'd1;
        end

        if (|watch_done_reg && watch_age_reg < watch_limit) // else nothing has been watched yet
            watch_age_reg <= watch_age_reg + AGE_1;
        if (watched_reg && watch_away_reg < config_throttle_timeout)
            watch_away_reg <= watch_away_reg + 16'd1;
        if (|receive_decide && watched_reg && (watch_spent || |(is_watched & admit))) begin
            watched_reg   <= 1'b0;
            watch_age_reg <= 0;
        end else if (|watch) begin
            for (p = 0; p < PORTS; p = p + 1)
                if (watch[p]) begin
                    watch_port_reg <= p[2:0];
                    watch_head_reg <= receive_head[64*p +: 64];
                end
            watch_level_reg <= watch_level;
            watch_away_reg  <= 16'd0;
            if (!watched_reg) begin
                watched_reg    <= 1'b1;
                watch_age_reg  <= 0;
                watch_done_reg <= watch | (watch_timeout ? {PORTS{1'b0}} : watch_done_reg);
            end
        end

        random_reg <= random_next;
        if (config_write && config_addr == `FEDX_CFG_RANDOM)
            random_reg <= config_wdata;

        if (rst) begin
            first_reg          <= 3'd0;
            throttled_reg      <= 1'b0;
            throttle_count_reg <= 16'd0;
            random_reg         <= `FEDX_RANDOM_SEED;
            reason_reg          <= 0;
            watched_reg        <= 1'b0;
            watch_port_reg     <= 3'd0;
            watch_level_reg    <= 8'd0;
            watch_head_reg     <= 64'd0;
            watch_age_reg      <= 0;
            watch_away_reg     <= 16'd0;
            watch_done_reg     <= 0;
        end
    end

`ifdef FEDX_RULES
    // Rules of section 9
    reg                          ruled_classes_reg; // the class rule was on since the pool was empty

    always @(posedge clk)
        ruled_classes_reg <= !rst && config_class_rule && (ruled_classes_reg || ~|pool_used);

    wire [PORTS-1:0] rule_watch = {{PORTS-1{1'b0}}, 1'b1} << watch_port_reg;

    `FEDX_RULED
    `FEDX_CHECK begin : rules
        integer p;
        integer b;
        reg [BUF_BITS-1:0] i;
        reg [BUFFERS-1:0]            rule_given;  // buffers that headers get
        reg                          rule_twice;
        reg [COUNT_BITS*BUFFERS-1:0] rule_counts; // lane i: packets whose class is >= i
        reg [BUFFERS-1:0]            rule_bound;  // per class, and per buffer

        rule_given  = 0;
        rule_twice  = 1'b0;
        rule_counts = 0;
        for (p = 0; p < PORTS; p = p + 1) begin
            i = admit_buf[BUF_BITS*p +: BUF_BITS];
            if (admit[p]) begin
                rule_twice    = rule_twice | rule_given[i];
                rule_given[i] = 1'b1;
            end
        end
        for (b = 0; b < BUFFERS; b = b + 1)
            if (pool_used[b])
                rule_counts = counted(rule_counts, pool_level[8*b +: 8]);
        for (b = 0; b < BUFFERS; b = b + 1)
            rule_bound[b] = rule_counts[COUNT_BITS*b +: COUNT_BITS] <= FULL - b[COUNT_BITS-1:0] &&
                            !(pool_used[b] && pool_level[8*b +: 8] >= LEVELS);
        `FEDX_RULE(9, 1, ~|(admit & ~(receive_decide & ~receive_bad & ~receive_dup_bit & choice_valid)),
                   "only a good header with a route is admitted")
        `FEDX_RULE(9, 2, !rule_twice && ~|(rule_given & pool_used), "an admitted packet gets a free buffer of its own")
        `FEDX_RULE(9, 3, !ruled_classes_reg || &rule_bound,
                   "under the class rule at most BUFFERS - i packets of class i and above are held")
        `FEDX_RULE(9, 4, throttled_reg || ~|throttle_count_reg, "the throttle time-out counts only while an injection is held back")
        `FEDX_RULE(9, 5, (!watched_reg || |(watch_done_reg & rule_watch)) && (|watch_done_reg || ~|watch_age_reg),
                   "a port with a watched packet has its turn in this round")
        `FEDX_RULE(9, 6, {1'b0, first_reg} < PORTS[3:0] && {1'b0, watch_port_reg} < PORTS[3:0],
                   "the first and the watched port exist")
    end
`endif

endmodule

`resetall
