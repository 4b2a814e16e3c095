// Ports that are interfaces with modports and a parameter: a demultiplexer that looks at the upper bits of the address.
interface bus_if #(parameter int AW = 8, parameter int DW = 16) (input logic clk, input logic rst_n);
    logic          req, gnt;
    logic [AW-1:0] addr;
    logic [DW-1:0] wdata;
    logic          eop;
    modport master (output req, addr, wdata, eop, input gnt, clk, rst_n);
    modport slave  (input req, addr, wdata, eop, clk, rst_n, output gnt);
endinterface

module bus_demux #(parameter int N = 4) (bus_if.slave up, bus_if.master down [N]);
    localparam int B = $clog2(N);
    logic [N-1:0] gnt;
    wire [B-1:0] sel = up.addr[7 -: B];
    for (genvar n = 0; n < N; n++) begin : g_down
        logic full;
        logic [7:0] addr_q;
        logic [15:0] wdata_q;
        logic eop_q;
        assign down[n].req = full;
        assign {down[n].addr, down[n].wdata, down[n].eop} = {addr_q, wdata_q, eop_q};
        assign gnt[n] = !full || down[n].gnt;
        always_ff @(posedge up.clk) begin
            if (gnt[n]) begin
                full <= up.req && sel == B'(n);
                {addr_q, wdata_q, eop_q} <= {up.addr, up.wdata, up.eop};
            end
            if (!up.rst_n) full <= 1'b0;
        end
    end
    assign up.gnt = gnt[sel];
endmodule
