#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A switch of the user's own: --dut and what goes with it. Without arguments: our own RTL and the right variant,
# and every kind of bad input. "dut.sh examples": every example, the wrong ones from their first difference to a small
# replay that fails in Icarus, and another simulator's opinion on one.
. "$(dirname "$0")/../common.sh"
command -v verilator >/dev/null || fail "no verilator"
# What is compared does not depend on how fast it is.
export CXXFLAGS=-O0
export TMPDIR=$scratch/tmp
mkdir "$TMPDIR"
cd "$scratch"
examples=$FEDX_SOURCE/examples
wrong=$FEDX_BUILD/examples # made of patches

# differs EXAMPLE [OPTION...]: it must build, run, and end at a mismatch; prints cycle and field
differs() {
  local name=$1
  shift
  expect 1 "$FEDX" verify --dut "$wrong/$name/$name.f" --top fedx_switch --cycles 400000 "$@"
  grep -q "^repeat with: fedx verify .* --dut $wrong/$name/$name.f --top fedx_switch" out || fail "$name: how to repeat it?"
  sed -nE "s/^mismatch: cycle ([0-9]+), node 0, ([^:]*):.*/$name: cycle \1, \2/p" out | grep . || fail "$name: no mismatch"
}

# fails_in_icarus BUNDLE: its testbench fails, and by the pins alone our own RTL passes, whose registers have other names
fails_in_icarus() {
  local testbench=$1/testbench
  expect 2 make -s -C "$testbench" icarus
  grep "^difference: cycle" out || fail "Icarus shows no difference"
  grep -q "^FAIL: " out || fail "Icarus does not fail"
  [ -e "$testbench/start.vh" ] && return # a state is set by the names of its registers
  expect 0 make -s -C "$testbench" icarus RTL="$(echo "$FEDX_SOURCE"/rtl/fedx/*.v)" INCLUDE="$FEDX_SOURCE/rtl/fedx" TOP=fedx_switch
  grep "^PASS: " out || fail "our RTL does not pass"
  ! grep -q TESTBENCH_REGISTER "$testbench/testbench.vh" || grep -q '^register .* is not looked at' out || fail "what is left out is not said"
}

# small EXAMPLE PACKETS OPTION...: its difference with so many packets, at most
small() {
  local name=$1 most=$2 left
  shift 2
  rm -rf bundle bundle-small
  expect 1 "$FEDX" verify --quiet --dut "$wrong/$name/$name.f" --top fedx_switch --keep "kept-$name-$#" --bundle bundle "$@"
  expect 0 "$FEDX" shrink bundle --trust
  left=$(sed -nE 's/^bundle +bundle-small: ([0-9]+) packets?,.*/\1/p' out)
  grep "^bundle" out
  [ "$left" -le "$most" ] || fail "$name: $left packets are left, more than $most"
  expect 1 "$FEDX" replay bundle-small --trust
  [ -s bundle-small/waveform.fst ] || fail "$name: no waveform"
  fails_in_icarus bundle-small
}

if [ "${1-}" = examples ]; then
  expect 0 "$FEDX" verify --dut "$examples/right_variant/right_variant.f" --top fedx_switch --cycles 2000000
  grep "^compared .* 0 named registers.*: 0 differences" out || fail "the right variant is not compared"
  expect 0 "$FEDX" verify --dut "$examples/right_variant/right_variant.f" --top fedx_switch --until-covered
  grep "^coverage .* 0 missing" out || fail "not every point is covered by the pins"
  for name in lost_release limit_dest_off_by_one turn_kept mutant_wrap dup_bit; do
    differs "$name"
    differs "$name" --map "$examples/fedx_regs.yaml"
    small "$name" 10 --map "$examples/fedx_regs.yaml"
  done
  # By the pins a lost buffer shows only when all others are full.
  small lost_release 12
  small limit_dest_off_by_one 4
  small mutant_wrap 17
  # By the pins alone, and another opinion on it.
  flags='--binary -O1 --output-split 0 -Wno-fatal -MAKEFLAGS "OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0"' # sooner compiled
  expect 1 env MAKEFLAGS=e "VERILATOR_FLAGS=$flags" \
    "$FEDX" verify --dut "$wrong"/limit_dest_off_by_one/limit_dest_off_by_one.f --top fedx_switch --bundle pins --second-opinion
  grep "^  verdict   both simulators show the same difference" out || { cat out err; fail "no second opinion"; }
  grep -q "^            what is right: docs/spec/fedx.md section" out || fail "no section of the specification"
  grep -q "^  Verilator cycle " pins/second-opinion.txt || fail "the bundle does not hold the second opinion"
  fails_in_icarus pins
  folders=$(find "$wrong" -name '*.f' ! -name 'vcr_*' | wc -l)
  [ "$folders" -eq 5 ] || fail "$folders wrong examples, and 5 are tested"
  exit 0
fi

with_quick_clang "$scratch/quick"

# The wrong examples are our RTL but for one line.
mutants=0
for file in "$wrong"/*/fedx_*.v; do
  [ "$(diff "$FEDX_SOURCE/rtl/fedx/${file##*/}" "$file" | grep -c '^>')" -eq 1 ] ||
    fail "$file differs from rtl/fedx/${file##*/} in more than its fault, or not at all"
  mutants=$((mutants + 1))
done
[ "$mutants" -eq 5 ] || fail "$mutants faulty switches, and 5 are tested"

# Bad input: exit status 2, our sentence first, nothing on stdout.
bad() { refused_first "fedx verify: $1" "$FEDX" verify "${@:2}"; }
our=(--dut "$FEDX_SOURCE/rtl/fedx/fedx.f" --top fedx_switch)

bad "--dut needs --top NAME" --dut x.v
bad "--top, --map, --include, --define, --parameter and --keep go with --dut" --top x
bad "--rtl-object does not go with --dut" "${our[@]}" --rtl-object x.so
bad "cannot read x.v: No such file" --dut x.v --top x
touch x.c
bad "x.c: must be a Verilog source (.v, .sv) or a list of them (.f)" --dut x.c --top x
bad "no-name: must be the name of a Verilog module" --dut "$FEDX_SOURCE/rtl/fedx/fedx.f" --top no-name
bad "nowhere: no such folder" "${our[@]}" --include nowhere
bad "1=2: a define must be NAME or NAME=VALUE" "${our[@]}" --define 1=2
bad "LINKS: a parameter must be NAME=VALUE" "${our[@]}" --parameter LINKS
bad "no module fedx_swich in the sources" --dut "$FEDX_SOURCE/rtl/fedx/fedx.f" --top fedx_swich
bad "parameter WIDTH=3 of module fedx_switch" "${our[@]}" --parameter WIDTH=3
bad "pin side of module fedx_switch is 3 bits wide, must be 6" "${our[@]}" --parameter LINKS=3
bad "module fedx_switch has BUFFERS = 16, and is compared with a model of 10: set --parameter BUFFERS=10, or make a testbench for \
16 by fedx gen-tb --node 0 --buffers 16" "${our[@]}" --parameter BUFFERS=16
bad "cannot make the folder /proc/none: No such file" "${our[@]}" --keep /proc/none/build

# altered SED: our RTL with its top changed, in rtl/
altered() {
  rm -rf rtl
  cp -r "$FEDX_SOURCE/rtl/fedx" rtl
  sed -i "$1" rtl/fedx_switch.v
  ! cmp -s rtl/fedx_switch.v "$FEDX_SOURCE/rtl/fedx/fedx_switch.v" || fail "nothing altered: $1"
}
altered 's/wire \[LINKS:0\]  *rx_acc, .*/wire [LINKS:0] rx_accept,/; s/(rx_acc)/(rx_accept)/'
bad "module fedx_switch has no pin rx_acc, must have it as input of 7 bits" --dut rtl/fedx.f --top fedx_switch
altered 's/output wire \[LINKS:0\]  *tx_acc,/output wire [LINKS+1:0] tx_acc,/'
bad "pin tx_acc of module fedx_switch is 8 bits wide, must be 7" --dut rtl/fedx.f --top fedx_switch
altered 's/input  wire \[LINKS:0\]  *rx_acc, /output wire [LINKS:0] rx_acc, /'
bad "pin rx_acc of module fedx_switch is an output, must be an input" --dut rtl/fedx.f --top fedx_switch
altered 's/output wire \[LINKS:0\]  *tx_acc,/input wire [LINKS:0] tx_acc,/; s/\(\.tx_acc *\)(tx_acc)/\1()/'
bad "pin tx_acc of module fedx_switch is an input, must be an output" --dut rtl/fedx.f --top fedx_switch
altered 's/^    input  wire  *clk,/    input wire clk, input wire scan, output wire busy,/'
bad "module fedx_switch has inputs that are not among the documented pins, and nothing drives them: scan" \
  --dut rtl/fedx.f --top fedx_switch
altered 's/^endmodule/    assign = ;\nendmodule/'
bad "the sources of module fedx_switch do not build; Verilator says:" --dut rtl/fedx.f --top fedx_switch
grep -q "  %Error: rtl/fedx_switch.v:[0-9]*:[0-9]*: syntax error" err || fail "Verilator is not quoted"

# All wrong pins at once, whatever else is wrong with them.
cat >pins.v <<'END'
module pins #(parameter W = 8)
    (input clk, input rst, input [5:0] side, input [55:0] rx_data, input [6:0] rx_valid, input [6:0] rx_turn, output [6:0] rx_req,
     input [6:0] rx_refuse, output [55:0] tx_data, output [6:0] tx_valid, output [6:0] tx_turn, output [W:0] tx_req,
     output [6:0] tx_refuse, inout [6:0] tx_acc, input cfg_we, input [15:0] cfg_addr, input cfg_wdata [31:0], output [31:0] cfg_rdata);
    function automatic f(input [3:0] rx_acc);
        f = ^rx_acc;
    endfunction
    assign tx_refuse = {7{f(4'd3)}};
endmodule
END
bad "pin rx_req of module pins is an output, must be an input" --dut pins.v --top pins
cat >pins.expected <<'END'
fedx verify: pin rx_req of module pins is an output, must be an input
  module pins has no pin rx_acc, must have it as input of 7 bits
  pin tx_req of module pins is 9 bits wide, must be 7
  pin tx_acc of module pins is an inout, must be an output
  pin cfg_wdata of module pins is an unpacked array, must be a vector of 32 bits
END
diff pins.expected err || fail "not all wrong pins are named"
bad "pin rx_req of module pins is an output" --dut pins.v --top pins --parameter W=6
! grep -q "tx_req" err || fail "a parameter does not count"
altered 's/^endmodule/    reg late; initial begin late = 0; @(posedge clk); late = 1; end\nendmodule/'
bad "the sources of module fedx_switch wait within a block (@, wait or fork), and a router that is stepped by cycles cannot: \
write always @(posedge clk) instead, or leave the block out by a --define that the sources ask for; Verilator says:" \
  --dut rtl/fedx.f --top fedx_switch
grep -q "  %Error-NOTIMING: rtl/fedx_switch.v:[0-9]*:" err || fail "where it waits is not said"

# Mapping files
map() {
  printf '%s\n' "${@:2}" >map.yaml
  bad "$1" "${our[@]}" --map map.yaml
}
bad "cannot read nowhere.yaml" "${our[@]}" --map nowhere.yaml
map "map.yaml:2: port_receive.heeder: no such named register" 'admission.first: a' 'port_receive.heeder: b'
map "map.yaml:1: port_receive.head: cannot read u_port_receive.hed_reg in module fedx_switch: " \
  'port_receive.head: u_port_receive.hed_reg'
map "map.yaml:2: port_receive.data: u_port_receive.count_reg[48:0] is 49 bits wide, must be 56" \
  'admission.first: u_admission.first_reg' 'port_receive.data: u_port_receive.count_reg[48:0]'

# Without Verilator, or without a compiler
mkdir -p tools
bad_path=$scratch/tools
expect 2 env "PATH=$bad_path" "$FEDX" verify "${our[@]}"
grep -q "cannot run verilator: .*apt-get install verilator" err || { cat err; fail "Verilator is missed without a word"; }
expect 2 env CXX=no-compiler "$FEDX" verify "${our[@]}"
grep -q "cannot run the compiler no-compiler" err || { cat err; fail "the compiler is missed without a word"; }
echo "$((refused + 2)) kinds of bad input, exit status 2"

# The right variant: its pins and the registers that its map names. Two lanes are given in other ways than there.
{
  grep -v '^admission\.\|^buffer_pool.used:\|^port_receive.count:' "$examples/right_variant/regs.yaml"
  echo 'buffer_pool.used:'
  for i in 0 1 2 3 4 5 6 7 8 9; do echo "  - u_buffer_pool.slot[$i].used"; done
  echo 'port_receive.count: u_port_receive.count_reg[%d*8+:8]'
} >map.yaml
cp -r "$examples" "$FEDX_SOURCE/rtl" .
# Its pool is in a list within the list, and includes a file beside it; the list has a comma in its name.
variant=examples/right_variant
mkdir $variant/pool
{ echo '`include "beside.vh"'; cat $variant/fedx_buffer_pool.v; } >$variant/pool/fedx_buffer_pool.v
echo '`define BESIDE' >$variant/pool/beside.vh
echo fedx_buffer_pool.v >$variant/pool/pool.f
grep -v '/fedx_switch.v$' $variant/right_variant.f | sed 's/^fedx_buffer_pool.v$/-F pool\/pool.f/' >$variant/right,variant.f
rm $variant/fedx_buffer_pool.v $variant/right_variant.f
dut=(--dut "$variant/right,variant.f,rtl/fedx/fedx_switch.v" --top fedx_switch --map map.yaml --keep kept/in/one)
expect 0 "$FEDX" verify "${dut[@]}" --cycles 200000 --json out.json
grep -q "^switch .* built in " out || fail "the switch is not named"
grep "^compared .* 0 differences" out || fail "nothing is compared"
grep "^registers   62 of 74 named registers compared" out || { cat out; fail "the mapped registers are not counted"; }
grep -q '"registers_compared": 62' out.json || fail "nor in the JSON"
! grep -q " 0 named registers" out || fail "no register is compared"
grep -q "/libfedx_dut_runtime-[0-9.]*.a$" kept/in/one/fedx_dut.files || fail "Verilator's runtime is compiled once more"
# Again: at once, with the object that is there.
expect 0 "$FEDX" verify "${dut[@]}" --cycles 1000
grep "^switch .* as built in kept/in/one" out || fail "the kept build is not used"
# A source has changed: built again. This one is wrong (examples/lost_release). A delay and a $display do not matter. With
# a compiler of the user's own, all is compiled.
own=$(command -v clang++ || command -v g++)
sed -i 's/released\[i\] = /released = 0; released[i] = /; s/^endmodule/always @(posedge clk) #1 if (pool_used != 0) $display("used");\n&/' \
  $variant/pool/fedx_buffer_pool.v
expect 1 env "CXX=$own" "$FEDX" verify "${dut[@]}" --cycles 200000
grep -q "^switch .* built in " out || fail "a changed source is not built"
grep -q "/verilated.cpp$" kept/in/one/fedx_dut.files || fail "another compiler's runtime is used"
grep -qx "used" err || fail "the \$display is not reached"
grep -q "^fedx verify: 1 delay is ignored, the first in $variant/pool/fedx_buffer_pool.v:[0-9]*$" err ||
  fail "the delay is ignored without a word"
grep "^mismatch: cycle [0-9]*, node 0, buffer_pool.used" out || { cat out; fail "the lost release is not found"; }
grep -q "^repeat with: .* --dut .* --map map.yaml --keep kept/in/one" out || fail "how to repeat it?"
# Its bundle holds the switch: it is replayed wherever it is.
mv fedx-bundle moved
cmp kept/in/one/fedx_dut.so moved/switch.so || fail "the bundle does not hold the switch"
expect 1 "$FEDX" replay moved --trust
grep -q "^the difference that was recorded" out || fail "the replay shows something else"
expect 0 "$FEDX" replay moved --rtl-object "$FEDX_BUILD/libfedx_rtl.so"
expect 0 "$FEDX" shrink moved --trust --seconds 5
expect 1 "$FEDX" replay moved-small --trust
rm moved/switch.so
expect 2 "$FEDX" replay moved
grep -q "cannot read moved/switch.so: No such file" err || { cat err; fail "a lost switch is not named"; }

bad "--second-opinion needs the testbench of a bundle" "${our[@]}" --second-opinion --no-bundle
bad "--second-opinion needs the Verilog of the router, and x.so is built" --rtl-object x.so --second-opinion

# In a fabric, as it was built for that compiler
expect 1 env "CXX=$own" "$FEDX" run --lockstep all --rows 2 --cols 2 --cycles 20000 --load 0.9 "${dut[@]}"
grep -q "^switch .* as built in kept/in/one" out || fail "the kept build is not used by another command"
grep "^mismatch: .*buffer_pool.used" out || fail "the fabric does not find it"
expect 2 env "CXX=$own" "$FEDX" run --rtl all --rows 2 --cols 2 "${dut[@]}" --hops hops
grep -q -- "--hops needs the registers of every router, and --rtl all shows 62 of 74: use --lockstep" err ||
  { cat err; fail "hops without registers"; }
# Saved and gone on with: the same end as in one go.
dut=(--dut "$FEDX_SOURCE/rtl/fedx/fedx.f" --top fedx_switch)
run=(run --lockstep all --rows 2 --cols 2 --load 0.9 --cycles 150000 --digest)
expect 2 "$FEDX" "${run[@]}" "${dut[@]}" --checkpoint saved
grep -q "checkpoint with --dut needs --keep" err || { cat err; fail "a switch that will be gone"; }
expect 0 env "CXX=$here/quick_clang.sh" "$FEDX" "${run[@]}" "${dut[@]}" --keep ours
grep -E "^(compared .* 0 differences|digest)" out >whole
# Alone, and by its pins only: the same events as with models, and what needs registers is not known.
alone=(run --rows 2 --cols 2 --cycles 20000 --quiet)
expect 0 "$FEDX" "${alone[@]}" --rtl all --rtl-object ours/fedx_dut.so --json alone.json
for figure in link_busy pe_port_wasted attempts_of_switches buffers; do
  grep -q "\"$figure\": null" alone.json || fail "$figure is known without registers"
done
expect 0 "$FEDX" "${alone[@]}" --rtl all --rtl-object ours/fedx_dut.so
grep "^not known .*: the router shows 0 of 74 named registers" out || { cat out; fail "what is not known is not told"; }
grep "^packets .* 0 in the fabric, .* bytes checked end to end" out || fail "packets are not conserved"
expect 0 "$FEDX" "${alone[@]}" --engine cycle --json models.json
for figure in event_digest throughput; do
  [ "$(grep "\"$figure\": [^{]" alone.json)" = "$(grep "\"$figure\": [^{]" models.json)" ] || fail "another $figure than that of models"
done
# Coverage is that of the model beside it.
covered=(verify --until-covered --cycles 60000 --quiet --rtl-object)
expect 1 "$FEDX" "${covered[@]}" ours/fedx_dut.so --coverage pins.json
expect 1 "$FEDX" "${covered[@]}" "$FEDX_BUILD/libfedx_rtl.so" --coverage registers.json
cmp pins.json registers.json || fail "a switch that shows no registers covers something else"
run=("${run[@]}" --rtl-object ours/fedx_dut.so)
expect 3 timeout --preserve-status -s TERM 0.3 "$FEDX" "${run[@]}" --checkpoint saved
resume=$(sed -n 's/^.* go on with fedx //p' err)
expect 2 "$FEDX" run --resume saved
grep -q "^fedx run: saved names code to run, and a file is not enough for that: .* --rtl-object ours/fedx_dut.so$" err ||
  { cat err; fail "a checkpoint names code, and that is loaded"; }
expect 0 eval "\"$FEDX\" $resume"
grep -E "^(compared|digest)" out >parts
cmp whole parts || fail "a resumed run of a switch of one's own ends differently"
expect 2 "$FEDX" bench --rtl-object kept/in/one/fedx_dut.so
grep -q "does not show all named registers" err || fail "bench takes it"
[ -z "$(ls -A "$TMPDIR")" ] || fail "temporary folders are left behind"
