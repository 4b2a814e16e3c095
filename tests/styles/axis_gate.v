// Four streams into one in the manner of verilog-axis: select is looked at between frames, enable lets them in, and an output register with a
// temporary one behind it keeps ready a register.
module axis_gate #(parameter S = 4, parameter DW = 8, parameter CL = 2) (
    input wire clk, input wire rst,
    input wire [S*DW-1:0] s_axis_tdata, input wire [S-1:0] s_axis_tvalid, output wire [S-1:0] s_axis_tready, input wire [S-1:0] s_axis_tlast,
    output wire [DW-1:0] m_axis_tdata, output wire m_axis_tvalid, input wire m_axis_tready, output wire m_axis_tlast,
    input wire enable, input wire [CL-1:0] select
);
    reg [CL-1:0] select_reg = 0, select_next;
    reg frame_reg = 0, frame_next;
    reg [S-1:0] ready_reg = 0, ready_next;
    reg [DW-1:0] data_int;
    reg valid_int, last_int, ready_int_reg = 0;
    wire ready_int_early;
    assign s_axis_tready = ready_reg;
    wire [DW-1:0] cur_data = s_axis_tdata[select_reg*DW +: DW];
    wire cur_valid = s_axis_tvalid[select_reg];
    wire cur_ready = s_axis_tready[select_reg];
    wire cur_last = s_axis_tlast[select_reg];
    always @* begin
        select_next = select_reg;
        frame_next = frame_reg;
        ready_next = 0;
        if (cur_valid & cur_ready) if (cur_last) frame_next = 1'b0;
        if (!frame_reg && enable && (s_axis_tvalid & (1 << select))) begin
            frame_next = 1'b1;
            select_next = select;
        end
        ready_next = (ready_int_early && frame_next) << select_next;
        data_int = cur_data;
        valid_int = cur_valid && cur_ready && frame_reg;
        last_int = cur_last;
    end
    always @(posedge clk) begin
        select_reg <= select_next;
        frame_reg <= frame_next;
        ready_reg <= ready_next;
        if (rst) begin
            select_reg <= 0;
            frame_reg <= 0;
            ready_reg <= 0;
        end
    end
    reg [DW-1:0] out_data = 0, temp_data = 0;
    reg out_valid = 0, out_last = 0, temp_valid = 0, temp_last = 0;
    assign m_axis_tdata = out_data;
    assign m_axis_tvalid = out_valid;
    assign m_axis_tlast = out_last;
    assign ready_int_early = m_axis_tready || (!temp_valid && (!out_valid || !valid_int));
    always @(posedge clk) begin
        ready_int_reg <= ready_int_early;
        if (ready_int_reg) begin
            if (m_axis_tready || !out_valid) begin
                {out_valid, out_last, out_data} <= {valid_int, last_int, data_int};
            end else begin
                {temp_valid, temp_last, temp_data} <= {valid_int, last_int, data_int};
            end
        end else if (m_axis_tready) begin
            {out_valid, out_last, out_data} <= {temp_valid, temp_last, temp_data};
            temp_valid <= 1'b0;
        end
        if (rst) begin
            ready_int_reg <= 0;
            out_valid <= 0;
            temp_valid <= 0;
        end
    end
endmodule
