// SPDX-License-Identifier: Apache-2.0
//
// An RTL switch, checked against its golden model in every cycle, under sources and sinks that do whatever they like: a Verilog-2005
// bench with the system tasks of axis_vpi. docs/reference/bindings.md.
//
//     vvp bench.vvp [+cycles=N] [+self-test]
`resetall
`timescale 1ns / 1ps
`default_nettype none

module bench;

    reg          clk;
    reg          rst;
    reg  [3:0]   s_tvalid;
    reg  [3:0]   s_tlast;
    reg  [15:0]  s_tdest;
    reg  [255:0] s_tdata;
    reg  [255:0] flip;
    reg  [3:0]   m_tready;
    wire [3:0]   s_tready;
    wire [3:0]   m_tvalid;
    wire [3:0]   m_tlast;
    wire [15:0]  m_tdest;
    wire [255:0] m_tdata;
    wire [3:0]   drop;
    wire [15:0]  dropped;
    integer      model;
    integer      cycle;
    integer      cycles;
    integer      left;
    integer      p;

    // Output j takes tdest = j alone; the modes are round robin, fixed priority, weighted, round robin
    wire [15:0]  low    = 16'h3210;
    wire [15:0]  high   = 16'h3210;
    wire [15:0]  allow  = 16'hffff;
    wire [7:0]   mode   = 8'h24;
    wire [63:0]  weight = 64'h4321_4321_4321_4321;
    wire [3:0]   mix    = 4'b1000; // packets of different inputs mix at output 3

    axis_switch dut (
        .clk     (clk),
        .rst     (rst),
        .s_tvalid(s_tvalid),
        .s_tlast (s_tlast),
        .s_tdest (s_tdest),
        .s_tdata (s_tdata ^ flip),
        .m_tready(m_tready),
        .s_tready(s_tready),
        .m_tvalid(m_tvalid),
        .m_tlast (m_tlast),
        .m_tdest (m_tdest),
        .m_tdata (m_tdata),
        .low     (low),
        .high    (high),
        .allow   (allow),
        .mode    (mode),
        .weight  (weight),
        .mix     (mix),
        .drop    (drop),
        .dropped (dropped)
    );

    initial begin
        cycles = 250;
        if ($value$plusargs("cycles=%d", cycles)) ;
        model = $axis_model_create("switch", 4, 4, 4, 64);
        left = 0;
        clk = 0;
        for (cycle = 0; cycle < cycles; cycle = cycle + 1) begin
            rst = cycle < 2;
            {s_tvalid, s_tlast, s_tdest, m_tready} = $random;
            for (p = 0; p < 8; p = p + 1) s_tdata[32*p +: 32] = $random;
            // One wrong bit of tdata, which the model does not see
            flip = $test$plusargs("self-test") && cycle >= 100 ? 256'd2 : 256'd0;
            for (p = 0; p < 4 && !rst; p = p + 1) left = left + (m_tvalid[p] & m_tready[p]);
            // RTL and model sample the same inputs
            #5 clk = 1;
            $axis_model_step(model, {rst, s_tvalid, s_tlast, s_tdest, s_tdata, m_tready, low, high, allow, mode, weight, mix});
            // All outputs, and one named register, must be the same
            #5 clk = 0;
            if (!rst) $axis_model_check(model, {s_tready, m_tvalid, m_tlast, m_tdest, m_tdata, drop, dropped});
            if (!rst && $axis_model_register(model, "arbitrate.owner", 2) !== {62'd0, dut.u_arbitrate.owner_reg[4 +: 2]}) begin
                $display("cycle %0d: arbitrate.owner[2] differs", cycle);
                $finish;
            end
        end
        $axis_model_report(model);
        $display("%0d beats left", left);
    end

endmodule

`resetall
