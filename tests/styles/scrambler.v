// Bits without frames: two registers in a row, each with the ready of the next one.
module scrambler (input clk, input rst, input iv, output ir, input id, output ov, input or_, output od);
    reg v0, v1, d0, d1;
    wire go1 = !v1 || or_, go0 = !v0 || go1;
    assign {ir, ov, od} = {go0, v1, d1};
    always @(posedge clk) begin
        if (go1) {v1, d1} <= {v0, d0};
        if (go0) {v0, d0} <= {iv, id};
        if (rst) {v0, v1} <= 2'b00;
    end
endmodule
