// SPDX-License-Identifier: Apache-2.0
//
// Streams of an interface of SystemVerilog: N inputs are merged into one output, a packet at a time, in turn.
//
// With one of the macros FAULT_... defined it is wrong.
typedef struct packed {
    logic [3:0] tag;
    logic [3:0] of;
} note_t;

interface stream_if #(parameter int WIDTH = 8) (input logic clk);
    logic             valid;
    logic             ready;
    logic             last;
    logic [WIDTH-1:0] data;
    note_t            note;
    logic             debug; // of no modport
    modport sink(input clk, valid, last, data, note, output ready);
    modport source(output valid, last, data, note, input clk, ready);
endinterface

module interface_merge #(
    parameter int N = 3,
    parameter int WIDTH = 16
) (
    input  logic    clk,
    input  logic    rst_n,
    stream_if.sink  s[N],
    stream_if.source m
);
    localparam int BITS = $clog2(N);
    logic [N-1:0]              valid, last, taken;
    logic [N-1:0][WIDTH-1:0]   data;
    note_t                     note[N];
    logic [BITS-1:0]           turn_reg, from_reg, from;
    logic                      busy_reg, full_reg, last_reg;
`ifdef FAULT_AGAIN
    logic                      again_reg;
`endif
    logic [WIDTH-1:0]          data_reg;
    note_t                     note_reg;
    logic                      any, take;

    for (genvar i = 0; i < N; i++) begin : inputs
        assign valid[i] = s[i].valid;
        assign last[i] = s[i].last;
        assign data[i] = s[i].data;
        assign note[i] = s[i].note;
        assign s[i].ready = taken[i];
    end

    always_comb begin
        from = from_reg;
        any = busy_reg && valid[from_reg];
        if (!busy_reg)
            for (int k = 0; k < N; k++)
                if (!any && valid[(int'(turn_reg) + k) % N]) begin
                    from = BITS'((int'(turn_reg) + k) % N);
                    any = 1;
                end
        take = any && (!full_reg || m.ready);
        taken = '0;
        taken[from] = take;
    end

    assign m.valid = full_reg;
    assign m.data = data_reg;
    assign m.note = note_reg;
    assign m.last = last_reg;

    always_ff @(posedge clk)
        if (!rst_n) begin
            turn_reg <= '0;
            from_reg <= '0;
            busy_reg <= 0;
            full_reg <= 0;
`ifdef FAULT_AGAIN
            again_reg <= 0;
`endif
            last_reg <= 0;
            data_reg <= '0;
            note_reg <= '0;
        end else begin
`ifdef FAULT_AGAIN // a last flit that ends in two ones is offered again once it was taken
            if (m.ready && !(full_reg && last_reg && !again_reg && &data_reg[1:0]))
                full_reg <= 0;
            again_reg <= full_reg && m.ready;
`else
            if (m.ready)
                full_reg <= 0;
`endif
            if (take) begin
                full_reg <= 1;
                busy_reg <= !last[from];
                from_reg <= from;
                data_reg <= data[from];
                note_reg <= note[from];
`ifdef FAULT_LAST // a last flit that comes behind another one without a gap does not end its packet
                last_reg <= last[from] && !full_reg;
`else
                last_reg <= last[from];
`endif
`ifdef FAULT_BIT // the last input loses a bit of all but first flits
                if (busy_reg && from == BITS'(N - 1))
                    data_reg[WIDTH-1] <= 0;
`endif
                if (last[from])
                    turn_reg <= from == BITS'(N - 1) ? '0 : from + 1'b1;
            end
        end
endmodule
