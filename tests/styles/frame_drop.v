// Frames are written at once and read when they are whole. One for which there is no room is dropped whole: input is always ready.
module frame_drop #(parameter LOG = 4, parameter W = 16) (
    input clk, input rst,
    input [W-1:0] s_tdata, input s_tvalid, output s_tready, input s_tlast,
    output [W-1:0] m_tdata, output m_tvalid, input m_tready, output m_tlast,
    output reg status_overflow, output reg status_good_frame
);
    reg [W:0] mem [0:(1<<LOG)-1];
    reg [LOG:0] wr, wr_cur, rd;
    reg dropping;
    wire full = wr_cur == (rd ^ {1'b1, {LOG{1'b0}}});
    assign s_tready = 1'b1;
    assign m_tvalid = wr != rd;
    assign {m_tlast, m_tdata} = mem[rd[LOG-1:0]];
    always @(posedge clk) begin
        status_overflow <= 0;
        status_good_frame <= 0;
        if (s_tvalid) begin
            if (full || dropping) begin
                dropping <= !s_tlast;
                if (s_tlast) begin
                    wr_cur <= wr;
                    status_overflow <= 1;
                end
            end else begin
                mem[wr_cur[LOG-1:0]] <= {s_tlast, s_tdata};
                wr_cur <= wr_cur + 1'b1;
                if (s_tlast) begin
                    wr <= wr_cur + 1'b1;
                    status_good_frame <= 1;
                end
            end
        end
        if (m_tvalid && m_tready) rd <= rd + 1'b1;
        if (rst) begin
            wr <= 0;
            wr_cur <= 0;
            rd <= 0;
            dropping <= 0;
            status_overflow <= 0;
            status_good_frame <= 0;
        end
    end
endmodule
