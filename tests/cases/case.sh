# SPDX-License-Identifier: Apache-2.0
# Sourced by the cases: helpers, and a right router of one input and one output with its description. $long is not empty with --long.
# shellcheck source=../../../common.sh
. "$(dirname "${BASH_SOURCE[0]}")/../common.sh"
long=${1-}
[ -z "$long" ] || [ "$long" = --long ] || fail "unknown option $long"
command -v verilator >/dev/null || skip "no verilator"
export CXX=$here/quick_clang.sh CXXFLAGS=-O0 QUICK_TESTBENCH=yes TMPDIR=$scratch/tmp
mkdir "$TMPDIR"
folder=$(cd "$(dirname "$0")" && pwd)
# shellcheck disable=SC2034 # the cases'
verify=("$FEDX" blackbox --quiet)
cd "$scratch"

# module NAME [VERILOG]: it passes what comes in, with more Verilog in it
module() {
  cat <<V
module $1 (input wire clk, input wire rst, input wire in_valid, output wire in_ready, input wire [15:0] in_data,
           output wire out_valid, input wire out_ready, output wire [15:0] out_data);
    assign out_valid = in_valid & ~rst;
    assign in_ready = out_ready & ~rst;
    assign out_data = in_data;
    ${2-}
endmodule
V
}

# description NAME FILE...: of that module, in these files
description() {
  local name=$1
  shift
  cat <<Y
top: $name
files: [$(printf '"%s", ' "$@")]
clock: clk
reset: rst
fields: {data: 16}
framing: {by: single}
packets: {min_flits: 1, max_flits: 1}
inputs: {count: 1, interface: valid-ready, pins: {valid: in_valid, ready: in_ready, data: in_data}}
outputs: {count: 1, interface: valid-ready, pins: {valid: out_valid, ready: out_ready, data: out_data}}
Y
}

# sources: the Verilog and the descriptions of the case, in the current folder
sources() {
  cp "$folder"/*.yaml "$folder"/*v .
}

# said PATTERN: the last output has it
said() { grep -qE "$1" out || { cat out err; fail "not said: $1"; }; }

# shown BUNDLE PACKETS: the last failure left this bundle, with so many packets (a pattern), and every simulator that can run it shows it
shown() {
  said "^bundle +$1: $2 packets?,"
  ! grep -q 'does not show it\|NOT CONFIRMED' out || fail "$1 is not confirmed: $(tail -3 out)"
}

# found_right NAME CYCLES [OPTION...]: nothing is wrong with NAME.yaml, nor does its testbench say so
found_right() {
  local name=$1 cycles=$2 seed
  shift 2
  for seed in ${long:+1 2} 3; do
    expect 0 "${verify[@]}" "$name.yaml" --seed "$seed" --cycles "$cycles" --keep "kept_$name" --testbench "good_$name$seed" "$@"
  done
  make -C "good_${name}3" icarus >icarus.log 2>&1 || { tail -3 icarus.log; fail "the testbench of $name fails"; }
}

# found_wrong FILE NUMBER LINE PACKETS [OPTION...]: the router with WRONG=NUMBER fails with such a line, and the failure is shown as above;
# counted
found_wrong() {
  local bundle=bundle_${1%.yaml}$2
  expect 1 "${verify[@]}" "$1" --parameter WRONG="$2" --bundle "$bundle" "${@:5}"
  said "$3"
  shown "$bundle" "$4"
  wrongs=$((wrongs + 1))
}
wrongs=0

# altered FILE SED WORDS: a description with a mistake is refused, with these words behind its name first
altered() {
  sed "$2" "$1" >altered.yaml
  ! cmp -s altered.yaml "$1" || fail "nothing altered: $2"
  refused_first "fedx blackbox: altered.yaml:$3" "${verify[@]}" altered.yaml
}

# nothing_left: no temporary folder, no part of a bundle, no program of ours that runs on
nothing_left() {
  [ -z "$(ls -A "$TMPDIR")" ] || { ls -A "$TMPDIR"; fail "temporary files stay"; }
  [ -z "$(find . -name '*.part' -print -quit)" ] || { find . -name '*.part'; fail "a part of a bundle stays"; }
  ! pgrep -f "$scratch/" >programs || { cat programs; fail "a program runs on"; }
}
