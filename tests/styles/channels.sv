// Ports as SystemVerilog interfaces with modports, behind a wrapper that has pins. Inside, each output serves one input after the other.
interface stream_if #(parameter int W = 8);
    logic valid, ready, last;
    logic [W-1:0] data;
    logic [1:0] dest;
    modport source(output valid, last, data, dest, input ready);
    modport sink(input valid, last, data, dest, output ready);
endinterface

module channel_slice #(parameter int W = 8) (input logic clk, input logic rst, stream_if.sink s, stream_if.source m);
    always_ff @(posedge clk)
        if (rst) m.valid <= 1'b0;
        else if (s.ready) m.valid <= s.valid;
    always_ff @(posedge clk)
        if (s.ready) begin
            m.data <= s.data;
            m.last <= s.last;
            m.dest <= s.dest;
        end
    assign s.ready = !m.valid || m.ready;
endmodule

module channel_core #(parameter int W = 8) (input logic clk, input logic rst, stream_if.sink a, stream_if.sink b, stream_if.source x, stream_if.source y);
    logic [1:0] busy, side;              // of outputs: within a packet, of which input
    logic [1:0] use_a, use_b;
    always_comb
        for (int o = 0; o < 2; o++) begin
            use_a[o] = a.valid && a.dest == 2'(o) && (busy[o] ? !side[o] : !(b.valid && b.dest == 2'(o) && !side[o]));
            use_b[o] = b.valid && b.dest == 2'(o) && (busy[o] ? side[o] : !use_a[o]);
        end
    assign x.valid = use_a[0] || use_b[0];
    assign y.valid = use_a[1] || use_b[1];
    assign {x.last, x.data, x.dest} = use_b[0] ? {b.last, b.data, b.dest} : {a.last, a.data, a.dest};
    assign {y.last, y.data, y.dest} = use_b[1] ? {b.last, b.data, b.dest} : {a.last, a.data, a.dest};
    assign a.ready = (use_a[0] && x.ready) || (use_a[1] && y.ready);
    assign b.ready = (use_b[0] && x.ready) || (use_b[1] && y.ready);
    always_ff @(posedge clk)
        if (rst) {busy, side} <= '0;
        else begin
            if (x.valid) {busy[0], side[0]} <= {!(x.ready && x.last), use_b[0]};
            if (y.valid) {busy[1], side[1]} <= {!(y.ready && y.last), use_b[1]};
        end
endmodule

module channels #(parameter int W = 8) (
    input  logic clk, rst,
    input  logic [1:0] s_valid, output logic [1:0] s_ready, input logic [1:0][W-1:0] s_data, input logic [1:0] s_last, input logic [1:0][1:0] s_dest,
    output logic [1:0] m_valid, input logic [1:0] m_ready, output logic [1:0][W-1:0] m_data, output logic [1:0] m_last, output logic [1:0][1:0] m_dest
);
    stream_if #(.W(W)) in [2] ();
    stream_if #(.W(W)) mid [2] ();
    stream_if #(.W(W)) out [2] ();
    for (genvar i = 0; i < 2; i++) begin : pins
        assign in[i].valid = s_valid[i];
        assign in[i].data = s_data[i];
        assign in[i].last = s_last[i];
        assign in[i].dest = s_dest[i];
        assign s_ready[i] = in[i].ready;
        assign m_valid[i] = out[i].valid;
        assign m_data[i] = out[i].data;
        assign m_last[i] = out[i].last;
        assign m_dest[i] = out[i].dest;
        assign out[i].ready = m_ready[i];
        channel_slice #(.W(W)) slice (.clk(clk), .rst(rst), .s(in[i]), .m(mid[i]));
    end
    channel_core #(.W(W)) core (.clk(clk), .rst(rst), .a(mid[0]), .b(mid[1]), .x(out[0]), .y(out[1]));
endmodule
