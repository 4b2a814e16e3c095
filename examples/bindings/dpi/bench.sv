// SPDX-License-Identifier: Apache-2.0
//
// Two RTL switches, each checked against its golden model in every cycle: a
// SystemVerilog bench with the functions of fedx_pkg. docs/reference/bindings.md.
//
//     ./bench [+packets=N] [+self-test]
`resetall
`timescale 1ns / 1ps
`default_nettype none

module bench;

    import fedx_pkg::*;

    logic           clk = 0;
    logic           rst = 1;
    logic [31:0]    mode = 0;
    bit   [1279:0]  packet = 0;
    bit   [1167:0]  body;          // bytes 10 to 155, which no switch changes
    bit   [1167:0]  expected [2];
    logic [55:0]    flip = 0;
    logic [31:0]    sent, received, latency;
    logic [1279:0]  arrived;
    chandle         a, b;
    int unsigned    cycle = 0, packets = 100, made = 0, seen = 0;

    two_switches dut (.*);

    // Two models. Both switches shall have backpressure by message: a model says which word that takes
    initial begin
        void'($value$plusargs("packets=%d", packets));
        a = fedx_model_create("a");
        b = fedx_model_create("b");
        fedx_model_set(a, "backpressure", 1);
        mode = fedx_model_word(a, 0);
    end
    always #5 clk = ~clk;

    // Rising edge: RTL and models sample the same inputs
    always @(posedge clk) begin
        fedx_model_step(a, rst, dut.a_side, dut.a_rx_data, dut.a_rx_valid, dut.a_rx_turn, dut.a_rx_req,
                        dut.a_rx_refuse, dut.a_rx_acc, dut.cfg_we, dut.cfg_addr, dut.a_cfg_wdata);
        fedx_model_step(b, rst, dut.b_side, dut.b_rx_data, dut.b_rx_valid, dut.b_rx_turn, dut.b_rx_req,
                        dut.b_rx_refuse, dut.b_rx_acc, dut.cfg_we, dut.cfg_addr, dut.b_cfg_wdata);
        cycle <= cycle + 1;
    end

    // Falling edge: all outputs, and one named register, must be the same; then new inputs
    always @(negedge clk) begin
        fedx_model_check(a, dut.a_tx_data, dut.a_tx_valid, dut.a_tx_turn, dut.a_tx_req, dut.a_tx_refuse,
                         dut.a_tx_acc, dut.a_cfg_rdata);
        fedx_model_check(b, dut.b_tx_data, dut.b_tx_valid, dut.b_tx_turn, dut.b_tx_req, dut.b_tx_refuse,
                         dut.b_tx_acc, dut.b_cfg_rdata);
        if (fedx_model_register(b, "buffer_pool.used", 0) != 64'(dut.b.u_buffer_pool.used_reg))
            $fatal(1, "cycle %0d: buffer_pool.used of b differs", cycle);
        if (received > seen) see_packet();
        if (sent >= made) make_packet();
        if (cycle == 260) rst = 0;
        // One wrong bit on the link, in the middle of a packet, which the model does not see
        flip = 56'($test$plusargs("self-test") != 0 && cycle == 799);
        if (cycle > 1000 + 200 * packets) $fatal(1, "only %0d of %0d packets have arrived", received, packets);
    end

    // From node 0 to node 1, adaptive, with the stop-and-wait bit that the sender needs next
    function automatic void make_packet();
        for (int i = 0; i < 146; i++) body[8*i +: 8] = 8'($urandom);
        packet = fedx_packet({16'd1, sent[0], 7'd1, 16'd0, 16'd7, sent[7:0]}, body);
        expected[sent[0]] = body;
        made = sent + 1;
    endfunction

    function automatic void see_packet();
        if (arrived[1247:80] != expected[seen[0]]) $fatal(1, "packet %0d has arrived damaged", seen);
        if (seen < 4) $display("packet %0d: %0d cycles, every byte right", seen, latency);
        seen = received;
        if (seen == packets) begin
            $display("%0d packets, every byte right", seen);
            fedx_model_report(a);
            fedx_model_report(b);
            $finish;
        end
    endfunction

endmodule

`resetall
