// Two inputs with skid buffers, so that no ready depends on another one, and one output; packets take turns.
module skid #(parameter W = 8) (input aclk, input aresetn, input sv, output sr, input [W-1:0] sd, output mv, input mr, output [W-1:0] md);
    reg ready_q, spare_v;
    reg [W-1:0] spare;
    assign sr = ready_q;
    assign mv = spare_v | (sv & ready_q);
    assign md = spare_v ? spare : sd;
    always @(posedge aclk)
        if (!aresetn) begin
            ready_q <= 1'b0;
            spare_v <= 1'b0;
        end else begin
            if (sv && sr && !mr) spare_v <= 1'b1;
            else if (mr) spare_v <= 1'b0;
            ready_q <= mr || !mv;
        end
    always @(posedge aclk) if (sr) spare <= sd;
endmodule

module toggle #(parameter BYTES = 4) (
    input aclk, input aresetn,
    input s0_tvalid, output s0_tready, input [8*BYTES-1:0] s0_tdata, input [BYTES-1:0] s0_tkeep, input s0_tlast,
    input s1_tvalid, output s1_tready, input [8*BYTES-1:0] s1_tdata, input [BYTES-1:0] s1_tkeep, input s1_tlast,
    output m_tvalid, input m_tready, output [8*BYTES-1:0] m_tdata, output [BYTES-1:0] m_tkeep, output m_tlast
);
    localparam W = 9*BYTES + 1;
    wire v0, v1, out_r;
    wire [W-1:0] d0, d1;
    reg select, amid;
    wire use1 = amid ? select : v1 && (!v0 || !select);
    wire v = use1 ? v1 : v0;
    wire [W-1:0] d = use1 ? d1 : d0;
    skid #(.W(W)) skid0 (.aclk(aclk), .aresetn(aresetn), .sv(s0_tvalid), .sr(s0_tready), .sd({s0_tlast, s0_tkeep, s0_tdata}),
        .mv(v0), .mr(out_r && !use1 && v0), .md(d0));
    skid #(.W(W)) skid1 (.aclk(aclk), .aresetn(aresetn), .sv(s1_tvalid), .sr(s1_tready), .sd({s1_tlast, s1_tkeep, s1_tdata}),
        .mv(v1), .mr(out_r && use1 && v1), .md(d1));
    skid #(.W(W)) skid_m (.aclk(aclk), .aresetn(aresetn), .sv(v), .sr(out_r), .sd(d), .mv(m_tvalid), .mr(m_tready), .md({m_tlast, m_tkeep, m_tdata}));
    always @(posedge aclk)
        if (!aresetn) {amid, select} <= 2'b00;
        else if (v) begin
            select <= use1;
            amid <= !(out_r && d[W-1]);
        end
endmodule
