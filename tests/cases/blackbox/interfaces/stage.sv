// One stage between two interfaces, which have clock and reset, and an enable that is at a constant. The second module has an
// interface without a modport.
package stage_types;
    typedef struct packed {
        logic [7:0] data;
        logic       last;
    } flit_t;
endpackage

interface flit_if(input logic clk, input logic rst_n, input logic en);
    stage_types::flit_t flit;
    logic               valid;
    logic               ready;
    modport to(input clk, rst_n, en, flit, valid, output ready);
    modport from(input clk, rst_n, en, ready, output flit, valid);
endinterface

module stage(flit_if.to in, flit_if.from out);
    stage_types::flit_t flit_reg;
    logic               full_reg;
    assign in.ready = in.en && (!full_reg || out.ready);
    assign out.valid = full_reg;
    assign out.flit = flit_reg;
    always_ff @(posedge in.clk)
        if (!in.rst_n)
            full_reg <= 0;
        else begin
            full_reg <= (full_reg && !out.ready) || (in.valid && in.ready);
            if (in.valid && in.ready)
                flit_reg <= in.flit;
        end
endmodule

interface word_if #(parameter int WIDTH = 8);
    logic             valid;
    logic             ready;
    logic [WIDTH-1:0] data;
endinterface

module wires(input logic clk, input logic rst, word_if in, word_if out);
    assign in.ready = out.ready;
    assign out.valid = in.valid;
    assign out.data = in.data;
endmodule
