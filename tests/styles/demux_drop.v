// One stream to one of M outputs, or to none: select and drop are looked at with the first flit of a frame.
module demux_drop #(parameter M = 4, parameter DW = 16, parameter CL = 2) (
    input wire clk, input wire rst,
    input wire [DW-1:0] s_tdata, input wire s_tvalid, output wire s_tready, input wire s_tlast,
    output wire [M*DW-1:0] m_tdata, output wire [M-1:0] m_tvalid, input wire [M-1:0] m_tready, output wire [M-1:0] m_tlast,
    input wire drop, input wire [CL-1:0] select
);
    reg [CL-1:0] to;
    reg amid, dropping, full;
    reg [CL-1:0] out_to;
    reg [DW:0] word;
    wire [CL-1:0] to_now = amid ? to : select;
    wire drop_now = amid ? dropping : drop;
    assign s_tready = !full || m_tready[out_to];
    assign m_tvalid = full ? {{M-1{1'b0}}, 1'b1} << out_to : {M{1'b0}};
    assign m_tdata = {M{word[DW-1:0]}};
    assign m_tlast = {M{word[DW]}};
    always @(posedge clk)
        if (rst) begin
            amid <= 0;
            full <= 0;
        end else if (s_tready) begin
            full <= s_tvalid && !drop_now;
            if (s_tvalid) begin
                word <= {s_tlast, s_tdata};
                out_to <= to_now;
                to <= to_now;
                dropping <= drop_now;
                amid <= !s_tlast;
            end
        end
endmodule
