// SPDX-License-Identifier: Apache-2.0
//
// Two RTL switches, each checked against its golden model in every cycle: a plain
// Verilog bench with the system tasks of fedx_vpi. docs/reference/bindings.md.
//
//     vvp -n -M FOLDER bench.vvp [+packets=N] [+self-test]
`resetall
`timescale 1ns / 1ps
`default_nettype none

module bench;

    reg           clk, rst;
    reg  [31:0]   mode;
    reg  [1279:0] packet;
    reg  [1167:0] body;        // bytes 10 to 155, which no switch changes
    reg  [1167:0] expected [0:1];
    reg  [55:0]   flip;
    wire [31:0]   sent, received, latency;
    wire [1279:0] arrived;
    integer       a, b, cycle, packets, made, seen, i;

    two_switches dut (.clk(clk), .rst(rst), .mode(mode), .packet(packet), .flip(flip), .sent(sent),
                      .received(received), .arrived(arrived), .latency(latency));

    // Two models. Both switches shall have backpressure by message, so both models say which word that takes
    initial begin
        if (!$value$plusargs("packets=%d", packets)) packets = 4;
        a = $fedx_model_create("a");
        b = $fedx_model_create("b");
        $fedx_model_set(a, "backpressure", 1);
        mode = $fedx_model_word(a, 0);
        clk = 0;
        rst = 1;
        flip = 0;
        cycle = 0;
        made = 0;
        seen = 0;
    end
    always #5 clk = ~clk;

    // Rising edge: RTL and models sample the same inputs
    always @(posedge clk) begin
        $fedx_model_step(a, rst, dut.a_side, dut.a_rx_data, dut.a_rx_valid, dut.a_rx_turn, dut.a_rx_req,
                         dut.a_rx_refuse, dut.a_rx_acc, dut.cfg_we, dut.cfg_addr, dut.a_cfg_wdata);
        $fedx_model_step(b, rst, dut.b_side, dut.b_rx_data, dut.b_rx_valid, dut.b_rx_turn, dut.b_rx_req,
                         dut.b_rx_refuse, dut.b_rx_acc, dut.cfg_we, dut.cfg_addr, dut.b_cfg_wdata);
        cycle = cycle + 1;
    end

    // Falling edge: all outputs, and one named register, must be the same; then new inputs
    always @(negedge clk) begin
        $fedx_model_check(a, dut.a_tx_data, dut.a_tx_valid, dut.a_tx_turn, dut.a_tx_req, dut.a_tx_refuse,
                          dut.a_tx_acc, dut.a_cfg_rdata);
        $fedx_model_check(b, dut.b_tx_data, dut.b_tx_valid, dut.b_tx_turn, dut.b_tx_req, dut.b_tx_refuse,
                          dut.b_tx_acc, dut.b_cfg_rdata);
        if ($fedx_model_register(b, "buffer_pool.used", 0) !== dut.b.u_buffer_pool.used_reg)
            $fatal(1, "cycle %0d: buffer_pool.used of b differs", cycle);
        if (received > seen) see_packet;
        if (sent >= made) make_packet;
        if (cycle == 260) rst = 0;
        // One wrong bit on the link, in the middle of a packet, which the model does not see
        flip = $test$plusargs("self-test") && cycle == 799;
        if (cycle > 1000 + 200 * packets) $fatal(1, "only %0d of %0d packets have arrived", received, packets);
    end

    // From node 0 to node 1, adaptive, with the stop-and-wait bit that the sender needs next
    task make_packet;
        begin
            for (i = 0; i < 146; i = i + 1) body[8*i +: 8] = $random;
            $fedx_packet(packet, {16'd1, sent[0], 7'd1, 16'd0, 16'd7, sent[7:0]}, body);
            expected[sent[0]] = body;
            made = sent + 1;
        end
    endtask

    task see_packet;
        begin
            if (arrived[1247:80] !== expected[seen[0]]) $fatal(1, "packet %0d has arrived damaged", seen);
            $display("packet %0d: %0d cycles, every byte right", seen, latency);
            seen = received;
            if (seen == packets) begin
                $fedx_model_report(a);
                $fedx_model_report(b);
                $finish;
            end
        end
    endtask

endmodule

`resetall
