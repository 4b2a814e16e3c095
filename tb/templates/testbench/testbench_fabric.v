// SPDX-License-Identifier: Apache-2.0
//
// Self-checking testbench of a fabric of @product@ @units@ (@prefix@_fabric.v).
//
// After the reset the fabric configures itself; cycle 0 is the one in which ready
// rises. Word c of stimulus.hex is what the PEs of all @end@s drive in cycle c, word c
// of expected.hex what they must see of their @units@ in that cycle. In the first
// cycle with a difference every pin that differs is printed, then the run ends.
// Pins are compared with !==, so an unknown bit is a difference. One line tells how
// it went, and begins with PASS: or FAIL:, whatever the simulator.
//
// Plain IEEE 1364-2005, on plusargs:
//
//     +flip_cycle=N +flip_bit=N  invert one bit of expected.hex, to see it reported
//     +self_test                 the same, at a place in the middle of testbench.vh
//     +vcd                       write testbench.vcd
`resetall
`timescale 1ns / 1ps
`default_nettype none

`include "testbench.vh"

module testbench;

    localparam CYCLES = `TESTBENCH_CYCLES;
    localparam NODES  = `TESTBENCH_NODES;
    localparam PINS   = @cable_bits@ * NODES;

    // A word is @field_names@ of all @end@s, @end@ 0 lowest;
    // every field begins at a whole hexadecimal digit.
    localparam MASK   = 4 * ((NODES + 3) / 4);
@field_places@

    // Cycles of the reset, and cycles after it in which ready must come
    localparam RESET   = 3;
    localparam WAIT_LIMIT = `TESTBENCH_READY + 10;

    // ---------------------------------------------------------------------
    // Pins of the fabric
    // ---------------------------------------------------------------------
    reg                clk;
    reg                rst;
    wire               ready;
@node_wires@

    @prefix@_fabric dut (
        .clk      (clk),
        .rst      (rst),
        .ready    (ready),
@cable_connections@
    );

    // ---------------------------------------------------------------------
    // Words of the files
    // ---------------------------------------------------------------------
    reg [WORD-1:0] stimulus [0:CYCLES-1];
    reg [WORD-1:0] expected [0:CYCLES-1];
    reg [WORD-1:0] want;
    reg [WORD-1:0] got;

    integer    cycle;
    integer    compared;   // cycles
    integer    differences;
    integer    waited;
    integer    flip_cycle;
    integer    flip_bit;

    task drive(input [WORD-1:0] word);
        begin
@drive_fields@
        end
    endtask

    task report_level(input [@name_msb@:0] pin, input integer node, input wanted, input shown);
        if (shown !== wanted) begin
            $display("difference: cycle %0d: %0s @end@ %0d: expected %b, got %b", cycle, pin, node, wanted, shown);
            differences = differences + 1;
        end
    endtask

    task report;
        integer n;
        begin
            for (n = 0; n < NODES; n = n + 1) begin
@report_fields@
            end
            if (differences == 0) begin
                $display("difference: cycle %0d: expected.hex has a bit that belongs to no pin", cycle);
                differences = 1;
            end
        end
    endtask

    task compare;
        begin
            got = {WORD{1'b0}};
@got_fields@
            if (got !== want) report;
            compared = compared + 1;
        end
    endtask

    task tick;
        begin
            clk = 1'b1;
            #5 clk = 1'b0;
        end
    endtask

    task finish;
        begin
            if (ready !== 1'b1)
                $display("FAIL: the fabric is not ready %0d cycles after its reset", waited);
            else if (differences != 0)
                $display("FAIL: %0d pins differ in cycle %0d; %0d cycles were compared", differences, cycle, compared);
            else if (compared != CYCLES)
                $display("FAIL: %0d cycles were compared, not %0d", compared, CYCLES);
            else
                $display("PASS: %0d cycles compared, %0d output pins in each, %0d values, 0 differences", compared, PINS,
                         {32'd0, compared} * PINS);
            $finish;
        end
    endtask

    initial begin
        $readmemh("stimulus.hex", stimulus);
        $readmemh("expected.hex", expected);
        if ($test$plusargs("vcd")) begin
            $dumpfile("testbench.vcd");
            $dumpvars(0, testbench);
        end
        if ($test$plusargs("self_test")) begin
            flip_cycle = `TESTBENCH_FLIP_CYCLE;
            flip_bit   = `TESTBENCH_FLIP_BIT;
        end else begin
            flip_cycle = -1;
            flip_bit   = 0;
        end
        if ($value$plusargs("flip_cycle=%d", flip_cycle)) ;
        if ($value$plusargs("flip_bit=%d", flip_bit)) ;

        clk         = 1'b0;
        rst         = 1'b1;
        compared    = 0;
        differences = 0;
        cycle       = 0;

        // PEs are silent until the fabric is ready
        drive({WORD{1'b0}});
@idle_levels@
        repeat (RESET) #5 tick;
        rst = 1'b0;
        for (waited = 0; waited < WAIT_LIMIT && ready !== 1'b1; waited = waited + 1) #5 tick;

        if (ready === 1'b1)
            for (cycle = 0; cycle < CYCLES && differences == 0; cycle = cycle + 1) begin
                drive(stimulus[cycle]);
                want = expected[cycle];
                if (cycle == flip_cycle) want = want ^ ({{(WORD-1){1'b0}}, 1'b1} << flip_bit);
                #5 compare;
                tick;
            end
        cycle = cycle - 1;
        finish;
    end

endmodule

`resetall
