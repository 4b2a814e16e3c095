// Longest prefix of six bits, of which a casez is the table; a packet says its length in its first flit. One flit is kept at each output.
module prefix #(parameter int INPUTS = 2, parameter int W = 32, localparam int OUTPUTS = 4) (
    input  logic clk, rst,
    input  logic [INPUTS-1:0] req, output logic [INPUTS-1:0] ack, input logic [INPUTS-1:0][W-1:0] word,
    output logic [OUTPUTS-1:0] oreq, input logic [OUTPUTS-1:0] oack, output logic [OUTPUTS-1:0][W-1:0] oword
);
    function automatic logic [1:0] lookup(input logic [5:0] address);
        casez (address)
            6'b1?????: return 2'd0;
            6'b01????: return 2'd1;
            6'b0011??: return 2'd3;
            6'b00????: return 2'd2;
            default:   return 2'd0;
        endcase
    endfunction

    logic [INPUTS-1:0][3:0] left;        // flits that follow the one that is there; counted down
    logic [INPUTS-1:0] first;
    logic [INPUTS-1:0][1:0] kept, to;
    logic [INPUTS-1:0] final_;
    logic [OUTPUTS-1:0] busy;
    logic [OUTPUTS-1:0][INPUTS-1:0] owner, grant;

    always_comb
        for (int i = 0; i < INPUTS; i++) begin
            to[i] = first[i] ? lookup(word[i][5:0]) : kept[i];
            final_[i] = first[i] ? word[i][9:6] == 0 : left[i] == 1;
        end
    always_comb begin
        grant = '0;
        ack = '0;
        for (int o = 0; o < OUTPUTS; o++) begin
            logic taken;
            taken = 1'b0;
            for (int i = INPUTS - 1; i >= 0; i--)
                if (!taken && req[i] && to[i] == o && (busy[o] ? owner[o][i] : first[i])) begin
                    taken = 1'b1;
                    grant[o][i] = 1'b1;
                    ack[i] = !oreq[o] || oack[o];
                end
        end
    end
    always_ff @(posedge clk) begin
        for (int o = 0; o < OUTPUTS; o++)
            if (!oreq[o] || oack[o]) begin
                oreq[o] <= |grant[o];
                for (int i = 0; i < INPUTS; i++)
                    if (grant[o][i]) begin
                        oword[o] <= word[i];
                        busy[o] <= !final_[i];
                        owner[o] <= grant[o];
                    end
            end
        for (int i = 0; i < INPUTS; i++)
            if (req[i] && ack[i]) begin
                first[i] <= final_[i];
                kept[i] <= to[i];
                left[i] <= first[i] ? word[i][9:6] : left[i] - 1'b1;
            end
        if (rst) begin
            oreq <= '0;
            busy <= '0;
            first <= '1;
        end
    end
endmodule
