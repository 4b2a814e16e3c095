// A skid buffer of two entries whose word is a type parameter; ready comes from a register.
package skid_pkg;
    typedef struct packed {
        logic        last;
        logic [3:0]  strb;
        logic [31:0] data;
    } beat_t;
endpackage

module skid_buffer #(parameter type T = logic [7:0]) (
    input  logic clk_i, input  logic rst_ni,
    input  logic valid_i, output logic ready_o, input  T data_i,
    output logic valid_o, input  logic ready_i, output T data_o
);
    T     a_data_q, b_data_q;
    logic a_full_q, b_full_q;
    logic a_fill, a_drain, b_fill, b_drain;

    assign a_fill  = valid_i && ready_o;
    assign a_drain = a_full_q && !b_full_q;
    assign b_fill  = a_drain && !ready_i;
    assign b_drain = b_full_q && ready_i;
    assign ready_o = !a_full_q || !b_full_q;
    assign valid_o = a_full_q | b_full_q;
    assign data_o  = b_full_q ? b_data_q : a_data_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin : ps_a_data
        if (!rst_ni)     a_data_q <= '0;
        else if (a_fill) a_data_q <= data_i;
    end
    always_ff @(posedge clk_i or negedge rst_ni) begin : ps_a_full
        if (!rst_ni)                a_full_q <= 1'b0;
        else if (a_fill || a_drain) a_full_q <= a_fill;
    end
    always_ff @(posedge clk_i or negedge rst_ni) begin : ps_b_data
        if (!rst_ni)     b_data_q <= '0;
        else if (b_fill) b_data_q <= a_data_q;
    end
    always_ff @(posedge clk_i or negedge rst_ni) begin : ps_b_full
        if (!rst_ni)                b_full_q <= 1'b0;
        else if (b_fill || b_drain) b_full_q <= b_fill;
    end
endmodule

module skid_type (
    input  logic            clk_i, rst_ni,
    input  skid_pkg::beat_t s_beat_i, input  logic s_valid_i, output logic s_ready_o,
    output skid_pkg::beat_t m_beat_o, output logic m_valid_o, input  logic m_ready_i
);
    skid_buffer #(.T(skid_pkg::beat_t)) i_skid (
        .clk_i, .rst_ni, .valid_i(s_valid_i), .ready_o(s_ready_o), .data_i(s_beat_i), .valid_o(m_valid_o), .ready_i(m_ready_i), .data_o(m_beat_o));
endmodule
