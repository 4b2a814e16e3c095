// A mux of frames whose header comes beside the payload, as Ethernet modules have it; one header register, the payload goes through.
`default_nettype none
module eth_hdr #(parameter S_COUNT = 2) (
    input  wire                  clk,
    input  wire                  rst,
    input  wire [S_COUNT-1:0]    s_eth_hdr_valid,
    output wire [S_COUNT-1:0]    s_eth_hdr_ready,
    input  wire [S_COUNT*48-1:0] s_eth_dest_mac,
    input  wire [S_COUNT*16-1:0] s_eth_type,
    input  wire [S_COUNT*8-1:0]  s_eth_payload_axis_tdata,
    input  wire [S_COUNT-1:0]    s_eth_payload_axis_tvalid,
    output wire [S_COUNT-1:0]    s_eth_payload_axis_tready,
    input  wire [S_COUNT-1:0]    s_eth_payload_axis_tlast,
    output reg                   m_eth_hdr_valid,
    input  wire                  m_eth_hdr_ready,
    output reg  [47:0]           m_eth_dest_mac,
    output reg  [15:0]           m_eth_type,
    output wire [7:0]            m_eth_payload_axis_tdata,
    output wire                  m_eth_payload_axis_tvalid,
    input  wire                  m_eth_payload_axis_tready,
    output wire                  m_eth_payload_axis_tlast
);
    localparam CL = S_COUNT > 1 ? $clog2(S_COUNT) : 1;
    reg [CL-1:0] select_reg;
    reg          frame_reg;
    wire         start = !frame_reg && !m_eth_hdr_valid && s_eth_hdr_valid[select_reg];
    wire         done  = m_eth_payload_axis_tvalid && m_eth_payload_axis_tready && m_eth_payload_axis_tlast;

    assign s_eth_hdr_ready = start << select_reg;
    assign s_eth_payload_axis_tready = (frame_reg && m_eth_payload_axis_tready) << select_reg;
    assign m_eth_payload_axis_tdata  = s_eth_payload_axis_tdata[select_reg*8 +: 8];
    assign m_eth_payload_axis_tvalid = frame_reg && s_eth_payload_axis_tvalid[select_reg];
    assign m_eth_payload_axis_tlast  = s_eth_payload_axis_tlast[select_reg];

    always @(posedge clk) begin
        if (m_eth_hdr_ready) m_eth_hdr_valid <= 1'b0;
        if (start) begin
            m_eth_hdr_valid <= 1'b1;
            m_eth_dest_mac  <= s_eth_dest_mac[select_reg*48 +: 48];
            m_eth_type      <= s_eth_type[select_reg*16 +: 16];
            frame_reg       <= 1'b1;
        end
        if (done) frame_reg <= 1'b0;
        if (done || (!frame_reg && !start)) select_reg <= select_reg == S_COUNT - 1 ? 0 : select_reg + 1;
        if (rst) begin
            m_eth_hdr_valid <= 1'b0;
            frame_reg       <= 1'b0;
            select_reg      <= 0;
        end
    end
endmodule
`default_nettype wire
