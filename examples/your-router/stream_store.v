// SPDX-License-Identifier: Apache-2.0
//
// Before each input of the switch for AXI4-Stream a queue that stores a packet before it is sent on, and drops it, whole, when it does not
// find room for all of it. Nobody waits for such an input.
//
// With one of the macros FAULT_... defined it is wrong, partly in ways that are not told from a drop at first sight: docs/reference/black-box.md.
`default_nettype none

module store_queue #(
    parameter WIDTH = 37,
    parameter DEPTH = 16 // flits, a power of two
) (
    input  wire             clk,
    input  wire             rst,
    input  wire             write,
    input  wire [WIDTH-1:0] in,
    input  wire             last,
    output wire             valid,
    output wire [WIDTH-1:0] front,
    input  wire             read
);
    localparam BITS = $clog2(DEPTH);

    reg [WIDTH-1:0] store [0:DEPTH-1];
    reg [BITS:0] head_reg, whole_reg, tail_reg; // whole packets lie between the first two
    reg drop_reg;                               // the packet that comes in does not find room
    wire full = head_reg[BITS-1:0] == tail_reg[BITS-1:0] && head_reg[BITS] != tail_reg[BITS];
`ifdef FAULT_LONG
    wire no_room = full || tail_reg - whole_reg >= DEPTH / 2; // long packets never find room
`else
    wire no_room = full;
`endif
    wire drop = drop_reg || no_room;

`ifdef FAULT_TWICE
    reg inside_reg; // another flit of a packet was sent before the front
    wire single = !inside_reg && front[WIDTH-5];
    wire stays = single && write && last; // a packet of one flit is sent again when another one has come in as it leaves
`else
    wire stays = 1'b0;
`endif
`ifdef FAULT_ORDER
    reg single_reg; // the packet before is of one flit
    wire swap = last && tail_reg == whole_reg && single_reg && tail_reg - head_reg > 1; // a packet of one flit overtakes that one
`else
    wire swap = 1'b0;
`endif
    wire [BITS:0] newest = tail_reg - 1'b1;

`ifdef FAULT_WAKE
    reg [4:0] asleep_reg; // a queue that was empty takes its time to wake up
    always @(posedge clk)
        if (rst || head_reg == whole_reg) asleep_reg <= 20;
        else if (asleep_reg != 0) asleep_reg <= asleep_reg - 1'b1;
    assign valid = head_reg != whole_reg && asleep_reg == 0;
`else
    assign valid = head_reg != whole_reg;
`endif
    assign front = store[head_reg[BITS-1:0]];

    always @(posedge clk) begin
        if (write && !drop) begin
            store[tail_reg[BITS-1:0]] <= swap ? store[newest[BITS-1:0]] : in;
            if (swap) store[newest[BITS-1:0]] <= in;
        end
        if (rst) begin
`ifndef FAULT_RESET // the packets that are stored stay there
            head_reg <= 0;
            whole_reg <= 0;
            tail_reg <= 0;
`endif
            drop_reg <= 0;
        end else begin
            if (read && !stays) head_reg <= head_reg + 1'b1;
            if (write) begin
                drop_reg <= drop && !last;
`ifdef FAULT_HALF
                if (!drop) tail_reg <= tail_reg + 1'b1;
                if (last) whole_reg <= tail_reg + {{BITS{1'b0}}, !drop}; // what found room is sent on without the rest
`else
                tail_reg <= drop && last ? whole_reg : tail_reg + {{BITS{1'b0}}, !drop};
                if (last && !drop) whole_reg <= tail_reg + 1'b1;
`endif
            end
        end
`ifdef FAULT_TWICE
        if (rst) inside_reg <= 0;
        else if (read) inside_reg <= !front[WIDTH-5];
`endif
`ifdef FAULT_ORDER
        if (write && last) single_reg <= tail_reg == whole_reg && !drop;
`endif
    end
`ifdef FAULT_RESET
    initial begin
        head_reg = 0;
        whole_reg = 0;
        tail_reg = 0;
    end
`endif
endmodule

module stream_store #(
    parameter INPUTS = 3,
    parameter OUTPUTS = 4,
    parameter WIDTH = 32,
    parameter DEPTH = 16
) (
    input  wire                     aclk,
    input  wire                     aresetn, // synchronous, active low
    input  wire [INPUTS-1:0]        s_tvalid,
    output wire [INPUTS-1:0]        s_tready,
    input  wire [INPUTS*WIDTH-1:0]  s_tdata,
    input  wire [INPUTS-1:0]        s_tlast,
    input  wire [INPUTS*4-1:0]      s_tdest,
    output wire [OUTPUTS-1:0]       m_tvalid,
    input  wire [OUTPUTS-1:0]       m_tready,
    output wire [OUTPUTS*WIDTH-1:0] m_tdata,
    output wire [OUTPUTS-1:0]       m_tlast,
    output wire [OUTPUTS*4-1:0]     m_tdest
);
    wire [INPUTS-1:0] valid, ready, last;
    wire [INPUTS*WIDTH-1:0] data;
    wire [INPUTS*4-1:0] dest;

    assign s_tready = {INPUTS{1'b1}};

    genvar i;
    generate
        for (i = 0; i < INPUTS; i = i + 1) begin : input_port
            store_queue #(.WIDTH(WIDTH + 5), .DEPTH(DEPTH)) queue (
                .clk(aclk), .rst(!aresetn), .write(s_tvalid[i]), .last(s_tlast[i]),
                .in({s_tdest[4*i +: 4], s_tlast[i], s_tdata[WIDTH*i +: WIDTH]}), .valid(valid[i]),
                .front({dest[4*i +: 4], last[i], data[WIDTH*i +: WIDTH]}), .read(valid[i] && ready[i]));
        end
    endgenerate

    stream_switch #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .WIDTH(WIDTH)) switch_core (
        .aclk(aclk), .aresetn(aresetn), .s_tvalid(valid), .s_tready(ready), .s_tdata(data), .s_tlast(last), .s_tdest(dest),
        .m_tvalid(m_tvalid), .m_tready(m_tready), .m_tdata(m_tdata), .m_tlast(m_tlast), .m_tdest(m_tdest));
endmodule

`default_nettype wire
