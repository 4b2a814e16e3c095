// SPDX-License-Identifier: Apache-2.0
//
// Fed-X switch: the mechanisms wired together, nothing else.
//
//     rx_* -> port receive -> admission -> buffer pool -> arbitration -> port transmit -> tx_*
//               route lookup ----^    ownership says whose turn it is    configuration sets the rest
//
// All outputs are registers. Port LINKS is the PE port. Lane p of a bus and bit p
// of a mask belong to port p.
//
// docs/spec/fedx.md section 4; C twin cmodel/fedx/model/fedx_switch.c
`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "fedx_params.vh"

module fedx_switch #(
    // Links, 1 to 7; the PE port comes on top
    parameter LINKS        = `FEDX_LINKS,
    // Packet buffers, 2 to 64
    parameter BUFFERS      = `FEDX_BUFFERS,
    // Packet length in bytes, 64 to 255
    parameter PACKET_BYTES = `FEDX_PACKET_BYTES,
    // Route table entries, one a destination, 1 to 32768
    parameter TABLE_SIZE   = `FEDX_TABLE_SIZE
) (
    input  wire                   clk,
    input  wire                   rst,       // synchronous, active high

    // Which end of each link this switch is
    input  wire [LINKS-1:0]       side,

    // Wires of all ports, arriving
    input  wire [8*(LINKS+1)-1:0] rx_data,   // byte on the wire, zero when idle
    input  wire [LINKS:0]         rx_valid,  // a byte is on the wire
    input  wire [LINKS:0]         rx_turn,   // ownership level
    input  wire [LINKS:0]         rx_req,    // a packet is ready
    input  wire [LINKS:0]         rx_refuse, // header refused, or not ready
    input  wire [LINKS:0]         rx_acc,    // toggles at each accepted packet

    // Wires of all ports, leaving
    output wire [8*(LINKS+1)-1:0] tx_data,
    output wire [LINKS:0]         tx_valid,
    output wire [LINKS:0]         tx_turn,
    output wire [LINKS:0]         tx_req,
    output wire [LINKS:0]         tx_refuse,
    output wire [LINKS:0]         tx_acc,

    // Configuration port
    input  wire                   cfg_we,
    input  wire [15:0]            cfg_addr,
    input  wire [31:0]            cfg_wdata,
    output wire [31:0]            cfg_rdata
);

    generate
        if (LINKS < 1 || LINKS > 7) begin : bad_links fedx_error_links_must_be_1_to_7 error(); end
        if (BUFFERS < 2 || BUFFERS > 64) begin : bad_buffers fedx_error_buffers_must_be_2_to_64 error(); end
        if (PACKET_BYTES < 64 || PACKET_BYTES > 255)
            begin : bad_packet_bytes fedx_error_packet_bytes_must_be_64_to_255 error(); end
        if (TABLE_SIZE < 1 || TABLE_SIZE > 32768)
            begin : bad_table_size fedx_error_table_size_must_be_1_to_32768 error(); end
    endgenerate

    localparam PORTS    = LINKS + 1;
    localparam BUF_BITS = $clog2(BUFFERS);

    // ---------------------------------------------------------------------
    // Wires between the mechanisms, by the one that drives them
    // ---------------------------------------------------------------------
    // Port receive
    wire [PORTS-1:0]             receive_lookup;
    wire [PORTS-1:0]             receive_routed;
    wire [PORTS-1:0]             receive_busy;
    wire [PORTS-1:0]             receive_decide;
    wire [PORTS-1:0]             receive_bad;
    wire [PORTS-1:0]             receive_dup_bit;
    wire [PORTS-1:0]             receive_write;
    wire [BUF_BITS*PORTS-1:0]    receive_buf;
    wire [8*PORTS-1:0]           receive_data;
    wire [8*PORTS-1:0]           receive_count;
    wire [64*PORTS-1:0]          receive_head;
    wire [BUFFERS-1:0]           abort_buffers;

    // Port transmit
    wire [PORTS-1:0]             transmit_sending;
    wire [PORTS-1:0]             transmit_await;
    wire [PORTS-1:0]             transmit_busy;
    wire [BUF_BITS*PORTS-1:0]    transmit_buf;
    wire [8*PORTS-1:0]           transmit_count;
    wire [8*PORTS-1:0]           transmit_out_of_step;
    wire [PORTS-1:0]             available;
    wire [PORTS-1:0]             accepted_candidate;
    wire [PORTS-1:0]             passed;
    wire [PORTS-1:0]             start;
    wire [PORTS-1:0]             accepted;
    wire [PORTS-1:0]             stopped;
    wire [PORTS-1:0]             expired;
    wire [PORTS-1:0]             ended;
    wire [PORTS-1:0]             keep;

    // Ownership
    wire [PORTS-1:0]             own_now;
    wire [PORTS-1:0]             ownership_own_last;

    // Buffer pool
    wire [8*PORTS-1:0]           next_byte;
    wire [PORTS-1:0]             keep_candidate;
    wire [BUFFERS-1:0]           pool_used;
    wire [BUFFERS-1:0]           pool_waiting;
    wire [8*BUFFERS-1:0]         pool_level;
    wire [8*BUFFERS-1:0]         pool_allowed;
    wire [8*BUFFERS-1:0]         pool_best;
    wire [8*BUFFERS-1:0]         pool_preferred;
    wire [BUFFERS*BUFFERS-1:0]   pool_ahead;
    wire [64*BUFFERS-1:0]        pool_head;
    wire [BUFFERS-1:0]           ready;
    wire [PORTS-1:0]             want;

    // Admission
    wire [PORTS-1:0]             admit;
    wire [BUF_BITS*PORTS-1:0]    admit_buf;
    wire [PORTS-1:0]             admit_draw;
    wire                         overdue;
    wire [15:0]                  admission_random;

    // Route
    wire [PORTS-1:0]             choice_valid;
    wire [8*PORTS-1:0]           choice_level;
    wire [8*PORTS-1:0]           choice_allowed;
    wire [8*PORTS-1:0]           choice_best;
    wire [8*PORTS-1:0]           choice_preferred;
    wire [8*PORTS-1:0]           choice_second;
    wire [PORTS-1:0]             header_want;

    // Arbitration
    wire [PORTS-1:0]             grant;
    wire [BUF_BITS*PORTS-1:0]    grant_buf;

    // Configuration
    wire                         config_write;
    wire [15:0]                  config_addr;
    wire [31:0]                  config_wdata;
    wire [PORTS-1:0]             config_side;
    wire [1:0]                   config_backpressure;
    wire                         config_class_rule;
    wire                         config_random_select;
    wire [2:0]                   config_latency;
    wire                         config_deroute_hops;
    wire                         config_backpressure_class;
    wire [7:0]                   config_limit_dest;
    wire [7:0]                   config_limit_trans;
    wire [7:0]                   config_limit_total;
    wire [7:0]                   config_eject_priority;
    wire [15:0]                  config_throttle_timeout;
    wire                         holding;

    // Ports with an attempt under way, in either direction
    wire [PORTS-1:0]             occupied = receive_busy | transmit_busy;

    // ---------------------------------------------------------------------
    // Mechanisms
    // ---------------------------------------------------------------------
    fedx_port_receive #(
        .LINKS       (LINKS),
        .BUFFERS     (BUFFERS),
        .PACKET_BYTES(PACKET_BYTES)
    ) u_port_receive (
        .clk             (clk),
        .rst             (rst),
        .rx_data         (rx_data),
        .rx_valid        (rx_valid),
        .tx_refuse       (tx_refuse),
        .tx_acc          (tx_acc),
        .transmit_sending(transmit_sending),
        .holding         (holding),
        .admit           (admit),
        .admit_buf       (admit_buf),
        .receive_lookup  (receive_lookup),
        .receive_routed  (receive_routed),
        .receive_busy    (receive_busy),
        .receive_decide  (receive_decide),
        .receive_bad     (receive_bad),
        .receive_dup_bit   (receive_dup_bit),
        .receive_write   (receive_write),
        .receive_buf     (receive_buf),
        .receive_data    (receive_data),
        .receive_count   (receive_count),
        .receive_head    (receive_head),
        .abort_buffers     (abort_buffers)
    );

    fedx_port_transmit #(
        .LINKS       (LINKS),
        .BUFFERS     (BUFFERS),
        .PACKET_BYTES(PACKET_BYTES)
    ) u_port_transmit (
        .clk                 (clk),
        .rst                 (rst),
        .tx_data             (tx_data),
        .tx_valid            (tx_valid),
        .rx_req              (rx_req),
        .rx_refuse           (rx_refuse),
        .rx_acc              (rx_acc),
        .own_now             (own_now),
        .ownership_own_last  (ownership_own_last),
        .holding             (holding),
        .config_latency      (config_latency),
        .abort_buffers         (abort_buffers),
        .grant               (grant),
        .grant_buf           (grant_buf),
        .next_byte           (next_byte),
        .keep_candidate      (keep_candidate),
        .transmit_sending    (transmit_sending),
        .transmit_await      (transmit_await),
        .transmit_busy       (transmit_busy),
        .transmit_buf        (transmit_buf),
        .transmit_count      (transmit_count),
        .transmit_out_of_step(transmit_out_of_step),
        .available           (available),
        .accepted_candidate  (accepted_candidate),
        .passed              (passed),
        .start               (start),
        .accepted            (accepted),
        .stopped             (stopped),
        .expired             (expired),
        .ended               (ended),
        .keep                (keep)
    );

    fedx_ownership #(
        .LINKS(LINKS)
    ) u_ownership (
        .clk               (clk),
        .rst               (rst),
        .rx_turn           (rx_turn),
        .rx_req            (rx_req),
        .tx_turn           (tx_turn),
        .tx_req            (tx_req),
        .config_side       (config_side),
        .holding           (holding),
        .transmit_sending  (transmit_sending),
        .transmit_await    (transmit_await),
        .start             (start),
        .ended             (ended),
        .keep              (keep),
        .want              (want),
        .header_want       (header_want),
        .own_now           (own_now),
        .ownership_own_last(ownership_own_last)
    );

    fedx_buffer_pool #(
        .LINKS       (LINKS),
        .BUFFERS     (BUFFERS),
        .PACKET_BYTES(PACKET_BYTES)
    ) u_buffer_pool (
        .clk                  (clk),
        .rst                  (rst),
        .receive_write        (receive_write),
        .receive_buf          (receive_buf),
        .receive_data         (receive_data),
        .receive_count        (receive_count),
        .receive_head         (receive_head),
        .abort_buffers          (abort_buffers),
        .admit                (admit),
        .admit_buf            (admit_buf),
        .admit_draw           (admit_draw),
        .choice_level         (choice_level),
        .choice_allowed       (choice_allowed),
        .choice_best          (choice_best),
        .choice_preferred     (choice_preferred),
        .choice_second        (choice_second),
        .config_deroute_hops  (config_deroute_hops),
        .occupied             (occupied),
        .transmit_sending     (transmit_sending),
        .transmit_buf         (transmit_buf),
        .transmit_count       (transmit_count),
        .accepted_candidate   (accepted_candidate),
        .passed               (passed),
        .start                (start),
        .grant_buf            (grant_buf),
        .accepted             (accepted),
        .stopped              (stopped),
        .expired              (expired),
        .next_byte            (next_byte),
        .config_eject_priority(config_eject_priority),
        .overdue              (overdue),
        .keep_candidate       (keep_candidate),
        .pool_used            (pool_used),
        .pool_waiting         (pool_waiting),
        .pool_level           (pool_level),
        .pool_allowed         (pool_allowed),
        .pool_best            (pool_best),
        .pool_preferred       (pool_preferred),
        .pool_ahead           (pool_ahead),
        .pool_head            (pool_head),
        .ready                (ready),
        .want                 (want)
    );

    fedx_admission #(
        .LINKS  (LINKS),
        .BUFFERS(BUFFERS)
    ) u_admission (
        .clk                      (clk),
        .rst                      (rst),
        .config_write             (config_write),
        .config_addr              (config_addr),
        .config_wdata             (config_wdata[15:0]),
        .config_backpressure      (config_backpressure),
        .config_class_rule        (config_class_rule),
        .config_random_select     (config_random_select),
        .config_backpressure_class(config_backpressure_class),
        .config_limit_dest        (config_limit_dest),
        .config_limit_trans       (config_limit_trans),
        .config_limit_total       (config_limit_total),
        .config_throttle_timeout  (config_throttle_timeout),
        .receive_decide           (receive_decide),
        .receive_bad              (receive_bad),
        .receive_dup_bit            (receive_dup_bit),
        .receive_head             (receive_head),
        .choice_valid             (choice_valid),
        .choice_level             (choice_level),
        .pool_used                (pool_used),
        .pool_waiting             (pool_waiting),
        .pool_level               (pool_level),
        .pool_head                (pool_head),
        .admit                    (admit),
        .admit_buf                (admit_buf),
        .admit_draw               (admit_draw),
        .pe_keep                  (keep[PORTS-1]),
        .pe_req                   (rx_req[PORTS-1]),
        .overdue                  (overdue),
        .admission_random         (admission_random)
    );

    fedx_route #(
        .LINKS     (LINKS),
        .TABLE_SIZE(TABLE_SIZE)
    ) u_route (
        .clk                (clk),
        .rst                (rst),
        .config_write       (config_write),
        .config_addr        (config_addr),
        .config_wdata       (config_wdata),
        .config_deroute_hops(config_deroute_hops),
        .occupied           (occupied),
        .receive_lookup     (receive_lookup),
        .receive_routed     (receive_routed),
        .receive_decide     (receive_decide),
        .receive_head       (receive_head),
        .choice_valid       (choice_valid),
        .choice_level       (choice_level),
        .choice_allowed     (choice_allowed),
        .choice_best        (choice_best),
        .choice_preferred   (choice_preferred),
        .choice_second      (choice_second),
        .header_want        (header_want)
    );

    fedx_arbitration #(
        .LINKS  (LINKS),
        .BUFFERS(BUFFERS)
    ) u_arbitration (
        .available     (available),
        .occupied      (occupied),
        .ready         (ready),
        .want          (want),
        .pool_allowed  (pool_allowed),
        .pool_best     (pool_best),
        .pool_preferred(pool_preferred),
        .pool_ahead    (pool_ahead),
        .grant         (grant),
        .grant_buf     (grant_buf)
    );

    fedx_config #(
        .LINKS(LINKS)
    ) u_config (
        .clk                      (clk),
        .rst                      (rst),
        .side                     (side),
        .cfg_we                   (cfg_we),
        .cfg_addr                 (cfg_addr),
        .cfg_wdata                (cfg_wdata),
        .cfg_rdata                (cfg_rdata),
        .transmit_out_of_step     (transmit_out_of_step),
        .admission_random         (admission_random),
        .config_write             (config_write),
        .config_addr              (config_addr),
        .config_wdata             (config_wdata),
        .config_side              (config_side),
        .config_backpressure      (config_backpressure),
        .config_class_rule        (config_class_rule),
        .config_random_select     (config_random_select),
        .config_latency           (config_latency),
        .config_deroute_hops      (config_deroute_hops),
        .config_backpressure_class(config_backpressure_class),
        .config_limit_dest        (config_limit_dest),
        .config_limit_trans       (config_limit_trans),
        .config_limit_total       (config_limit_total),
        .config_eject_priority    (config_eject_priority),
        .config_throttle_timeout  (config_throttle_timeout),
        .holding                  (holding)
    );

`ifdef FEDX_RULES
    // Rules of section 11, since arbitration has no clock, and of section 12
    `FEDX_RULED
    `FEDX_CHECK begin : rules
        integer p;
        integer i;
        reg [PORTS-1:0]   rule_grant; // per port
        reg [BUFFERS-1:0] rule_granted;
        reg               rule_twice;

        rule_granted = 0;
        rule_twice   = 1'b0;
        for (p = 0; p < PORTS; p = p + 1) begin
            i             = {{32-BUF_BITS{1'b0}}, grant_buf[BUF_BITS*p +: BUF_BITS]};
            rule_grant[p] = !grant[p] || (ready[i] && pool_allowed[8*i + p]);
            if (grant[p]) begin
                rule_twice      = rule_twice | rule_granted[i];
                rule_granted[i] = 1'b1;
            end
        end
        `FEDX_RULE(11, 1, ~|(grant & ~(available & want)), "only a port that is available and wanted gets a packet")
        `FEDX_RULE(11, 2, &rule_grant, "a port gets a packet that is ready and may leave by it")
        `FEDX_RULE(11, 3, !rule_twice, "no two ports get one packet")
        `FEDX_RULE(12, 1, !holding || (&tx_refuse && ~|{tx_valid, tx_turn, tx_acc, pool_used}),
                   "in the silence after reset a switch refuses, sends and holds nothing")
    end
`endif

endmodule

`resetall
