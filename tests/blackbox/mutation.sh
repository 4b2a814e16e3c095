#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The checks of `fedx blackbox`, scored: faults made by `yosys mutate` all over the right routers of examples/your-router and
# over the Fed-X switch and the queues of the virtual-channel router (all of that is too much for Yosys in one piece), each tried end to
# end in a router of any other make. A line says which check found it first. What no check found runs again beside the right module: do
# any of its pins ever differ? stream_store is missing: Verilator 5.006 ends in a fault of its own at what Yosys makes of its queues.
#   mutation.sh                     all routers, 1008 mutants
#   mutation.sh --sample            a few of one router, in seconds
#   mutation.sh --markdown FILE     all, and the tables for tests/results_page.py --table black-box-mutants to FILE
#   mutation.sh --only NAME         one router: those of the list below
#   mutation.sh --most NUMBER       the first so many mutants of each router
#   mutation.sh --keep FOLDER       keep what is made, and go on with it: NAME/list, NAME/results, NAME/survivors
. "$(dirname "$0")/../common.sh"
. "$here/blackbox/black_box.sh"
set -o pipefail
for tool in yosys verilator; do command -v $tool >/dev/null || fail "no $tool"; done
# What is found does not depend on how fast it is.
export CXXFLAGS=-O0
seed=1 cycles=20000 twin_cycles=20000 folder=$scratch/all only='' report='' most=1000
while [ $# -gt 0 ]; do
  case $1 in
    --sample) only=yummy_router most=6 cycles=5000 twin_cycles=5000 ;;
    --markdown) report=$(realpath "${2:?--markdown needs a file}") && shift ;;
    --most) most=${2:?--most needs a number} && shift ;;
    --only) only=${2:?--only needs a router} && shift ;;
    --keep) folder=${2:?--keep needs a folder} && shift ;;
    *) fail "unknown option $1" ;;
  esac
  shift
done
mkdir -p "$folder"
cd "$folder"

# NAME  MUTANTS  FOLDER OF NAME.yaml  MODULE THAT IS WRONG  ITS PARAMETERS  ITS SOURCES
list='
stream_switch 110 examples/your-router stream_switch INPUTS=3,OUTPUTS=4,WIDTH=32 examples/your-router/stream_switch.v
mesh_router   110 examples/your-router mesh_router   DEPTH=4 examples/your-router/{fifo,router_core,mesh_router}.v
credit_router 110 examples/your-router credit_router - examples/your-router/{fifo,router_core,credit_router}.v
vc_router     110 examples/your-router vc_router     - examples/your-router/{fifo,router_core,vc_router}.v
yummy_router  110 examples/your-router yummy_router  - examples/your-router/{fifo,router_core,yummy_router}.v
stream_mux     50 examples/your-router stream_mux    INPUTS=3,WIDTH=32 examples/your-router/stream_mux.v
lane_switch    50 examples/your-router lane_switch   INPUTS=3,OUTPUTS=2,BYTES=4 examples/your-router/lane_switch.v
wishbone_switch 50 examples/your-router wishbone_switch - examples/your-router/wishbone_switch.v
read_switch    50 examples/your-router read_switch   REQUESTERS=3,TARGETS=2 examples/your-router/read_switch.v
write_switch   50 examples/your-router write_switch  REQUESTERS=3,TARGETS=2 examples/your-router/write_switch.v
lite_switch    50 examples/your-router lite_switch   REQUESTERS=2,TARGETS=2 examples/your-router/lite_switch.v
axi_crossbar   50 examples/your-router axi_crossbar  - examples/your-router/axi_crossbar.v
vcr            54 tests/blackbox/own    vcr_input     PORTS=5,VCS=4,DEPTH=4,FLIT_BITS=64,BYPASS=0 rtl/vcr/vcr_{store,input}.v
fedx           54 tests/blackbox/own    fedx_switch   - rtl/fedx/fedx_{port_receive,port_transmit,ownership,buffer_store,buffer_pool,admission,route,arbitration,config,switch}.v
'

# netlist: right.il, the module as one netlist of word-level cells; memories stay what they are
netlist() {
  local set=()
  # shellcheck disable=SC2001 # it has groups
  [ "$parameters" = - ] || mapfile -t set < <(sed 's/\([^=,]*\)=\([^,]*\),\{0,1\}/-chparam \1 \2\n/g' <<<"$parameters")
  # shellcheck disable=SC2154 # by eval, below
  yosys -qq -p "read_verilog -defer -I$FEDX_SOURCE/rtl/vcr -I$FEDX_SOURCE/rtl/fedx ${sources[*]}
    hierarchy -check -top $module ${set[*]}
    proc -noopt; rename -top $module; flatten
    opt_expr -fine; opt_merge -share_all; opt_muxtree; opt_reduce; opt_expr -fine; opt_clean
    write_rtlil right.il
    mutate -list $((2 * wanted)) -seed $seed -o all.list" >yosys.log
  # No faults of the clock, and none at the enable of a read port, which is no wire; one at the output of a register is the same as one
  # at its input.
  awk -v most="$wanted" '!/ -port (CLK|clk|Q) |memrd.* -port EN / && ++count <= most' all.list >list
}

# verilog IL NAME: that netlist as module NAME of NAME.raw, every net driven by one cell, so that Verilator sees no loops where there are none
verilog() {
  yosys -qq -p "read_rtlil $1; rename $module $2; splitnets -driver; opt_clean; splitnets -driver; opt_clean; write_verilog -noattr $2.raw"
}

# zeroed: registers and memories begin with 0, so that two copies have the same
zeroed() {
  awk '{ print }
    match($0, /^  reg (\[[0-9]+:0\] )?(\\[^ ]+ |[A-Za-z_0-9]+)( \[[0-9]+:0\])?;/) {
      text = $0; sub(/^  reg (\[[0-9]+:0\] )?/, "", text); sub(/;.*/, "", text)
      name = text; sub(/ \[[0-9]+:0\]$/, "", name)
      last = text ~ /\[[0-9]+:0\]$/ ? text : ""; sub(/.*\[/, "", last); sub(/:0\].*/, "", last)
      if (last == "") print "  initial " name " = 0;"
      else for (i = 0; i <= last; i++) print "  initial " name "[" i "] = 0;"
    }'
}

# twin: a module with the pins of module right, in right.raw: module wrong, with the right one beside it. It ends the run when a
# handshake differs, which is every output that is no data, or, when file `compare` says 1, when data does.
twin() {
  awk -v module="$module" '
    /^module right\(/ { ports = $0; sub(/^module right\(/, "", ports); while (ports !~ /\);/) { getline; ports = ports $0 } sub(/\);.*/, "", ports) }
    /^  (input|output) / {
      direction = $1; width = ""
      if ($2 ~ /^\[/) width = $2
      name = $NF; sub(/;/, "", name)
      declared = declared "  " direction " wire " width " " name ";\n"
      if (direction == "input") { same = same ", ." name "(" name ")"; own = own ", ." name "(" name ")" }
      else {
        extra = extra "  wire " width " right_" name ";\n"; same = same ", ." name "(right_" name ")"; own = own ", ." name "(" name ")"
        if (name ~ /data|flit|dest|last|_vc$|strb|keep|[^l]id$|addr|prot|len$|size|resp|adr|dat_|sel|we$/) data = data " || " name " != right_" name; else control = control " || " name " != right_" name
      }
      if (name ~ /^a?clk$/) clock = name
    }
    END {
      print "module " module "(" ports ");\n" declared extra "  right u_right(" substr(same, 3) ");\n  wrong u_wrong(" substr(own, 3) ");"
      print "  reg compare [0:0]; initial $readmemh(\"compare\", compare);"
      print "  always @(posedge " clock ") if (compare[0] ? 0" data " : 0" control ") $stop;\nendmodule"
    }' right.raw
}

# mutants: wrong.il, with all of them; which one is there is input mutsel
mutants() {
  { echo "read_rtlil right.il"
    awk '{ print $0, "-ctrl mutsel 16", NR }' list
    echo "opt_clean; write_rtlil wrong.il"; } >wrong.ys
  yosys -qq -s wrong.ys
}

# try_all: results, lines "NUMBER CHECK", 0 the right router
try_all() {
  verilog wrong.il "$module"
  chosen <"$module.raw" | named >wrong.v
  try_numbers "$last" wrong.v
}

# try_twins: survivors, lines "NUMBER handshake|data|same|later CHECK", or "NUMBER open": vc_router looks beyond the ends of its tables where it
# does not matter, and what Verilator finds there is another value in each copy.
try_twins() {
  local number check
  awk '$1 > 0 && $2 == "-" { print $1 }' results >left
  if [ "$name" = vc_router ]; then
    sed 's/$/ open/' left >survivors
    return
  fi
  verilog right.il right
  verilog wrong.il wrong
  { zeroed <right.raw; zeroed <wrong.raw | chosen; twin | named; } >twin.v
  described "${descriptions[0]}" twin.v >twin.yaml
  echo 0 >mutant
  for number in 0 1; do
    echo "$number" >compare
    check=$(found twin "$twin_cycles")
    [ "$check" = - ] || fail "$name: the right one is not as itself: $check"
  done
  while read -r number; do
    printf '%x\n' "$number" >mutant
    echo 0 >compare
    check=$(found twin "$twin_cycles")
    case $check in
      pins) echo "$number handshake" ;;
      -) echo 1 >compare
        check=$(found twin "$twin_cycles")
        case $check in pins) echo "$number data" ;; -) echo "$number same" ;; *) echo "$number later $check" ;; esac ;;
      *) echo "$number later $check" ;;
    esac
  done <left >survivors.new
  mv survivors.new survivors
}

while read -r name wanted home module parameters files; do
  [ -n "$name" ] && [ "${only:-$name}" = "$name" ] || continue
  eval "sources=($FEDX_SOURCE/$files)"
  descriptions=("$FEDX_SOURCE/$home/$name.yaml")
  mkdir -p "$name"
  (
    cd "$name"
    [ -f list ] || netlist
    [ -f wrong.il ] || mutants
    last=$(wc -l <list)
    [ "$last" -le "$most" ] || last=$most
    [ "$(wc -l 2>/dev/null <results || echo 0)" -gt "$last" ] || try_all
    [ -f survivors ] || try_twins
  )
done <<<"$list"
awk -f "$here/blackbox/score.awk" -v report=0 ./*/results ./*/survivors
[ -z "$report" ] || awk -f "$here/blackbox/score.awk" -v report=1 ./*/results ./*/survivors >"$report"
