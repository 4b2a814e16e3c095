// SPDX-License-Identifier: Apache-2.0
//
// A counter hall with two kinds of mail: parcels of one to four flits, and notes of one flit. Each kind has two entries and two exits of
// its own, and an exit holds one flit. WRONG is the number of a mistake.
module counter #(
    parameter WRONG = 0
) (
    input  wire        clk,
    input  wire        rst,
    input  wire [1:0]  pi_valid, // parcels
    output reg  [1:0]  pi_ready,
    input  wire [1:0]  pi_to,
    input  wire [15:0] pi_data,
    input  wire [1:0]  pi_last,
    output reg  [1:0]  po_valid,
    input  wire [1:0]  po_ready,
    output reg  [1:0]  po_to,
    output reg  [15:0] po_data,
    output reg  [1:0]  po_last,
    input  wire [1:0]  ni_valid, // notes
    output reg  [1:0]  ni_ready,
    input  wire [1:0]  ni_to,
    input  wire [19:0] ni_text,
    output reg  [1:0]  no_valid,
    output reg  [1:0]  no_to,
    output reg  [19:0] no_text,
    input  wire [1:0]  no_credit,
    input  wire        pause,    // nothing goes in
    output wire        broken    // stays 0
);
    reg [1:0] amid, owner;       // an exit is within a parcel, and of which entry
    reg [1:0] turn;              // the entry whose note goes next
    reg [1:0] credits [0:1];
    reg [1:0] pick_p, pick_n, go_p, go_n;
    reg hold;                    // mistakes 3 and 4
    integer k;

    assign broken = WRONG == 5 && amid == 2'b11 && no_valid == 2'b11;

    always @* begin
        pi_ready = 0;
        ni_ready = 0;
        for (k = 0; k < 2; k = k + 1) begin
            pick_p[k] = amid[k] ? owner[k] : !(pi_valid[0] && pi_to[0] == k);
            go_p[k] = pi_valid[pick_p[k]] && pi_to[pick_p[k]] == k && (!po_valid[k] || po_ready[k]) && !pause;
            if (WRONG == 3 && ni_valid[k] && amid[k]) go_p[k] = 0; // a parcel waits for a note
            if (go_p[k]) pi_ready[pick_p[k]] = 1;
            pick_n[k] = ni_valid[turn[k]] && ni_to[turn[k]] == k ? turn[k] : !turn[k];
            go_n[k] = ni_valid[pick_n[k]] && ni_to[pick_n[k]] == k && credits[k] != 0 && !pause;
            if (WRONG == 3 && amid != 0) go_n[k] = 0;              // and a note for a parcel
            if (WRONG == 4 && hold) go_n[k] = 0;                   // a note waits for what never comes
            if (go_n[k]) ni_ready[pick_n[k]] = 1;
        end
    end

    always @(posedge clk) begin
        for (k = 0; k < 2; k = k + 1) begin
            if (po_ready[k]) po_valid[k] <= 0;
            if (go_p[k]) begin
                po_valid[k] <= 1;
                po_to[k] <= k;
                po_data[8*k +: 8] <= pi_data[8*pick_p[k] +: 8];
                po_last[k] <= pi_last[pick_p[k]];
                amid[k] <= !pi_last[pick_p[k]];
                owner[k] <= pick_p[k];
                if (amid[k] && pi_last[pick_p[k]] && po_valid[!k]) hold <= 1;
            end
            no_valid[k] <= go_n[k];
            if (WRONG == 2 && go_p == 2'b11 && ni_valid == 2'b11) no_valid[k] <= 0; // a note is lost in the crowd
            if (go_n[k]) begin
                no_to[k] <= k;
                no_text[10*k +: 10] <= ni_text[10*pick_n[k] +: 10] ^ (WRONG == 1 && go_p[k] && amid[k]);
                turn[k] <= !pick_n[k];
            end
            credits[k] <= credits[k] + no_credit[k] - go_n[k];
        end
        if (rst) begin
            po_valid <= 0;
            no_valid <= 0;
            amid <= 0;
            turn <= 0;
            hold <= 0;
            credits[0] <= 2;
            credits[1] <= 2;
        end
    end
endmodule
