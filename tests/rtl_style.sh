#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every generate block of the tree's Verilog has a name, and every function is automatic: what newer versions of Verilator warn
# about is found without them. A sample with both faults is checked first. tests/styles has what strangers write.
. "$(dirname "$0")/common.sh"

cat >"$scratch/style.v" <<'END'
module style; /* begin
    generate begin */ // if (0)
    function seen; input a; begin seen = a; end endfunction
    function automatic [1:0] sought; input a; begin : named if (a) sought = 1; else sought = 2; end endfunction
    always @(*) if (1) begin case (0) 0: ; default: begin end endcase end else for (i = 0; i < 2; i = i + 1) begin end
    generate
        if (1) wire alone; else if (2) begin : named wire w; end else begin wire nameless; end
        for (i = 0; i < 2; i = i + 1) begin if (1) begin : named wire w; end end
        case (1) 0: wire a; 1: begin : named wire b; end default: begin wire c; end endcase
    endgenerate
    `ifdef UNDEFINED
    if (1) wire unseen;
    `else
    if (1) wire seen;
    `endif
    unit #(.A(1)) u_unit (.b(2));
    initial begin $display("if (1) wire w;"); if (1) ; end
endmodule
END
expect 1 awk -f "$here/rtl_style.awk" "$scratch/style.v"
sed "s,^$scratch/,," "$scratch/out" >"$scratch/found"
diff - "$scratch/found" <<'END' || fail "rtl_style.awk does not find what is wrong with its sample"
style.v:3: function that is not automatic
style.v:7: generate block without a name
style.v:7: generate block without a name
style.v:8: generate block without a name
style.v:9: generate block without a name
style.v:9: generate block without a name
style.v:14: generate block without a name
7 faults in 9 generate blocks and 2 functions of 1 files
END

cd "$FEDX_SOURCE"
mapfile -t sources < <(find examples proofs rtl tb tests -path tests/styles -prune -o -type f \( -name '*.v' -o -name '*.vh' -o -name '*.sv' -o -name '*.v.in' \) -print)
expect 0 awk -f "$here/rtl_style.awk" "${sources[@]}"
cat "$scratch/out"
