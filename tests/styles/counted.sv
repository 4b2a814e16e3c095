// A frame queue that counts: frames inside, frames passed since the reset; the valid waits until a frame is whole.
module counted #(parameter int W = 8) (
    input  logic aclk, aresetn,
    input  logic [W-1:0] s_tdata, input logic s_tlast, s_tvalid, output logic s_tready,
    output logic [W-1:0] m_tdata, output logic m_tlast, m_tvalid, input logic m_tready,
    output logic [3:0] frames, output logic [7:0] passed
);
    logic [W:0] mem [16];
    logic [4:0] wr, rd;
    wire full = wr[3:0] == rd[3:0] && wr[4] != rd[4];
    wire s_take = s_tvalid && s_tready, m_take = m_tvalid && m_tready;
    assign s_tready = !full && frames != 4'd15;
    assign m_tvalid = frames != 0;
    assign {m_tlast, m_tdata} = mem[rd[3:0]];
    always_ff @(posedge aclk) begin
        if (s_take) begin
            mem[wr[3:0]] <= {s_tlast, s_tdata};
            wr <= wr + 1'b1;
        end
        if (m_take) rd <= rd + 1'b1;
        frames <= frames + 4'(s_take && s_tlast) - 4'(m_take && m_tlast);
        passed <= passed + 8'(m_take && m_tlast);
        if (!aresetn) begin
            wr <= '0;
            rd <= '0;
            frames <= '0;
            passed <= '0;
        end
    end
endmodule
