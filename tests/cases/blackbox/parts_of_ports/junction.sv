// A switch of two inputs and two outputs whose ports are unpacked arrays of structures, with a structure in them, and packed arrays of
// structures that count upwards. WRONG: 1 exchanges two members, 2 leaves out a bit of the last port, 3 loses flits with a tag.
package junction_pkg;
    typedef struct packed {
        logic last;
        logic [0:2] tag;
    } head_t;
    typedef struct packed {
        head_t head;
        logic to;
        logic [1:0][7:0] bytes;
    } flit_t;
    typedef struct packed {
        logic valid;
        logic [3:0] unused;
    } link_t;
endpackage
module junction
    import junction_pkg::*;
#(
    parameter WRONG = 0,
    parameter type spare_t = logic
) (
    input logic clk, rst_n,
    input flit_t in_flit[2],
    input link_t [0:1] in_link,
    output logic in_ready[1:0],
    output flit_t out_flit[2],
    output link_t [0:1] out_link,
    input logic out_ready[1:0],
    output spare_t spare
);
    // An output is held by an input from the first flit of a packet to the last.
    logic [1:0] held, by, wants[2];
    assign spare = '0;
    for (genvar o = 0; o < 2; o++) begin : output_port
        wire wants0 = in_link[0].valid && (held[o] ? by[o] == 0 : go[0] == o);
        wire wants1 = in_link[1].valid && (held[o] ? by[o] == 1 : go[1] == o);
        wire from = held[o] ? by[o] : !wants0;
        flit_t flit;
        assign flit = from ? in_flit[1] : in_flit[0];
        wire lost = WRONG == 3 && flit.head.tag == 3'd5 && flit.bytes[0] == 8'h3c;
        assign out_link[o] = '{valid: (from ? wants1 : wants0) && !lost && rst_n, unused: 0};
        assign take[o] = rst_n && (from ? wants1 : wants0) && (out_ready[o] || lost);
        assign who[o] = from;
        always_comb begin
            out_flit[o] = flit;
            if (WRONG == 1) {out_flit[o].bytes[0], out_flit[o].bytes[1]} = flit.bytes;
            if (WRONG == 1) {out_flit[o].bytes[1], out_flit[o].bytes[0]} = {flit.bytes[0], flit.bytes[1]};
            if (WRONG == 2 && o == 1) out_flit[o].head.tag[2] = 0;
        end
        always_ff @(posedge clk)
            if (!rst_n) held[o] <= 0;
            else if (take[o]) held[o] <= !flit.head.last;
            else if (out_link[o].valid) held[o] <= 1;
        always_ff @(posedge clk)
            by[o] <= from;
    end
    // Where the packet of an input goes: its first flit says so.
    logic [1:0] take, who, amid, kept;
    wire [1:0] go = {amid[1] ? kept[1] : in_flit[1].to, amid[0] ? kept[0] : in_flit[0].to};
    for (genvar i = 0; i < 2; i++) begin : input_port
        assign in_ready[i] = take[go[i]] && who[go[i]] == i;
        always_ff @(posedge clk) begin
            if (!rst_n) amid[i] <= 0;
            else if (in_link[i].valid && in_ready[i]) amid[i] <= !in_flit[i].head.last;
            if (!amid[i]) kept[i] <= in_flit[i].to;
        end
    end
endmodule
