// A register slice of half the bandwidth: one place, which takes a word or gives one, never both in a cycle. No path from ready to ready.
module half_slice #(parameter DATA_WIDTH = 8, USER_WIDTH = 1) (
    input  wire                   clk,
    input  wire                   rst,
    input  wire [DATA_WIDTH-1:0]  s_axis_tdata,
    input  wire                   s_axis_tvalid,
    output wire                   s_axis_tready,
    input  wire                   s_axis_tlast,
    input  wire [USER_WIDTH-1:0]  s_axis_tuser,
    output wire [DATA_WIDTH-1:0]  m_axis_tdata,
    output wire                   m_axis_tvalid,
    input  wire                   m_axis_tready,
    output wire                   m_axis_tlast,
    output wire [USER_WIDTH-1:0]  m_axis_tuser
);
    reg [DATA_WIDTH-1:0] m_axis_tdata_reg  = {DATA_WIDTH{1'b0}};
    reg                  m_axis_tvalid_reg = 1'b0, s_axis_tready_reg = 1'b0;
    reg                  m_axis_tlast_reg  = 1'b0;
    reg [USER_WIDTH-1:0] m_axis_tuser_reg  = {USER_WIDTH{1'b0}};

    assign s_axis_tready = s_axis_tready_reg;
    assign {m_axis_tdata, m_axis_tvalid, m_axis_tlast, m_axis_tuser} = {m_axis_tdata_reg, m_axis_tvalid_reg, m_axis_tlast_reg, m_axis_tuser_reg};

    wire s_axis_tready_early = !m_axis_tvalid_next;
    reg  m_axis_tvalid_next, store;

    always @* begin
        m_axis_tvalid_next = m_axis_tvalid_reg;
        store = 1'b0;
        if (s_axis_tready_reg) begin
            m_axis_tvalid_next = s_axis_tvalid;
            store = 1'b1;
        end else if (m_axis_tready) begin
            m_axis_tvalid_next = 1'b0;
        end
    end

    always @(posedge clk) begin
        s_axis_tready_reg <= s_axis_tready_early;
        m_axis_tvalid_reg <= m_axis_tvalid_next;
        if (store) begin
            m_axis_tdata_reg <= s_axis_tdata;
            m_axis_tlast_reg <= s_axis_tlast;
            m_axis_tuser_reg <= s_axis_tuser;
        end
        if (rst) begin
            s_axis_tready_reg <= 1'b0;
            m_axis_tvalid_reg <= 1'b0;
        end
    end
endmodule
