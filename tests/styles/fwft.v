// First word fall-through over a RAM with a registered read, as translated from VHDL: a stage behind the RAM holds the next word, and one
// process is one register.
module fwft #(parameter WIDTH = 18, parameter ADDR = 3) (
    input                  CLK, RST_N,
    input                  WE_I,
    input      [WIDTH-1:0] DAT_I,
    output                 FULL_O,
    output                 VLD_O,
    output     [WIDTH-1:0] DAT_O,
    input                  RD_I
);
    reg  [WIDTH-1:0] RAM [0:(1<<ADDR)-1];
    reg  [WIDTH-1:0] RAM_Q, OUT_Q;
    reg  [ADDR:0]    WADDR, RADDR;
    reg              RAM_VLD, OUT_VLD;
    wire             FULL     = (WADDR[ADDR-1:0] == RADDR[ADDR-1:0]) && (WADDR[ADDR] != RADDR[ADDR]);
    wire             EMPTY    = (WADDR == RADDR);
    wire             OUT_LOAD = RAM_VLD && (!OUT_VLD || RD_I);
    wire             RAM_LOAD = !EMPTY && (!RAM_VLD || OUT_LOAD);

    assign FULL_O = FULL;
    assign VLD_O  = OUT_VLD;
    assign DAT_O  = OUT_Q;

    always @(posedge CLK)
    begin : P_RAM
        if (WE_I && !FULL)
            RAM[WADDR[ADDR-1:0]] <= DAT_I;
        if (RAM_LOAD)
            RAM_Q <= RAM[RADDR[ADDR-1:0]];
    end

    always @(posedge CLK)
    begin : P_WADDR
        if (!RST_N)                  WADDR <= 0;
        else if (WE_I && !FULL)      WADDR <= WADDR + 1;
    end

    always @(posedge CLK)
    begin : P_RADDR
        if (!RST_N)                  RADDR <= 0;
        else if (RAM_LOAD)           RADDR <= RADDR + 1;
    end

    always @(posedge CLK)
    begin : P_RAM_VLD
        if (!RST_N)                  RAM_VLD <= 1'b0;
        else if (RAM_LOAD)           RAM_VLD <= 1'b1;
        else if (OUT_LOAD)           RAM_VLD <= 1'b0;
    end

    always @(posedge CLK)
    begin : P_OUT
        if (!RST_N)                  OUT_VLD <= 1'b0;
        else if (OUT_LOAD)           OUT_VLD <= 1'b1;
        else if (RD_I)               OUT_VLD <= 1'b0;
        if (OUT_LOAD)                OUT_Q <= RAM_Q;
    end
endmodule
