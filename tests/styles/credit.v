// Credits on both sides; a flit's first two bits say what it is: 01 first, 00 within, 10 last, 11 alone. Inputs have a queue of as many
// flits as they gave credits for.
module credit #(parameter PORTS = 3, parameter DEPTH = 4, parameter OUT_DEPTH = 3, parameter DATA = 16) (
    input wire clk, input wire reset,
    input wire [PORTS-1:0] in_valid, input wire [PORTS*(DATA+2)-1:0] in_flit, output reg [PORTS-1:0] in_credit,
    output reg [PORTS-1:0] out_valid, output reg [PORTS*(DATA+2)-1:0] out_flit, input wire [PORTS-1:0] out_credit
);
    localparam F = DATA + 2;
    reg [F-1:0] store [0:PORTS*DEPTH-1];
    reg [7:0] rd [0:PORTS-1], wr [0:PORTS-1], fill [0:PORTS-1];
    reg [7:0] credits [0:PORTS-1];
    reg [7:0] owner [0:PORTS-1];         // of an output: input + 1, 0: nobody
    reg [7:0] last_owner [0:PORTS-1];
    reg [PORTS-1:0] amid;                // inputs whose first flit is gone
    reg [PORTS-1:0] pop, sends;
    reg [F-1:0] head;
    integer i, o, k, who;

    // All in one block, with blocking assignments; what leaves the block is a register.
    always @(posedge clk)
        if (reset) begin
            for (i = 0; i < PORTS; i = i + 1) begin
                rd[i] = 0;
                wr[i] = 0;
                fill[i] = 0;
                credits[i] = OUT_DEPTH;
                owner[i] = 0;
                last_owner[i] = 0;
            end
            amid = 0;
            in_credit <= 0;
            out_valid <= 0;
        end else begin
            pop = 0;
            sends = 0;
            for (o = 0; o < PORTS; o = o + 1) begin
                for (k = 1; k <= PORTS; k = k + 1) begin
                    who = (last_owner[o] + k) % PORTS;
                    head = store[who * DEPTH + rd[who]];
                    if (owner[o] == 0 && fill[who] != 0 && !amid[who] && !pop[who] && head[F-2] && head[3:0] == o) owner[o] = who + 1;
                end
                if (owner[o] != 0) begin
                    who = owner[o] - 1;
                    head = store[who * DEPTH + rd[who]];
                    if (fill[who] != 0 && credits[o] != 0 && !pop[who]) begin
                        out_flit[o*F +: F] <= head;
                        sends[o] = 1;
                        pop[who] = 1;
                        amid[who] = !head[F-1];
                        if (head[F-1]) begin
                            last_owner[o] = who;
                            owner[o] = 0;
                        end
                    end
                end
            end
            for (i = 0; i < PORTS; i = i + 1) begin
                if (in_valid[i]) begin
                    store[i * DEPTH + wr[i]] = in_flit[i*F +: F];
                    wr[i] = wr[i] == DEPTH - 1 ? 0 : wr[i] + 1;
                end
                if (pop[i]) rd[i] = rd[i] == DEPTH - 1 ? 0 : rd[i] + 1;
                fill[i] = fill[i] + in_valid[i] - pop[i];
                credits[i] = credits[i] + out_credit[i] - sends[i];
            end
            in_credit <= pop;
            out_valid <= sends;
        end
endmodule
