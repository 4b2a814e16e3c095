// Wormhole switch: a queue at each input; each output scans the inputs from the one behind the last winner on, and keeps
// the one it found until the packet is through. The lower bits of the first flit are the output.
module wormhole #(
    parameter PORTS = 3,
    parameter WIDTH = 16,
    parameter DEPTH = 4
) (
    input  wire                   clk,
    input  wire                   rst,
    input  wire [PORTS-1:0]       in_valid,
    output wire [PORTS-1:0]       in_ready,
    input  wire [PORTS*WIDTH-1:0] in_data,
    input  wire [PORTS-1:0]       in_last,
    output reg  [PORTS-1:0]       out_valid,
    input  wire [PORTS-1:0]       out_ready,
    output reg  [PORTS*WIDTH-1:0] out_data,
    output reg  [PORTS-1:0]       out_last
);
    localparam AW = $clog2(DEPTH), PW = $clog2(PORTS);

    wire [PORTS-1:0]       head_valid, head_last;
    wire [PORTS*WIDTH-1:0] head_data;
    reg  [PORTS-1:0]       pop, inside_of, locked, found;
    reg  [PORTS*PW-1:0]    owner, pick;

    genvar g;
    generate
        for (g = 0; g < PORTS; g = g + 1) begin : queue
            reg [WIDTH:0]  mem [0:DEPTH-1];
            reg [AW-1:0]   rd, wr;
            reg [AW:0]     fill;
            wire           push = in_valid[g] && in_ready[g];

            assign in_ready[g] = fill != DEPTH;
            assign head_valid[g] = fill != 0;
            assign {head_last[g], head_data[g*WIDTH +: WIDTH]} = mem[rd];

            always @(posedge clk) begin
                if (push) begin
                    mem[wr] <= {in_last[g], in_data[g*WIDTH +: WIDTH]};
                    wr <= wr == DEPTH - 1 ? {AW{1'b0}} : wr + 1'b1;
                end
                if (pop[g]) rd <= rd == DEPTH - 1 ? {AW{1'b0}} : rd + 1'b1;
                fill <= fill + push - pop[g];
                if (rst) begin
                    rd <= 0;
                    wr <= 0;
                    fill <= 0;
                end
            end
        end
    endgenerate

    integer o, i;
    always @* begin
        inside_of = 0;
        for (o = 0; o < PORTS; o = o + 1)
            if (locked[o]) inside_of[owner[o*PW +: PW]] = 1;
    end

    integer to, from, step;
    always @* begin
        pop = 0;
        out_valid = 0;
        out_last = 0;
        out_data = 0;
        found = locked;
        pick = owner;
        for (to = 0; to < PORTS; to = to + 1) begin
            for (step = 1; step <= PORTS; step = step + 1) begin
                from = (owner[to*PW +: PW] + step) % PORTS;
                if (!found[to] && head_valid[from] && !inside_of[from] && head_data[from*WIDTH +: PW] == to) begin
                    found[to] = 1;
                    pick[to*PW +: PW] = from;
                end
            end
            from = pick[to*PW +: PW];
            if (found[to]) begin
                out_valid[to] = head_valid[from];
                out_last[to] = head_last[from];
                out_data[to*WIDTH +: WIDTH] = head_data[from*WIDTH +: WIDTH];
                if (head_valid[from] && out_ready[to]) pop[from] = 1;
            end
        end
    end

    always @(posedge clk) begin
        owner <= pick;
        for (i = 0; i < PORTS; i = i + 1)
            locked[i] <= found[i] && !(out_valid[i] && out_ready[i] && out_last[i]);
        if (rst) begin
            owner <= 0;
            locked <= 0;
        end
    end
endmodule
