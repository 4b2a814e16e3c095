// Each packet goes to a set of outputs: by its mask (MODE 0), by a table (1), or to all outputs but that of its input's number (2).
// An input begins when all of its outputs are free. A packet for no output is dropped. WRONG: see run.sh.
module fan #(parameter INPUTS = 2, OUTPUTS = 3, MODE = 0, WRONG = 0) (
    input wire clk, input wire rst,
    input wire [INPUTS-1:0] s_valid, output reg [INPUTS-1:0] s_ready, input wire [12*INPUTS-1:0] s_data,
    input wire [INPUTS-1:0] s_last, input wire [3*INPUTS-1:0] s_to,
    output reg [OUTPUTS-1:0] m_valid, input wire [OUTPUTS-1:0] m_ready, output reg [12*OUTPUTS-1:0] m_data,
    output reg [OUTPUTS-1:0] m_last
);
    reg [INPUTS-1:0] active;
    reg [OUTPUTS-1:0] set [0:INPUTS-1], done [0:INPUTS-1], busy;
    reg [7:0] turn;
    integer i, k;

    function automatic [OUTPUTS-1:0] set_of;
        input integer from;
        input [2:0] to;
        begin
            if (MODE == 2) set_of = ~(1 << from);
            else if (MODE == 1) set_of = to[1:0] == 0 ? 3'b001 : to[1:0] == 1 ? 3'b110 : to[1:0] == 2 ? 3'b101 : 3'b111;
            else set_of = to;
            if (WRONG == 1 && set_of == 3'b111) set_of = 3'b011;
            if (WRONG == 2 && set_of == 3'b010) set_of = 3'b110;
            if (WRONG == 3 && set_of == 3'b000) set_of = 3'b001;
        end
    endfunction

    always @* begin
        m_valid = 0;
        m_data = 0;
        m_last = 0;
        busy = 0;
        for (i = 0; i < INPUTS; i = i + 1) begin
            s_ready[i] = active[i] && (~set[i] | done[i] | m_ready) == {OUTPUTS{1'b1}};
            if (active[i]) busy = busy | set[i];
            for (k = 0; k < OUTPUTS; k = k + 1)
                if (active[i] && set[i][k]) begin
                    m_valid[k] = s_valid[i] && !done[i][k];
                    m_data[12*k +: 12] = s_data[12*i +: 12] ^ (WRONG == 4 && k == 2 && done[i][0] ? 12'h400 : 12'h0);
                    m_last[k] = s_last[i];
                end
        end
    end
    always @(posedge clk)
        if (rst) begin
            active <= 0;
            turn <= 0;
            for (i = 0; i < INPUTS; i = i + 1) done[i] <= 0;
        end else begin
            turn <= turn == INPUTS - 1 ? 0 : turn + 1;
            for (i = 0; i < INPUTS; i = i + 1)
                if (active[i] && s_valid[i]) begin
                    done[i] <= s_ready[i] ? 0 : done[i] | set[i] & m_ready & (WRONG == 5 ? 3'b110 : 3'b111);
                    if (s_ready[i] && s_last[i]) active[i] <= 0;
                end
            if (!active[turn] && s_valid[turn] && (set_of(turn, s_to[3*turn +: 3]) & busy) == 0) begin
                active[turn] <= 1;
                set[turn] <= set_of(turn, s_to[3*turn +: 3]);
            end
        end
endmodule
