// SPDX-License-Identifier: Apache-2.0
//
// An output of a router in a proof: it takes flits when it likes, and checks what every flit promises.
`default_nettype none

module prove_sink #(
    parameter CREDITS = 0,            // 1: it gives credits back, 0: it has a ready
    parameter OPEN = 0,               // 1: it has neither, and takes each flit
    parameter STAYS = 1,              // 1: a valid stays until it is taken; 0: it is there only with ready
    parameter ALONE = 1,              // 1: it has one valid and one ready
    parameter VCS = 1,                // virtual channels, or values by which packets are mixed
    parameter VB = 1,
    parameter [8*VCS-1:0] DEPTH = 0,
    parameter FRAMING = 0,            // 0 last, 1 length, 2 type, 3 single
    parameter MAX = 4,
    parameter LB = 3,
    parameter BITS = 8
) (
    input wire clk,
    input wire rst,
    input wire drain,                 // it takes all
    input wire [VCS-1:0] pick_back,
    input wire [VCS-1:0] valid,
    input wire [BITS-1:0] flit,
    input wire a,                     // its colour
    input wire ignored,               // it is of a packet of which nothing is promised
    input wire says_last,
    input wire says_place,            // what the flit says of its place fits; with FRAMING 2
    input wire [LB-1:0] says_len,     // with FRAMING 1
    output wire [VCS-1:0] back,
    output wire [VB-1:0] vc,
    output wire fire,                 // a flit comes out
    output wire first,
    output wire last,
    output wire gives,                // a credit goes back
    output wire bad_frame,
    output wire bad_stable,
    output wire [BITS-1:0] bad_change,
    output wire bad_handshake,
    output reg bad_credit
);
    reg [VCS-1:0] in_packet = 0, is_a = 0;
    reg [VCS*LB-1:0] count = 0;        // flits that are to come, with FRAMING 1
    reg [8*VCS-1:0] held = 0;          // credits that are not back
    reg waited = 0;
    reg [BITS-1:0] was = 0;
    reg [VB-1:0] number;
    integer v;
    genvar g;

    generate
        for (g = 0; g < VCS; g = g + 1) begin : g_back
            assign back[g] = OPEN || ((pick_back[g] || drain) && (!CREDITS || held[8*g +: 8] != 0) && !rst);
        end
    endgenerate
    always @* begin
        number = 0;
        for (v = VCS - 1; v >= 0; v = v - 1)
            if (valid[v])
                number = v;
    end
    assign vc = number;
    assign fire = !rst && (CREDITS ? |valid : |(valid & back));
    assign gives = CREDITS && |back;
    assign first = !in_packet[vc];
    wire [LB-1:0] so_far = count[vc*LB +: LB];
    assign last = FRAMING == 3 ? 1'b1 : FRAMING == 1 ? (first ? says_len == 1 : so_far == 1) : says_last;
    wire no_length = FRAMING == 1 && first && (says_len == 0 || says_len > MAX);
    assign bad_frame = (!rst && |(valid & (valid - 1'b1))) ||
                       (fire && !ignored && ((!first && a != is_a[vc]) || (FRAMING == 2 && !says_place) || no_length));
    assign bad_stable = waited && valid == 0 && !rst;
    assign bad_change = waited && valid != 0 && !rst ? flit ^ was : {BITS{1'b0}};
    assign bad_handshake = !STAYS && !rst && |(valid & ~back);
    always @* begin
        bad_credit = 0;
        for (v = 0; v < VCS; v = v + 1)
            if (CREDITS && !rst)
                bad_credit = bad_credit | (valid[v] && held[8*v +: 8] == DEPTH[8*v +: 8] && !back[v]);
    end
    always @(posedge clk)
        if (rst) begin
            in_packet <= 0;
            held <= 0;
            waited <= 0;
        end else begin
            waited <= STAYS && !CREDITS && !OPEN && ALONE && |valid && !fire;
            was <= flit;
            if (fire && !ignored) begin
                in_packet[vc] <= !last;
                is_a[vc] <= a;
                count[vc*LB +: LB] <= (first ? says_len : so_far) - 1'b1;
            end
            for (v = 0; v < VCS; v = v + 1)
                if (CREDITS)
                    held[8*v +: 8] <= held[8*v +: 8] + (fire && vc == v) - back[v];
        end
endmodule
`default_nettype wire
