// Words of four bytes from bytes; the last word of a packet may have fewer, which its keep says. A word waits until it is whole.
module upsizer #(parameter int RATIO = 4, localparam int OW = 8 * RATIO) (
    input  logic             aclk, aresetn,
    input  logic             s_tvalid, output logic s_tready, input logic [7:0] s_tdata, input logic s_tlast,
    output logic             m_tvalid, input  logic m_tready, output logic [OW-1:0] m_tdata, output logic [RATIO-1:0] m_tkeep, output logic m_tlast
);
    logic [$clog2(RATIO)-1:0] slot;
    assign s_tready = !m_tvalid || m_tready;
    always_ff @(posedge aclk) begin
        if (m_tready) m_tvalid <= 1'b0;
        if (s_tvalid && s_tready) begin
            m_tdata[8*slot +: 8] <= s_tdata;
            for (int k = 0; k < RATIO; k++)
                if (slot == 0 || k >= int'(slot)) m_tkeep[k] <= k == int'(slot);
            m_tlast  <= s_tlast;
            m_tvalid <= s_tlast || slot == $clog2(RATIO)'(RATIO - 1);
            slot     <= s_tlast || slot == $clog2(RATIO)'(RATIO - 1) ? '0 : slot + 1'b1;
        end
        if (!aresetn) begin
            m_tvalid <= 1'b0;
            slot     <= '0;
        end
    end
endmodule
