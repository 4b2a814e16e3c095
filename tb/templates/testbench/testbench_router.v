// SPDX-License-Identifier: Apache-2.0
//
// Self-checking testbench of one @product@ @unit@.
//
// Word c of stimulus.hex is what the @unit@ reads in cycle c, word c of expected.hex
// what its outputs show in cycle c: cycle c lies between rising edges c and c + 1 of
// clk, as in section 4 of the specification. In the first cycle with a difference
// every pin that differs is printed, then the run ends. Outputs are compared with
// !==, so an unknown bit is a difference. One line tells how it went, and begins
// with PASS: or FAIL:, whatever the simulator.
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
`ifdef TESTBENCH_PINS_ONLY
`undef TESTBENCH_REGISTER // of the @unit@ that was tested: another one need not have it
`endif

// The @unit@ to test, and its parameters
`ifndef @macro@
`define @macro@ @module@
`endif

module testbench;

    localparam CYCLES   = `TESTBENCH_CYCLES;
    localparam PORTS    = @ports@;
    localparam PINS     = @output_pins@;
    localparam EXPECTED = @expected_bits@;

    // ---------------------------------------------------------------------
    // Pins of the @unit@
    // ---------------------------------------------------------------------
    reg         clk;
@router_declarations@

    `@macro@ `TESTBENCH_PARAMETERS dut (
        .clk      (clk),
@router_connections@
    );

    // ---------------------------------------------------------------------
    // Words of the files; every field begins at a whole hexadecimal digit
    // ---------------------------------------------------------------------
    reg [@stimulus_msb@:0]        stimulus [0:CYCLES-1];
    reg [EXPECTED-1:0] expected [0:CYCLES];

    reg  [EXPECTED-1:0] want;
    wire [EXPECTED-1:0] got = {
        3'd0, want[@defined_bit@]@router_got@
    };

    integer    cycle;
    integer    compared;   // cycles
    integer    differences;
    integer    flip_cycle;
    integer    flip_bit;

    task drive(input [@stimulus_msb@:0] word);
        begin
@router_drive@
        end
    endtask

    task report_levels(input [@name_msb@:0] pin, input [@port_msb@:0] wanted, input [@port_msb@:0] shown);
        integer p;
        for (p = 0; p < PORTS; p = p + 1)
            if (shown[p] !== wanted[p]) begin
                $display("difference: cycle %0d: %0s port %0d: expected %b, got %b", cycle, pin, p, wanted[p], shown[p]);
                differences = differences + 1;
            end
    endtask

    task report;
        integer p;
        begin
@router_reports@
@wide_reports@
@router_status@
        end
    endtask

`ifdef TESTBENCH_REGISTER
    // A named register inside the @unit@, compared as well: word c of register.hex
    // is its value in cycle c, with bit 64 where it is known.
    reg [67:0] register [0:CYCLES];

    task report_register;
        if (register[cycle][64] && `TESTBENCH_REGISTER !== register[cycle][`TESTBENCH_REGISTER_WIDTH-1:0]) begin
            $display("difference: cycle %0d: register %0s: expected %h, got %h", cycle, `TESTBENCH_REGISTER_NAME,
                     register[cycle][`TESTBENCH_REGISTER_WIDTH-1:0], `TESTBENCH_REGISTER);
            differences = differences + 1;
        end
    endtask

    initial $readmemh("register.hex", register);
`endif

`ifdef TESTBENCH_START
    // A state that the @unit@ is put in, in place of the way there: for a @unit@ with
    // the registers of this RTL by their names.
    task set_state;
        begin
`include "start.vh"
        end
    endtask
`endif

    // Bit @defined_bit@ of a word says whether the @unit@ has been reset, and so is defined.
    task compare;
        if (want[@defined_bit@]) begin
            if (got !== want) begin
                report;
                if (differences == 0) begin
                    $display("difference: cycle %0d: expected.hex has a bit that belongs to no pin", cycle);
                    differences = 1;
                end
            end
`ifdef TESTBENCH_REGISTER
            report_register;
`endif
            compared = compared + 1;
        end
    endtask

    task finish;
        begin
            if (differences != 0)
                $display("FAIL: %0d pins differ in cycle %0d; %0d cycles were compared", differences, cycle, compared);
            else if (compared != `TESTBENCH_COMPARED)
                $display("FAIL: %0d cycles were compared, not %0d: stimulus.hex or expected.hex is not whole", compared,
                         `TESTBENCH_COMPARED);
            else begin
`ifdef TESTBENCH_PINS_ONLY
`ifdef TESTBENCH_REGISTER_NAME
                $display("register %0s, which differed, is not looked at: this is another @unit@", `TESTBENCH_REGISTER_NAME);
`endif
`endif
                $display("PASS: %0d cycles compared, %0d output pins in each, %0d values, 0 differences", compared, PINS,
                         {32'd0, compared} * PINS);
            end
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
        compared    = 0;
        differences = 0;
        for (cycle = 0; cycle <= CYCLES && differences == 0; cycle = cycle + 1) begin
            if (cycle < CYCLES) drive(stimulus[cycle]);
`ifdef TESTBENCH_START
            if (cycle == `TESTBENCH_START) set_state;
`endif
            want = expected[cycle];
            if (cycle == flip_cycle) want = want ^ ({{(EXPECTED-1){1'b0}}, 1'b1} << flip_bit);
            #5 compare;
            clk = 1'b1;
            #5 clk = 1'b0;
        end
        cycle = cycle - 1;
        finish;
    end

endmodule

`resetall
