// SPDX-License-Identifier: Apache-2.0
//
// An RTL router, checked against its golden model in every cycle, under neighbours that send whatever they like: a SystemVerilog
// bench with the functions of vcr_pkg. docs/reference/bindings.md.
//
//     ./bench [+cycles=N] [+self-test]
`resetall
`timescale 1ns / 1ps
`default_nettype none

module bench;

    import vcr_pkg::*;

    logic          clk = 0, rst = 1, cfg_we = 0;
    logic [15:0]   cfg_addr = 0;
    logic [31:0]   cfg_wdata = 0, cfg_rdata;
    logic [4:0]    rx_valid = 0, rx_head = 0, rx_tail = 0, rx_up = 0, rx_sat = 0, tx_valid, tx_head, tx_tail, tx_up, tx_sat;
    logic [19:0]   rx_credit = 0, tx_credit;
    logic [9:0]    rx_vc = 0, tx_vc;
    logic [319:0]  rx_flit = 0, flip = 0, tx_flit;
    chandle        model;
    int unsigned   cycle = 0, cycles = 2000, sent = 0;

    vcr_router dut (.rx_flit(rx_flit ^ flip), .*);

    initial begin
        void'($value$plusargs("cycles=%d", cycles));
        model = vcr_model_create("router");
    end
    always #5 clk = ~clk;

    // Rising edge: RTL and model sample the same inputs, but for the bit that is flipped
    always @(posedge clk) begin
        vcr_model_step(model, 4096'({rst, rx_valid, rx_head, rx_tail, rx_up, rx_sat, rx_credit, rx_vc, rx_flit, cfg_we, cfg_addr,
                                     cfg_wdata}));
        cycle <= cycle + 1;
    end

    // Falling edge: all outputs, and one named register, must be the same; then new inputs
    always @(negedge clk) begin
        vcr_model_check(model, 4096'({tx_valid, tx_head, tx_tail, tx_up, tx_sat, tx_credit, tx_vc, tx_flit, cfg_rdata}));
        if (vcr_model_register(model, "input.fill", 3) != 64'(dut.u_input.fill_reg[9 +: 3]))
            $fatal(1, "cycle %0d: input.fill[3] differs", cycle);
        sent += $countones(tx_valid);
        configure();
        if (cycle > 20) arrive();
        // One wrong bit of a flit, which the model does not see
        flip = 320'($test$plusargs("self-test") != 0 && cycle >= 500) << 1;
        if (cycle == cycles) begin
            vcr_model_report(model);
            $display("%0d flits were sent", sent);
            if (sent == 0) $fatal(1, "nothing was sent");
            $finish;
        end
    end

    // After the reset: a mesh of one row and two columns, dimension order, all classes alike
    function automatic void configure();
        rst = cycle < 2;
        cfg_we = cycle >= 2 && cycle < 18;
        cfg_addr = cfg_we ? 16'(cycle - 2) : 16'd16;
        case (cfg_addr)
        0: cfg_wdata = 32'h0000_0401;
        1: cfg_wdata = 32'h0001_0000;
        2: cfg_wdata = 32'h0014_0001;
        3: cfg_wdata = 32'h0000_0001;
        8, 9, 10, 11: cfg_wdata = 32'h000f_0000;
        default: cfg_wdata = 0;
        endcase
    endfunction

    // Flits to terminals 0 and 1, with and without credit, heads and tails anywhere; more credits than there are
    function automatic void arrive();
        rx_up = 5'h1f;
        rx_valid = 5'($urandom & $urandom);
        rx_head = 5'($urandom);
        rx_tail = 5'($urandom);
        rx_credit = 20'($urandom & $urandom);
        rx_vc = 10'($urandom);
        for (int p = 0; p < 5; p++) rx_flit[64*p +: 64] = {15'd0, 1'($urandom), 16'($urandom & 32'h9fff), $urandom};
    endfunction

endmodule

`resetall
