// Keeps whole frames; a frame whose last word is marked bad, and one that finds no room, is forgotten as if it had never come.
module bad_frame #(parameter ADDR_WIDTH = 4) (
    input wire clk, rst,
    input wire [7:0] s_tdata, input wire s_tvalid, output wire s_tready, input wire s_tlast, input wire s_tuser,
    output wire [7:0] m_tdata, output wire m_tvalid, input wire m_tready, output wire m_tlast,
    output reg status_overflow, output reg status_bad_frame, output reg status_good_frame
);
    reg [8:0] mem [(1<<ADDR_WIDTH)-1:0];
    reg [ADDR_WIDTH:0] wr_ptr = 0, wr_ptr_cur = 0, rd_ptr = 0;
    reg drop_frame = 0;
    wire full_cur = wr_ptr_cur == (rd_ptr ^ {1'b1, {ADDR_WIDTH{1'b0}}});
    assign s_tready = 1'b1;
    assign m_tvalid = wr_ptr != rd_ptr;
    assign {m_tlast, m_tdata} = mem[rd_ptr[ADDR_WIDTH-1:0]];
    always @(posedge clk) begin
        status_overflow <= 0; status_bad_frame <= 0; status_good_frame <= 0;
        if (s_tvalid) begin
            if (full_cur || drop_frame) begin
                drop_frame <= !s_tlast;
                if (s_tlast) begin
                    wr_ptr_cur <= wr_ptr;
                    status_overflow <= 1;
                end
            end else begin
                mem[wr_ptr_cur[ADDR_WIDTH-1:0]] <= {s_tlast, s_tdata};
                wr_ptr_cur <= wr_ptr_cur + 1;
                if (s_tlast && s_tuser) begin
                    wr_ptr_cur <= wr_ptr;
                    status_bad_frame <= 1;
                end else if (s_tlast) begin
                    wr_ptr <= wr_ptr_cur + 1;
                    status_good_frame <= 1;
                end
            end
        end
        if (m_tvalid && m_tready) rd_ptr <= rd_ptr + 1;
        if (rst) begin
            wr_ptr <= 0; wr_ptr_cur <= 0; rd_ptr <= 0; drop_frame <= 0;
            status_overflow <= 0; status_bad_frame <= 0; status_good_frame <= 0;
        end
    end
endmodule
