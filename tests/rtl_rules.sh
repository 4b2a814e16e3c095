#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Rules that modules of rtl/fedx and rtl/vcr state at their ends (sections of docs/spec/fedx.md and vcr.md): right RTL keeps them under illegal traffic and
# resets, in Icarus and in Verilator; each one is broken by a mutant of its own (mutants/rules.txt), whose message names it; and Yosys
# proves those of small routers for all time.
#   rtl_rules.sh [--long]   --long: more cycles in Verilator, and the mutants of all rules; else one for each module
. "$(dirname "$0")/common.sh"
. "$here/mutants/lines.sh"
command -v iverilog >/dev/null || skip "no iverilog"
long=0
[ "${1-}" != --long ] || long=1
cd "$scratch"

# Stimulus of fedx verify for a switch and for a small router whose last channel number names none; the bench for a terminal draws
# packets, illegal puts and credits, tokens, links that fall, and settings.
expect 0 "$FEDX" gen-tb --cycles 12000 --out fedx --quiet
expect 0 "$FEDX" gen-tb --profile noise --cycles 12000 --out noise --quiet
expect 0 "$FEDX" gen-tb --node 5 --load 1 --rows 4 --cols 4 --cycles 12000 --out node --quiet
small="--router vcr --ports 3 --vcs 3 --depth 4"
# shellcheck disable=SC2086 # a list of options
{
  expect 0 "$FEDX" gen-tb $small --cycles 12000 --out vcr --quiet
  expect 0 "$FEDX" gen-tb $small --profile credits --cycles 12000 --out credits --quiet
}
mkdir terminal
cat >terminal/testbench.v <<'END'
module testbench;
    reg         clk = 0, rst = 1, we = 0, put = 0;
    reg  [1:0]  up = 0, sat = 0;
    reg  [5:0]  credit = 0;
    reg  [31:0] wdata = 0;
    reg  [15:0] addr = 0;
    integer     cycle;

    vcr_terminal #(.PORTS(2), .VCS(3), .DEPTH(2), .LENGTH(3), .BUFFER(1), .QUEUE(3)) dut (
        .clk(clk), .rst(rst), .cfg_we(we), .cfg_addr(addr), .cfg_wdata(wdata), .put(put), .take(6'd0), .packet(192'd7),
        .rx_valid(2'd0), .rx_up(up), .rx_sat(sat), .rx_credit(credit), .rx_vc(4'd0));

    initial begin
        for (cycle = 0; cycle < 12000; cycle = cycle + 1) begin
            #1 clk = 1;
            #1 clk = 0;
            rst    = cycle % 3000 < 3;
            up     = {cycle % 1000 < 980, cycle % 700 < 680};
            put    = $random;
            sat    = cycle % 31 == 0;
            credit = $random & $random;
            // SAT mode and alloc_credits; l and k
            we     = cycle % 100 < 2;
            addr   = cycle % 100;
            wdata  = addr == 0 ? {$random} & 32'h00000103 | 32'h8 : {$random} & 32'h00070003;
        end
        $display("PASS: %0d cycles", cycle);
        $finish;
    end
endmodule
END

# compiled FOLDER RTL: the testbench of FOLDER around that RTL, with the rules, as RTL.vvp
compiled() {
  iverilog -g2005 -DFEDX_RULES -DVCR_RULES "-I$2" "-I$1" -s testbench -o "$2.vvp" "$1/testbench.v" "$2"/*.v
}

# (a) Right RTL, in Icarus
right() {
  local rtl=right_$1
  cp -r "$FEDX_SOURCE/rtl/${1/terminal/vcr}" "$rtl"
  compiled "$1" "$rtl"
  (cd "$1" && vvp -n "../$rtl.vvp") >"$1.out"
  [ "$(wc -l <"$1.out")" -eq 1 ] && grep -q "^PASS: 12000 cycles" "$1.out" || { head -n 5 "$1.out" && fail "$1: a rule is broken"; }
}
in_parallel right fedx vcr terminal
[ "$failures" -eq 0 ] || fail "right RTL breaks a rule"
echo "36000 cycles in Icarus keep all rules"

# ... and in Verilator. With --define a switch of the user is built.
verified() {
  expect 0 "$FEDX" verify "$@" --cycles "$((long ? 20000000 : 400000))" --no-bundle --quiet
  grep '^compared .*: 0 differences$' "$scratch/out" || { cat "$scratch/out" && fail "nothing was compared: $*"; }
}
if command -v verilator >/dev/null; then
  verified --dut "$FEDX_SOURCE/rtl/fedx/fedx.f" --top fedx_switch --define FEDX_RULES
  for top in vcr_router vcr_terminal; do
    verified --router vcr --dut "$FEDX_SOURCE/rtl/vcr/vcr.f" --top $top --define VCR_RULES
  done
fi

# (b) A mutant for each rule. It need not be the first that breaks: so the simulation goes on.
read_lines "$here/mutants/rules.txt"
grep -ohE '`(FEDX|VCR)_RULE\([0-9]+, [0-9]+,' "$FEDX_SOURCE"/rtl/*/*.v | sed -E 's/`(.*)_RULE\((.*), (.*),/\L\1_\2_\3/' | sort >rules
printf '%s\n' "${names[@]:1}" | sort | diff rules - || fail "mutants/rules.txt does not have a mutant for each rule"

# The specification has the words of the RTL, in the sections of the rules
for kind in fedx vcr; do
  tr -d '\n' <<<"$(cat "$FEDX_SOURCE"/rtl/$kind/*.v)" | grep -oE "_RULE\\([0-9]+, [0-9]+,[^\"]*\"[^\"]*\"" |
    sed -E 's/_RULE\(([0-9]+), ([0-9]+),[^"]*"(.)(.*)"/\1 \2. \u\3\4./' | sort >words
  awk '/^## / { section = $2 } /^[*][*]Rules/ { rules = 1 } /^#/ { rules = 0 } rules && /^[0-9]+[.] / { print section, $0 }' \
    "$FEDX_SOURCE/docs/spec/$kind.md" | sort | diff words - || fail "docs/spec/$kind.md does not have the rules of rtl/$kind"
done

# broken NUMBER: the mutant breaks its rule
broken() {
  local kind section number folder
  IFS=_ read -r kind section number <<<"${names[$1]}"
  folder=${tried_in[$1]:-$kind}
  change "$1" "mutant$1" "$kind" >log 2>&1 || fail "${names[$1]}: $(cat log)"
  sed -i 's/^ *\$stop; *\\$/\\/' "mutant$1/rtl/${kind}_params.vh"
  sed 's/ && differences == 0//; s/got !== want/0/' "$folder/testbench.v" >"mutant$1/testbench.v"
  cp "$folder"/*.vh "mutant$1" 2>/dev/null || true
  compiled "mutant$1" "mutant$1/rtl" || fail "${names[$1]} cannot be compiled"
  (cd "$folder" && stdbuf -oL vvp -n "../mutant$1/rtl.vvp" 2>/dev/null) | grep -m 1 -q ": rule $number of section $section of docs/spec/$kind.md is broken: " ||
    { echo "${names[$1]}: no message of this rule" && return 1; }
}
chosen=()
for ((i = 1; i <= lines; i++)); do
  [[ $long -eq 0 && -z ${stars[i]} ]] || chosen+=("$i")
done
in_parallel broken "${chosen[@]}"
[ "$failures" -eq 0 ] || fail "$failures rules are not seen to break"
echo "${#chosen[@]} of $lines rules are seen to break"

# (c) Rules that follow from a module alone, whatever comes in; those of allocation, if each lane asks as rule 7.2 says
command -v yosys >/dev/null || exit 0
cat >allocation.v <<'END'
module allocation(input clk, input rst, input [3:0] want, input [3:0] port, input [3:0] channels, input [63:0] age, input oldest);
    wire [15:0] ports = {3'd0, port[3], 3'd0, port[2], 3'd0, port[1], 3'd0, port[0]};
    wire [7:0]  vcs   = {channels[3], 1'b1, 1'b1, channels[2], channels[1], 1'b1, 1'b1, channels[0]};
    vcr_allocate #(.PORTS(2), .VCS(2)) u_allocate (
        .clk(clk), .rst(rst), .want(want), .want_port(ports), .want_vcs(vcs), .input_age(age), .config_oldest(oldest));
endmodule
END
proved=0

# proved KIND TOP SIZES: the rules of a module, by induction from a reset
proved() {
  local kind=$1 rules
  rules=$(grep -c "${kind^^}_RULE(" "$FEDX_SOURCE/rtl/$kind/${2/allocation/vcr_allocate}.v")
  yosys -q -p "read_verilog -defer -formal -D${kind^^}_RULES -I$FEDX_SOURCE/rtl/$kind $(sed "s,.*[.]v$,$FEDX_SOURCE/rtl/$kind/&," "$FEDX_SOURCE/rtl/$kind/$kind.f" | tr '\n' ' ') allocation.v
    hierarchy -check -top $2 $3
    proc; flatten; memory; opt -full; async2sync; dffunmap; opt -full
    sat -verify -tempinduct -prove-asserts -set-assumes -maxsteps 3" >log 2>&1 || { tail -n 20 log && fail "$2 is not proved"; }
  proved=$((proved + rules))
}
proved vcr vcr_sat_switch "-chparam PORTS 3"
proved vcr allocation ""
if [ "$long" -eq 1 ]; then
  proved vcr vcr_route "-chparam PORTS 2 -chparam VCS 2"
  proved fedx fedx_route "-chparam LINKS 2 -chparam TABLE_SIZE 2"
fi
echo "$proved rules proved"
