// A stop of a ring. What is on the ring goes first; a stop puts something in only when two places of its queue are free, so that the ring
// never fills up. Cells of one flit say which stop they are for.
module ring_stop #(parameter int ME = 1, parameter int W = 14, parameter int LOG = 2) (
    input  logic clk, reset_n,
    input  logic ring_v, output logic ring_r, input logic [W-1:0] ring_d, input logic [3:0] ring_to,
    input  logic local_v, output logic local_r, input logic [W-1:0] local_d, input logic [3:0] local_to,
    output logic next_v, input logic next_r, output logic [W-1:0] next_d, output logic [3:0] next_to,
    output logic here_v, input logic here_r, output logic [W-1:0] here_d, output logic [3:0] here_to
);
    localparam int PLACES = 1 << LOG;
    typedef struct packed {
        logic [3:0] to;
        logic [W-1:0] d;
    } cell_t;
    typedef struct packed {
        logic [LOG:0] rd, wr;
    } pointers_t;
    cell_t queue [PLACES];
    pointers_t at;
    cell_t mine_q;
    logic mine_full;

    wire [LOG:0] used = at.wr - at.rd;
    wire stays = ring_to == 4'(ME);
    wire through = ring_v && !stays && ring_r;
    wire leaves = ring_v && stays && ring_r;
    wire joins = local_v && local_r && local_to != 4'(ME);
    wire returns = local_v && local_r && local_to == 4'(ME);
    wire here_room = !mine_full || here_r;

    assign ring_r = stays ? here_room : used != (LOG + 1)'(PLACES);
    always_comb begin
        local_r = 1'b0;
        if (local_to == 4'(ME)) local_r = here_room && !(ring_v && stays);
        else if (!(ring_v && !stays)) local_r = used < (LOG + 1)'(PLACES - 1);
    end
    assign next_v = used != 0;
    assign {next_to, next_d} = queue[at.rd[LOG-1:0]];
    assign here_v = mine_full;
    assign here_d = mine_q.d;
    assign here_to = mine_q.to;

    always_ff @(posedge clk)
        if (!reset_n) begin
            at <= '0;
            mine_full <= 1'b0;
        end else begin
            if (through || joins) begin
                queue[at.wr[LOG-1:0]] <= through ? {ring_to, ring_d} : {local_to, local_d};
                at.wr <= at.wr + 1'b1;
            end
            if (next_v && next_r) at.rd <= at.rd + 1'b1;
            if (leaves || returns) begin
                mine_q <= leaves ? {ring_to, ring_d} : {local_to, local_d};
                mine_full <= 1'b1;
            end else if (here_r) mine_full <= 1'b0;
        end
endmodule
