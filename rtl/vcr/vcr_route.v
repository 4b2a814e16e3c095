// SPDX-License-Identifier: Apache-2.0
//
// Route: where a head may go on. Worked out once, when it comes, from coordinates or from a table, and kept with it.
//
// An entry, as the table has it:
//     31 valid   28 clear of the port opposite to escape   26 clear of escape   25:22 escape   21:18 preferred   11:0 best
// A route, as it is kept:
//     20 clear of escape   19:16 escape   15:12 preferred   11:0 best
//
// docs/spec/vcr.md section 5; C twin cmodel/vcr/model/vcr_route.c
`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "vcr_params.vh"

module vcr_route #(
    // Ports, 2 to 12
    parameter PORTS       = 5,
    // Virtual channels a port, 1 to 16
    parameter VCS         = 4,
    // Bits of a flit, 64, 128 or 256
    parameter FLIT_BITS   = 64,
    // 1: a register before the route; 0: pins go into it
    parameter ROUTE_STAGE = 1,
    // Entries of the route table, 0 to 1024; 0 without a route stage
    parameter TABLE_SIZE  = 0,
    // 1: packets may go to an intermediate router first; 0: none does
    parameter VIA         = 0,
    // Derived
    parameter VC_BITS     = VCS > 1 ? $clog2(VCS) : 1
) (
    input  wire                              clk,
    input  wire                              rst,

    // Pins
    input  wire [PORTS-1:0]                  rx_valid,
    input  wire [PORTS-1:0]                  rx_head,
    input  wire [PORTS-1:0]                  rx_tail,
    input  wire [VC_BITS*PORTS-1:0]          rx_vc,
    input  wire [FLIT_BITS*PORTS-1:0]        rx_flit,

    // Settings
    input  wire                              config_write,
    input  wire [15:0]                       config_addr,
    input  wire [31:0]                       config_wdata,
    input  wire                              quiet,
    input  wire [1:0]                        config_routing,
    input  wire                              config_paired,
    input  wire [15:0]                       config_node,
    input  wire [3:0]                        config_x_bits,
    input  wire [3:0]                        config_y_bits,
    input  wire [3:0]                        config_level,
    input  wire [3:0]                        config_local_port,
    input  wire [3:0]                        config_local_count,
    input  wire [1:0]                        config_local_bits,
    input  wire [2*`VCR_CLASSES-1:0]         config_prefer,

    // Registers that the other mechanisms read
    output wire [63:0]                       route_random,

    // What comes in this cycle
    output wire [PORTS-1:0]                  arrive,
    output wire [PORTS-1:0]                  arrive_head,
    output wire [PORTS-1:0]                  arrive_tail,
    output wire [VC_BITS*PORTS-1:0]          arrive_vc,
    output wire [FLIT_BITS*PORTS-1:0]        arrive_flit,
    output wire [`VCR_ROUTE_BITS*PORTS-1:0]  arrive_route  // of heads, else 0
);

    generate
        if (PORTS < 2 || PORTS > 12) begin : bad_ports vcr_error_ports_must_be_2_to_12 error(); end
        if (VCS < 1 || VCS > 16) begin : bad_vcs vcr_error_vcs_must_be_1_to_16 error(); end
        if (FLIT_BITS < 64 || FLIT_BITS > 256 || FLIT_BITS == 192 || FLIT_BITS % 64 != 0)
            begin : bad_flit_bits vcr_error_flit_bits_must_be_64_128_or_256 error(); end
        if (TABLE_SIZE < 0 || TABLE_SIZE > 1024) begin : bad_table_size vcr_error_table_size_must_be_0_to_1024 error(); end
        if (TABLE_SIZE != 0 && ROUTE_STAGE == 0) begin : bad_route_stage vcr_error_a_table_needs_a_route_stage error(); end
        if (VIA < 0 || VIA > 1) begin : bad_via vcr_error_via_must_be_0_or_1 error(); end
    endgenerate

    `include "vcr_flit.vh"
    `include "vcr_route.vh"

    // ---------------------------------------------------------------------
    // Turn: the heads of packets for which this is the intermediate router
    // ---------------------------------------------------------------------
    wire [FLIT_BITS*PORTS-1:0] come_flit;

    genvar c;
    generate
        for (c = 0; c < PORTS; c = c + 1) begin : come
            if (VIA != 0) begin : turn_here
                wire [63:0] word = rx_flit[FLIT_BITS*c +: 64];
                wire [15:0] via  = {8'd0, word[`VCR_HEAD_VIA_TERMINAL +: 8]} >> config_local_bits;
                wire [63:0] head = rx_head[c] && word[`VCR_HEAD_VIA] && via == config_node ? flit_turned(word) : word;

                if (FLIT_BITS > 64) begin : long
                    assign come_flit[FLIT_BITS*c +: FLIT_BITS] = {rx_flit[FLIT_BITS*c + 64 +: FLIT_BITS - 64], head};
                end else begin : short
                    assign come_flit[FLIT_BITS*c +: FLIT_BITS] = head;
                end
            end else begin : turn_nowhere
                assign come_flit[FLIT_BITS*c +: FLIT_BITS] = rx_flit[FLIT_BITS*c +: FLIT_BITS];
            end
        end
    endgenerate

    // ---------------------------------------------------------------------
    // Registers
    // ---------------------------------------------------------------------
    reg [63:0]                random_reg;
    reg [PORTS-1:0]           valid_reg;
    reg [PORTS-1:0]           head_reg;
    reg [PORTS-1:0]           tail_reg;
    reg [VC_BITS*PORTS-1:0]   vc_reg;
    reg [FLIT_BITS*PORTS-1:0] flit_reg;
    reg [32*PORTS-1:0]        entry_reg;

    assign route_random = random_reg;

    assign arrive      = quiet ? {PORTS{1'b0}} : ROUTE_STAGE != 0 ? valid_reg : rx_valid;
    assign arrive_head = ROUTE_STAGE != 0 ? head_reg : rx_head;
    assign arrive_tail = ROUTE_STAGE != 0 ? tail_reg : rx_tail;
    assign arrive_vc   = ROUTE_STAGE != 0 ? vc_reg : rx_vc;
    assign arrive_flit = ROUTE_STAGE != 0 ? flit_reg : come_flit;

    // ---------------------------------------------------------------------
    // Logic: what follows from coordinates
    // ---------------------------------------------------------------------
    wire        wraps   = config_routing == `VCR_ROUTE_TORUS;
    wire [15:0] x_mask  = ~(16'hffff << config_x_bits);
    wire [15:0] y_mask  = ~(16'hffff << config_y_bits);
    wire [15:0] mine_x  = config_node & x_mask;
    wire [15:0] mine_y  = (config_node >> config_x_bits) & y_mask;
    wire [3:0]  locals  = ~(4'hf << config_local_bits);
    wire [1:0]  bits    = config_x_bits[1:0];                             // of a digit of a tree
    wire [5:0]  shift   = ({6{bits[0]}} & {2'd0, config_level}) +
                          ({6{bits[1]}} & {1'b0, config_level, 1'b0});    // of the digit of this level
    wire [11:0] ups     = ~(12'hfff << (4'd1 << bits)) << (4'd1 << bits); // ports that lead up

    // An entry without its class bits
    function automatic [31:0] entry(input [11:0] best, input [3:0] preferred, input [3:0] escape, input clear, input other_clear);
        entry = {3'b100, other_clear, 1'b0, clear, escape, preferred, 6'd0, best};
    endfunction

    // The way in one dimension: 17:16 directions that come nearer, 15:0 hops
    function automatic [17:0] way(input [15:0] mine, input [15:0] target, input [15:0] mask, input wrap);
        reg [15:0] ahead;
        reg [15:0] behind;
        reg        rising;
        reg        falling;
        begin
            ahead   = (target - mine) & mask;
            behind  = (mine - target) & mask;
            rising  = wrap ? ahead != 0 && ahead <= behind : target > mine;
            falling = wrap ? behind != 0 && behind <= ahead : target < mine;
            way     = {falling, rising, rising ? ahead : behind};
        end
    endfunction

    // Half-way round a ring both ports of a dimension are best: one is drawn, the same for all that go that way
    function automatic [3:0] turn(input [3:0] port, input [11:0] best, input [7:0] draw);
        reg [15:0] ports;
        begin
            ports = {4'd0, best};
            turn  = ports[port] && ports[port ^ 4'd1] ? {port[3:1], draw[port[3:1]]} : port;
        end
    endfunction

    // A dimension is drawn where ports are paired, not a port: each is as likely as the other
    function automatic [3:0] draw_best(input [11:0] best, input paired, input [7:0] draw);
        reg [15:0] ports;
        reg [3:0]  port;
        begin
            ports = {4'd0, best};
            port  = route_pick(paired ? (best | best >> 1) & 12'h555 : best, draw);
            draw_best = paired && !ports[port] ? port | 4'd1 : port;
        end
    endfunction

    // What is kept of an entry
    function automatic [`VCR_ROUTE_BITS-1:0] drawn(input [31:0] found, input [1:0] prefer, input paired, input [7:0] draw);
        reg        unused;
        reg [11:0] best;
        reg [15:0] ports;
        reg [3:0]  preferred;
        reg [3:0]  turned;
        begin
            unused    = &{1'b0, found};
            best      = found[31] ? found[11:0] & ~(12'hfff << PORTS) : 12'd0;
            ports     = {4'd0, best};
            preferred = found[21:18];
            if (prefer == `VCR_PREFER_RANDOM)
                preferred = draw_best(best, paired, draw);
            if (!ports[preferred])
                preferred = route_lowest(best);
            if (paired)
                preferred = turn(preferred, best, draw);
            turned = paired ? turn(found[25:22], best, draw) : found[25:22];
            drawn  = best == 12'd0 ? {`VCR_ROUTE_BITS{1'b0}}
                                   : {turned == found[25:22] ? found[26] : found[28], turned, preferred, best};
        end
    endfunction

    genvar g;
    generate
        for (g = 0; g < PORTS; g = g + 1) begin : port
            wire [63:0] flit        = arrive_flit[FLIT_BITS*g +: 64];
            wire [63:0] aimed       = VIA != 0 ? flit_aimed(flit) : flit;
            wire [15:0] destination = aimed[`VCR_HEAD_DESTINATION +: 16];
            wire [3:0]  terminal    = destination[3:0] & locals;
            wire [1:0]  tclass      = flit[`VCR_HEAD_CLASS +: 2];
            wire [1:0]  prefer      = config_prefer[2*tclass +: 2];
            wire [7:0]  draw;

            if ((5 * g + 29) % 64 <= 56) begin : draw_whole
                assign draw = random_reg[(5 * g + 29) % 64 +: 8];
            end else begin : draw_wrapped
                assign draw = {random_reg[(5 * g + 29) % 64 - 56 - 1:0], random_reg[63:(5 * g + 29) % 64]};
            end

            reg [31:0] found;
            reg [`VCR_ROUTE_BITS-1:0] route;
            reg [15:0] target;
            reg [17:0] x;
            reg [17:0] y;
            reg [15:0] target_x;
            reg [15:0] target_y;
            reg        in_x;
            reg        prefers_y;
            reg [3:0]  x_first;
            reg [3:0]  y_first;
            reg        rising_clear;
            reg        falling_clear;
            reg [3:0]  first;
            reg [15:0] digit;
            reg [3:0]  down;
            reg [3:0]  up;
            wire       unused = &{1'b0, flit, aimed, terminal[3], digit};

            always @* begin
                found         = 32'd0;
                route         = {`VCR_ROUTE_BITS{1'b0}};
                target        = 16'd0;
                x             = 18'd0;
                y             = 18'd0;
                target_x      = 16'd0;
                target_y      = 16'd0;
                in_x          = 1'b0;
                prefers_y     = 1'b0;
                x_first       = 4'd0;
                y_first       = 4'd0;
                rising_clear  = 1'b0;
                falling_clear = 1'b0;
                first         = 4'd0;
                digit         = 16'd0;
                down          = 4'd0;
                up            = 4'd0;
                if (arrive[g] && arrive_head[g]) begin
                    case (config_routing)
                    `VCR_ROUTE_TABLE:
                        found = entry_reg[32*g +: 32];
                    `VCR_ROUTE_TREE: begin
                        target = destination >> bits;
                        digit  = destination >> shift;
                        down   = digit[3:0] & ~(4'hf << bits);
                        up     = (4'd1 << bits) + (g[3:0] < (4'd1 << bits) ? g[3:0] : 4'd0);
                        if (target >> config_y_bits == 16'd0) begin
                            if ((target ^ config_node) >> shift == 16'd0)
                                found = entry(12'd1 << down, down, down, 1'b1, 1'b1);
                            else
                                found = entry(ups, up, up, 1'b1, 1'b1);
                        end
                    end
                    default: begin
                        target        = destination >> config_local_bits;
                        target_x      = target & x_mask;
                        target_y      = (target >> config_x_bits) & y_mask;
                        x             = way(mine_x, target_x, x_mask, wraps);
                        y             = way(mine_y, target_y, y_mask, wraps);
                        in_x          = |x[17:16];
                        prefers_y     = !in_x || (prefer == `VCR_PREFER_DIAGONAL && |y[17:16] && y[15:0] > x[15:0]);
                        x_first       = {3'b000, ~x[16]};
                        y_first       = {3'b001, ~y[16]};
                        rising_clear  = in_x ? target_x >= mine_x : target_y >= mine_y;
                        falling_clear = in_x ? target_x <= mine_x : target_y <= mine_y;
                        first         = config_local_port + ({4{terminal[0]}} & config_local_count) +
                                        ({4{terminal[1]}} & config_local_count << 1) +
                                        ({4{terminal[2]}} & config_local_count << 2);
                        if ((target >> config_x_bits) >> config_y_bits == 16'd0) begin
                            if (|{x[17:16], y[17:16]})
                                found = entry({8'd0, y[17:16], x[17:16]}, prefers_y ? y_first : x_first,
                                              in_x ? x_first : y_first,
                                              (in_x ? x[16] : y[16]) ? rising_clear : falling_clear,
                                              (in_x ? x[16] : y[16]) ? falling_clear : rising_clear);
                            else
                                found = entry(~(12'hfff << config_local_count) << first, first, first, 1'b1, 1'b1);
                        end
                    end
                    endcase
                    route = drawn(found, prefer, config_paired, draw);
                end
            end

            assign arrive_route[`VCR_ROUTE_BITS*g +: `VCR_ROUTE_BITS] = route;
        end
    endgenerate

    // ---------------------------------------------------------------------
    // Table, and the stage before it
    // ---------------------------------------------------------------------
    generate
        if (ROUTE_STAGE != 0) begin : stage
            always @(posedge clk) begin
                valid_reg <= rx_valid;
                head_reg  <= rx_head;
                tail_reg  <= rx_tail;
                vc_reg    <= rx_vc;
                flit_reg  <= come_flit;
                if (rst) begin
                    valid_reg <= {PORTS{1'b0}};
                    head_reg  <= {PORTS{1'b0}};
                    tail_reg  <= {PORTS{1'b0}};
                    vc_reg    <= {VC_BITS*PORTS{1'b0}};
                    flit_reg  <= {FLIT_BITS*PORTS{1'b0}};
                end
            end
        end else begin : no_stage
            always @(posedge clk) begin
                valid_reg <= {PORTS{1'b0}};
                head_reg  <= {PORTS{1'b0}};
                tail_reg  <= {PORTS{1'b0}};
                vc_reg    <= {VC_BITS*PORTS{1'b0}};
                flit_reg  <= {FLIT_BITS*PORTS{1'b0}};
            end
        end

        if (TABLE_SIZE != 0) begin : lookup
            localparam        INDEX_BITS = TABLE_SIZE > 1 ? $clog2(TABLE_SIZE) : 1;
            localparam [15:0] SIZE       = TABLE_SIZE[15:0];

            reg  [31:0] table_reg [0:TABLE_SIZE-1];
            wire [15:0] index = config_addr - `VCR_CFG_TABLE;

            always @(posedge clk) begin : read
                integer p;
                reg [63:0] aimed;
                reg [15:0] destination;
                reg        unused;
                for (p = 0; p < PORTS; p = p + 1) begin
                    aimed       = VIA != 0 ? flit_aimed(come_flit[FLIT_BITS*p +: 64]) : come_flit[FLIT_BITS*p +: 64];
                    destination = aimed[`VCR_HEAD_DESTINATION +: 16];
                    unused      = &{1'b0, aimed};
                    entry_reg[32*p +: 32] <= table_reg[destination[INDEX_BITS-1:0]];
                    if (rst || destination >= SIZE)
                        entry_reg[32*p +: 32] <= 32'd0;
                end
            end

            always @(posedge clk)
                if (config_write && config_addr >= `VCR_CFG_TABLE && index < SIZE)
                    table_reg[index[INDEX_BITS-1:0]] <= config_wdata;
        end else begin : no_lookup
            always @(posedge clk)
                entry_reg <= {32*PORTS{1'b0}};
        end
    endgenerate

    // ---------------------------------------------------------------------
    // Random bits
    // ---------------------------------------------------------------------
    wire [63:0] random_1 = random_reg ^ random_reg << 13;
    wire [63:0] random_2 = random_1 ^ random_1 >> 7;

    always @(posedge clk) begin
        random_reg <= random_2 ^ random_2 << 17;
        if (config_write && config_addr == `VCR_CFG_RANDOM)
            random_reg[31:0] <= config_wdata;
        if (config_write && config_addr == `VCR_CFG_RANDOM + 1)
            random_reg[63:32] <= config_wdata;
        if (rst)
            random_reg <= {32'd`VCR_RANDOM_SEED_HIGH, 32'd`VCR_RANDOM_SEED_LOW};
    end

`ifdef VCR_RULES
    // Rules of section 5
    `VCR_RULED
    `VCR_CHECK begin : rules
        integer p;
        reg [15:0] best;
        reg [3:0]  preferred;
        reg [PORTS-1:0] rule_route; // per port, of the route of what comes

        for (p = 0; p < PORTS; p = p + 1) begin
            best          = {4'd0, arrive_route[`VCR_ROUTE_BITS*p +: 12]};
            preferred     = arrive_route[`VCR_ROUTE_BITS*p + 12 +: 4];
            rule_route[p] = ~|arrive_route[`VCR_ROUTE_BITS*p +: `VCR_ROUTE_BITS] ||
                            (arrive[p] && arrive_head[p] && best[preferred] && ~|(best >> PORTS));
        end
        `VCR_RULE(5, 1, &rule_route, "only a head has a route, and its best ports exist, the preferred one among them")
        `VCR_RULE(5, 2, !quiet || ~|arrive, "no flit comes in while the router is quiet")
    end
`endif

endmodule
`resetall
