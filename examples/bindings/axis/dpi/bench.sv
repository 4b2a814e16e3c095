// SPDX-License-Identifier: Apache-2.0
//
// An RTL switch, checked against its golden model in every cycle, under sources and sinks that do whatever they like: a SystemVerilog
// bench with the functions of axis_pkg. docs/reference/bindings.md.
//
//     ./bench [+cycles=N] [+self-test]
`resetall
`timescale 1ns / 1ps
`default_nettype none

module bench;

    import axis_pkg::*;

    logic         clk = 0, rst = 1;
    logic [3:0]   s_tvalid = 0, s_tlast = 0, m_tready = 0, s_tready, m_tvalid, m_tlast, drop;
    logic [15:0]  s_tdest = 0, m_tdest, dropped;
    logic [255:0] s_tdata = 0, flip = 0, m_tdata;
    // Output j takes tdest = j alone; the modes are round robin, fixed priority, weighted, round robin
    logic [15:0]  low = 16'h3210, high = 16'h3210, allow = '1;
    logic [7:0]   mode = 8'h24;
    logic [63:0]  weight = 64'h4321_4321_4321_4321;
    logic [3:0]   mix = 4'b1000; // packets of different inputs mix at output 3
    chandle       model;
    int unsigned  cycle = 0, cycles = 2000, left = 0;

    axis_switch dut (.s_tdata(s_tdata ^ flip), .*);

    initial begin
        void'($value$plusargs("cycles=%d", cycles));
        model = axis_model_create("switch");
    end
    always #5 clk = ~clk;

    // Rising edge: RTL and model sample the same inputs, but for the bit that is flipped
    always @(posedge clk) begin
        axis_model_step(model, 8192'({rst, s_tvalid, s_tlast, s_tdest, s_tdata, m_tready, low, high, allow, mode, weight, mix}));
        cycle <= cycle + 1;
    end

    // Falling edge: all outputs, and one named register, must be the same; then new inputs
    always @(negedge clk) begin
        axis_model_check(model, 8192'({s_tready, m_tvalid, m_tlast, m_tdest, m_tdata, drop, dropped}));
        if (axis_model_register(model, "arbitrate.owner", 2) != 64'(dut.u_arbitrate.owner_reg[2*2 +: 2]))
            $fatal(1, "cycle %0d: arbitrate.owner[2] differs", cycle);
        left += $countones(m_tvalid & m_tready);
        rst = cycle < 2;
        {s_tvalid, s_tlast, s_tdest, m_tready} = 28'($urandom);
        s_tdata = {$urandom, $urandom, $urandom, $urandom, $urandom, $urandom, $urandom, $urandom};
        // One wrong bit of tdata, which the model does not see
        flip = 256'($test$plusargs("self-test") != 0 && cycle >= 500) << 1;
        if (cycle == cycles) begin
            axis_model_report(model);
            $display("%0d beats left", left);
            if (left == 0) $fatal(1, "nothing left");
            $finish;
        end
    end

endmodule

`resetall
