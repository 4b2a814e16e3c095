// SPDX-License-Identifier: Apache-2.0
//
// An RTL router, checked against its golden model in every cycle, under neighbours that send whatever they like: a Verilog-2005
// bench with the system tasks of vcr_vpi. docs/reference/bindings.md.
//
//     vvp bench.vvp [+cycles=N] [+self-test]
`resetall
`timescale 1ns / 1ps
`default_nettype none

module bench;

    reg           clk;
    reg           rst;
    reg           cfg_we;
    reg  [15:0]   cfg_addr;
    reg  [31:0]   cfg_wdata;
    wire [31:0]   cfg_rdata;
    reg  [4:0]    rx_valid;
    reg  [4:0]    rx_head;
    reg  [4:0]    rx_tail;
    reg  [4:0]    rx_up;
    reg  [4:0]    rx_sat;
    reg  [19:0]   rx_credit;
    reg  [9:0]    rx_vc;
    reg  [319:0]  rx_flit;
    reg  [319:0]  flip;
    wire [4:0]    tx_valid;
    wire [4:0]    tx_head;
    wire [4:0]    tx_tail;
    wire [4:0]    tx_up;
    wire [4:0]    tx_sat;
    wire [19:0]   tx_credit;
    wire [9:0]    tx_vc;
    wire [319:0]  tx_flit;
    integer       model;
    integer       cycle;
    integer       cycles;
    integer       sent;
    integer       p;

    vcr_router dut (
        .clk      (clk),
        .rst      (rst),
        .rx_valid (rx_valid),
        .rx_head  (rx_head),
        .rx_tail  (rx_tail),
        .rx_up    (rx_up),
        .rx_sat   (rx_sat),
        .rx_credit(rx_credit),
        .rx_vc    (rx_vc),
        .rx_flit  (rx_flit ^ flip),
        .tx_valid (tx_valid),
        .tx_head  (tx_head),
        .tx_tail  (tx_tail),
        .tx_up    (tx_up),
        .tx_sat   (tx_sat),
        .tx_credit(tx_credit),
        .tx_vc    (tx_vc),
        .tx_flit  (tx_flit),
        .cfg_we   (cfg_we),
        .cfg_addr (cfg_addr),
        .cfg_wdata(cfg_wdata),
        .cfg_rdata(cfg_rdata)
    );

    // After the reset: a mesh of one row and two columns, dimension order, all classes alike
    task configure;
        begin
            rst      = cycle < 2;
            cfg_we   = cycle >= 2 && cycle < 18;
            cfg_addr = cfg_we ? cycle - 2 : 16'd16;
            case (cfg_addr)
            16'd0: cfg_wdata = 32'h0000_0401;
            16'd1: cfg_wdata = 32'h0001_0000;
            16'd2: cfg_wdata = 32'h0014_0001;
            16'd3: cfg_wdata = 32'h0000_0001;
            16'd8, 16'd9, 16'd10, 16'd11: cfg_wdata = 32'h000f_0000;
            default: cfg_wdata = 32'd0;
            endcase
        end
    endtask

    // Flits to terminals 0 and 1, with and without credit, heads and tails anywhere; more credits than there are
    task arrive;
        begin
            rx_up     = 5'h1f;
            rx_valid  = $random & $random;
            rx_head   = $random;
            rx_tail   = $random;
            rx_credit = $random & $random;
            rx_vc     = $random;
            for (p = 0; p < 5; p = p + 1) begin
                rx_flit[64*p +: 32]      = $random;
                rx_flit[64*p + 32 +: 32] = $random & 32'h0001_9fff;
            end
        end
    endtask

    initial begin
        cycles = 250;
        if ($value$plusargs("cycles=%d", cycles)) ;
        model = $vcr_model_create("router", 5, 4, 4, 64, 0, 0, 0, 0);
        {rx_valid, rx_head, rx_tail, rx_up, rx_sat, rx_credit, rx_vc, rx_flit, flip} = 0;
        sent = 0;
        clk = 0;
        for (cycle = 0; cycle < cycles; cycle = cycle + 1) begin
            configure;
            if (cycle > 20) arrive;
            // One wrong bit of flits, which the model does not see
            flip = $test$plusargs("self-test") && cycle >= 100 ? 320'd2 : 320'd0;
            // RTL and model sample the same inputs
            #5 clk = 1;
            $vcr_model_step(model, {rst, rx_valid, rx_head, rx_tail, rx_up, rx_sat, rx_credit, rx_vc, rx_flit, cfg_we, cfg_addr,
                                    cfg_wdata});
            // All outputs, and one named register, must be the same
            #5 clk = 0;
            if (!rst)
                $vcr_model_check(model, {tx_valid, tx_head, tx_tail, tx_up, tx_sat, tx_credit, tx_vc, tx_flit, cfg_rdata});
            if (!rst && $vcr_model_register(model, "input.fill", 3) !== {61'd0, dut.u_input.fill_reg[9 +: 3]}) begin
                $display("cycle %0d: input.fill[3] differs", cycle);
                $finish;
            end
            for (p = 0; p < 5; p = p + 1) sent = sent + tx_valid[p];
        end
        $vcr_model_report(model);
        $display("%0d flits were sent", sent);
    end

endmodule

`resetall
