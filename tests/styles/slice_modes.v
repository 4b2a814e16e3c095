// A register slice as verilog-axis has it: REG_TYPE 0 is wires, 1 a register with bubbles, 2 a skid buffer.
module slice_modes #(parameter DW = 16, parameter REG_TYPE = 2) (
    input clk, input rst,
    input [DW-1:0] s_axis_tdata, input [DW/8-1:0] s_axis_tkeep, input s_axis_tvalid, output s_axis_tready, input s_axis_tlast, input [2:0] s_axis_tuser,
    output [DW-1:0] m_axis_tdata, output [DW/8-1:0] m_axis_tkeep, output m_axis_tvalid, input m_axis_tready, output m_axis_tlast, output [2:0] m_axis_tuser
);
    localparam W = DW + DW/8 + 4;
    wire [W-1:0] s = {s_axis_tuser, s_axis_tlast, s_axis_tkeep, s_axis_tdata};
    wire [W-1:0] m;
    assign {m_axis_tuser, m_axis_tlast, m_axis_tkeep, m_axis_tdata} = m;
    generate
        if (REG_TYPE == 0) begin : wires
            assign m = s;
            assign m_axis_tvalid = s_axis_tvalid;
            assign s_axis_tready = m_axis_tready;
        end else if (REG_TYPE == 1) begin : bubbles
            reg [W-1:0] word = 0;
            reg ready = 0, valid = 0;
            assign m = word;
            assign m_axis_tvalid = valid;
            assign s_axis_tready = ready;
            wire valid_next = ready ? s_axis_tvalid | (valid & !m_axis_tready) : valid & !m_axis_tready;
            always @(posedge clk) begin
                ready <= !valid_next;
                valid <= valid_next;
                if (ready && s_axis_tvalid) word <= s;
                if (rst) {ready, valid} <= 0;
            end
        end else begin : skid
            reg [W-1:0] word = 0, temp = 0;
            reg ready = 0, valid = 0, temp_valid = 0;
            assign m = word;
            assign m_axis_tvalid = valid;
            assign s_axis_tready = ready;
            always @(posedge clk) begin
                ready <= m_axis_tready || (!temp_valid && (!valid || !(s_axis_tvalid && ready)));
                if (ready) begin
                    if (m_axis_tready || !valid) {valid, word} <= {s_axis_tvalid, s};
                    else {temp_valid, temp} <= {s_axis_tvalid, s};
                end else if (m_axis_tready) begin
                    {valid, word} <= {temp_valid, temp};
                    temp_valid <= 0;
                end
                if (rst) {ready, valid, temp_valid} <= 0;
            end
        end
    endgenerate
endmodule
