#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Rules of AXI4-Stream at the ports of axis_switch_wrap (docs/spec/axis.md section 12): the switch and sources that keep them pass, a
# rule that a source or a changed switch breaks is named, and Yosys proves those of the switch for all time.
. "$(dirname "$0")/common.sh"
command -v iverilog >/dev/null || skip "no iverilog"
command -v yosys >/dev/null || skip "no yosys"
cp -r "$FEDX_SOURCE/rtl/axis" "$scratch/right"
cd "$scratch"

# A bench of 20 000 cycles with a reset in every 1000; input 1 breaks the rule BROKEN (0: none).
cat >bench.v <<'END'
module bench;
    parameter BROKEN = 0;
    reg         clk = 0, rst_n = 0, was_n = 0;
    reg  [1:0]  valid = 0, last = 0, taken = 0, m_ready = 0;
    reg  [7:0]  dest = 0;
    reg  [15:0] data = 0;
    wire [1:0]  ready, m_valid;
    integer     cycle = 0, beats = 0, i;

    axis_switch_wrap #(.INPUTS(2), .OUTPUTS(2), .DATA_WIDTH(8)) dut (
        .aclk(clk), .aresetn(rst_n), .s_axis_tvalid(valid), .s_axis_tready(ready), .s_axis_tdata(data), .s_axis_tkeep(2'd3),
        .s_axis_tlast(last), .s_axis_tid(2'd2), .s_axis_tdest(dest), .s_axis_tuser(2'd0), .m_axis_tvalid(m_valid),
        .m_axis_tready(m_ready));

    always #1 clk = ~clk;

    always @(posedge clk) begin
        taken <= valid & ready;
        was_n <= rst_n;
        if (rst_n) beats <= beats + m_valid[0] * m_ready[0] + m_valid[1] * m_ready[1];
    end

    always @(negedge clk) begin
        for (i = 0; i < 2; i = i + 1)
            if (!valid[i] || taken[i]) begin
                if (last[i]) dest[4*i +: 4] = $unsigned($random) % 3;
                {valid[i], last[i], data[8*i +: 8]} = $random;
            end else if (i == 1 && was_n && cycle > 100) begin
                if (BROKEN == 2) valid[i] = 0;
                if (BROKEN == 3) data[15] = ~data[15];
                if (BROKEN == 4) valid[i] = 1'bx;
            end
        cycle   = cycle + 1;
        rst_n   = cycle % 1000 > 3;
        m_ready = $random;
        if (!rst_n || !was_n) valid = 0;
        if (BROKEN == 1 && cycle == 1002) valid[1] = 1;
        if (cycle == 20000) begin
            $display("%0d beats", beats);
            $finish;
        end
    end
endmodule
END

# simulated FOLDER RULE: the RTL of that folder in Icarus, input 1 breaking that rule; the output in out
simulated() {
  # shellcheck disable=SC2046 # a list of files
  (cd "$1" && iverilog -g2005 -DAXIS_RULES -P "bench.BROKEN=$2" -s bench -o ../bench.vvp ../bench.v $(cat axis.f))
  vvp -n bench.vvp >out 2>&1 || true
}

# broken WORDS: a rule was, as these words have it
broken() {
  grep -qF "$1" out || { head -n 5 out && fail "no message \"$1\""; }
}

simulated right 0
beats=$(sed -n 's/ beats$//p' out)
[ "$(wc -l <out)" -eq 1 ] && [ "$beats" -gt 10000 ] || { cat out && fail "a rule is said to be broken, or too few beats passed"; }
for rule in 1 2 3 4; do
  simulated right $rule
  broken "s_axis.lane[1]: the source breaks rule $rule: "
done

# mutant RULE FILE SCRIPT: a switch whose outputs break that rule
mutant() {
  rm -rf wrong && cp -r right wrong
  sed -i "$3" "wrong/$2"
  ! cmp -s "wrong/$2" "right/$2" || fail "$2 has no line for: $3"
  simulated wrong 0
  broken "the switch breaks rule $1: "
}
mutant 1 axis_skid.v 's/^            valid_reg      <= 0;$/            valid_reg <= 3;/'
mutant 2 axis_skid.v 's/valid_reg <= ~open | more;/valid_reg <= more;/'
mutant 3 axis_skid.v 's/if (open\[i\] & more\[i\])/if (more[i])/'

# proved FOLDER: what Yosys says of the rules of outputs, by induction; the sizes change nothing in the steps of the proof
proved() {
  (cd "$1" && yosys -q -p "read_verilog -formal -DAXIS_RULES -I. $(tr '\n' ' ' <axis.f)
    hierarchy -check -top axis_switch_wrap -chparam INPUTS $2 -chparam OUTPUTS $3 -chparam DATA_WIDTH $4
    proc; flatten; opt -full; async2sync; dffunmap; opt -full; select -assert-count $((3 * $3)) t:\$assert
    sat -verify -tempinduct -prove-asserts -set-assumes -maxsteps 4") >log 2>&1
}
for sizes in "2 2 8" "1 1 8" "3 5 16" "4 4 64"; do
  # shellcheck disable=SC2086
  proved right $sizes || { tail -n 30 log && fail "the rules of outputs are not proved of a switch with $sizes"; }
done
! proved wrong 2 2 8 || fail "a switch whose beats change is proved"
echo "$beats beats keep the rules, 4 wrong sources and 3 wrong switches break them, 4 sizes proved"
