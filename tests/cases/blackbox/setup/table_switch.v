// A switch of two inputs and two outputs that looks destinations up in a table, which APB writes.
module table_switch #(
    parameter WAIT = 0,     // cycles that a write waits for pready
    parameter WRONG = 0
) (
    input  wire        clk,
    input  wire        rst,
    input  wire        psel,
    input  wire        penable,
    input  wire        pwrite,
    input  wire [7:0]  paddr,
    input  wire [7:0]  pwdata,
    output wire        pready,
    input  wire [1:0]  s_valid,
    output wire [1:0]  s_ready,
    input  wire [31:0] s_data,
    input  wire [3:0]  s_dest,
    input  wire [1:0]  s_last,
    output reg  [1:0]  m_valid,
    input  wire [1:0]  m_ready,
    output reg  [31:0] m_data,
    output reg  [3:0]  m_dest,
    output reg  [1:0]  m_last
);
    reg [3:0] table_reg; // output of each destination
    reg       enabled;
    reg [2:0] waited;
    assign pready = psel && penable && waited == WAIT;
    always @(posedge clk)
        if (rst) begin
            table_reg <= 4'd0;
            enabled <= 1'b0;
            waited <= 3'd0;
        end else begin
            waited <= psel && penable && !pready ? waited + 3'd1 : 3'd0;
            if (pready && pwrite && paddr[7:4] == 4'd0) table_reg[paddr[1:0]] <= pwdata[0] ^ (WRONG == 1 && paddr[1:0] == 2'd2);
            if (pready && pwrite && paddr == 8'h10) enabled <= pwdata[0];
        end

    reg [1:0] owned, owner; // an output's packet, and the input it is from
    wire to0 = table_reg[s_dest[1:0]], to1 = table_reg[s_dest[3:2]];
    wire [1:0] go [0:1];
    genvar o;
    generate
        for (o = 0; o < 2; o = o + 1) begin : out
            wire ask0 = s_valid[0] && to0 == o && enabled, ask1 = s_valid[1] && to1 == o && enabled;
            wire pick = owned[o] ? owner[o] : !ask0;
            wire room = !m_valid[o] || m_ready[o];
            wire move = room && (pick ? ask1 : ask0);
            assign go[o] = move ? (pick ? 2'b10 : 2'b01) : 2'b00;
            always @(posedge clk)
                if (rst) begin
                    m_valid[o] <= 1'b0;
                    owned[o] <= 1'b0;
                    owner[o] <= 1'b0;
                end else begin
                    if (room) m_valid[o] <= move;
                    if (move) begin
                        m_data[16*o +: 16] <= pick ? s_data[31:16] : s_data[15:0];
                        m_dest[2*o +: 2] <= pick ? s_dest[3:2] : s_dest[1:0];
                        m_last[o] <= pick ? s_last[1] : s_last[0];
                        owned[o] <= !(pick ? s_last[1] : s_last[0]);
                        owner[o] <= pick;
                    end
                end
        end
    endgenerate
    assign s_ready = go[0] | go[1];
endmodule
