// SPDX-License-Identifier: Apache-2.0
//
// A switch in the style of SystemVerilog with packages: a port is a structure in an unpacked array, and its ready stands beside it. Packets
// of one input stay together at an output. Each input has a register, so that nothing goes through in the cycle in which it comes.
//
// With one of the macros FAULT_... defined it is wrong.
package struct_switch_types;
    typedef struct packed {
        logic [2:0] to;   // the output
        logic [4:0] tag;
    } head_t;

    typedef struct packed {
        head_t       head; // of the first flit; free in the others
        logic [23:0] payload;
        logic        last;
    } flit_t;

    typedef struct packed {
        logic  valid;
        flit_t flit;
    } link_t;
endpackage

module struct_switch
    import struct_switch_types::*;
#(
    parameter int PORTS = 3
) (
    input  logic  clk_i,
    input  logic  rst_ni,
    input  link_t in_i[PORTS],
    output logic  in_ready_o[PORTS],
    output link_t out_o[PORTS],
    input  logic  out_ready_i[PORTS]
);
    localparam int BITS = $clog2(PORTS);

    link_t           held_reg[PORTS];  // of each input
    logic [BITS-1:0] to_reg[PORTS];    // the output of its packet
    logic            body_reg[PORTS];  // what is held is not a first flit
    logic            busy_reg[PORTS];  // of each output: a packet is under way
    logic [BITS-1:0] owner_reg[PORTS]; // the input that it comes from
    logic [BITS-1:0] turn_reg[PORTS];  // the input that is looked at first
    logic [BITS-1:0] to[PORTS];
    logic [BITS-1:0] pick[PORTS];
    logic            some[PORTS];
    logic            moves[PORTS];     // of each input

    always_comb
        for (int i = 0; i < PORTS; i++)
            to[i] = body_reg[i] ? to_reg[i] : held_reg[i].flit.head.to[BITS-1:0];

    always_comb
        for (int o = 0; o < PORTS; o++) begin
            pick[o] = owner_reg[o];
            some[o] = busy_reg[o];
            for (int k = 0; k < PORTS; k++) begin
                automatic int i = (int'(turn_reg[o]) + k) % PORTS;
                if (!some[o] && held_reg[i].valid && int'(to[i]) == o) begin
                    pick[o] = BITS'(i);
                    some[o] = 1;
                end
            end
            out_o[o].valid = some[o] && held_reg[pick[o]].valid;
            out_o[o].flit = held_reg[pick[o]].flit;
`ifdef FAULT_HEAD // the head of a packet that waited has the tag of the input beside it
            if (!busy_reg[o] && pick[o] != turn_reg[o])
                out_o[o].flit.head.tag = held_reg[turn_reg[o]].flit.head.tag;
`endif
        end

    always_comb begin
        for (int i = 0; i < PORTS; i++)
            moves[i] = 0;
        for (int o = 0; o < PORTS; o++)
            if (out_o[o].valid && out_ready_i[o])
                moves[pick[o]] = 1;
        for (int i = 0; i < PORTS; i++)
            in_ready_o[i] = !held_reg[i].valid || moves[i];
    end

    always_ff @(posedge clk_i or negedge rst_ni)
        if (!rst_ni)
            for (int p = 0; p < PORTS; p++) begin
                held_reg[p] <= '0;
                to_reg[p] <= '0;
                body_reg[p] <= 0;
                busy_reg[p] <= 0;
                owner_reg[p] <= '0;
                turn_reg[p] <= '0;
            end
        else begin
            for (int i = 0; i < PORTS; i++) begin
                if (moves[i]) begin
                    body_reg[i] <= !held_reg[i].flit.last;
                    to_reg[i] <= to[i];
                end
                if (in_ready_o[i])
                    held_reg[i] <= in_i[i];
`ifdef FAULT_STALL // a flit that comes while another one waits replaces it
                if (held_reg[i].valid && !moves[i] && in_i[i].valid && body_reg[i])
                    held_reg[i].flit.payload <= in_i[i].flit.payload;
`endif
            end
            for (int o = 0; o < PORTS; o++)
                if (out_o[o].valid) begin
                    owner_reg[o] <= pick[o];
                    busy_reg[o] <= !(out_ready_i[o] && out_o[o].flit.last);
`ifndef FAULT_TURN // an input that was served is looked at first again: others starve
                    if (out_ready_i[o] && out_o[o].flit.last)
                        turn_reg[o] <= int'(pick[o]) == PORTS - 1 ? '0 : pick[o] + 1'b1;
`endif
                end
        end
endmodule
