#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Each tool that the program starts is taken away in turn, and so is what a version of Verilator can do: the command that needs
# it names it and ends with an error, and no check is left out in silence.
. "$(dirname "$0")/../common.sh"
cd "$scratch"
all=$PATH

# without [TOOL]: a PATH with all programs but this
without() {
  local folder
  PATH=$all
  rm -rf tools
  mkdir tools
  for folder in ${PATH//:/ }; do
    [ ! -d "$folder" ] || find "$folder/" -maxdepth 1 ! -type d ! -name "${1-}" -exec ln -s -t tools {} + 2>links || true
  done
  export PATH=$PWD/tools
}

# names TOOL WORDS COMMAND...: without the tool it ends with an error, whose text names it
looked=0
names() {
  local tool=$1 words=$2 status=0
  shift 2
  without "$tool"
  "$@" >out 2>err </dev/null || status=$?
  PATH=$all
  cat out err >said
  [ "$status" -ne 0 ] || { cat said >&2; fail "without $tool it succeeds: $*"; }
  grep -qF -- "$words" said || { cat said >&2; fail "without $tool it does not say '$words': $*"; }
  looked=$((looked + 1))
}

dut=("$FEDX" verify --dut "$FEDX_BUILD/examples/lost_release/lost_release.f" --top fedx_switch --cycles 2000)
black_box=("$FEDX" blackbox "$FEDX_SOURCE/examples/your-router/stream_switch.yaml" --cycles 2000)
[ -e "$FEDX_SOURCE/examples/your-router/stream_switch.yaml" ] || fail "no example of a router of another make"

# Verilator and the compiler, for a switch and for a router of another make
names verilator "install Verilator (apt-get install verilator)" "${dut[@]}"
names verilator "install Verilator (apt-get install verilator)" "${black_box[@]}"
unset CXX
names g++ "cannot run the compiler g++" "${dut[@]}"
names g++ "cannot run the compiler g++" "${black_box[@]}"

# A Verilator that can do less. What it cannot do it refuses, as versions do.
# lesser OPTION...: it refuses these
lesser() {
  local option
  without verilator
  {
    echo '#!/bin/sh'
    echo 'for word; do case $word in'
    for option; do echo "  $option) echo \"%Error: Invalid option: $option\" >&2; exit 1 ;;"; done
    echo "esac; done; exec $(PATH=$all command -v verilator) \"\$@\""
  } >tools/verilator
  chmod +x tools/verilator
}
# The ways in which it describes a design, as the program tries them
mapfile -t ways < <(grep -oE '"--[a-z-]+ --version", VERILATOR_' "$FEDX_SOURCE/cmodel/verilator/verilator.c" | grep -oE -- '--[a-z-]+-only')
[ ${#ways[@]} -eq 2 ] || fail "verilator.c tries ${#ways[@]} ways, not two"
for command in dut black_box; do
  lesser "${ways[@]}"
  declare -n words=$command
  refused "describes a design neither as XML nor as JSON" "${words[@]}"
  looked=$((looked + 1))
done
PATH=$all
# With one of them it finds the same wrong parameter.
for way in "${ways[@]}"; do
  verilator "$way" --version >/dev/null 2>&1 || continue
  [ "$way" = "${ways[0]}" ] && lesser "${ways[1]}" || lesser "${ways[0]}"
  refused "BUFFERS = 16, and is compared with a model of 10" "$FEDX" verify --dut "$FEDX_SOURCE/rtl/fedx/fedx.f" --top fedx_switch --parameter BUFFERS=16
  looked=$((looked + 1))
done
PATH=$all

# Other simulators of a bundle
expect 1 "${dut[@]}" --keep kept --no-bundle
for tool in iverilog verilator make; do
  rm -rf fedx-bundle
  without "$tool"
  status=0
  "$FEDX" verify --rtl-object kept/fedx_dut.so --cycles 2000 --second-opinion >out 2>err </dev/null || status=$?
  PATH=$all
  [ "$status" -ne 0 ] || fail "a second opinion without $tool succeeds"
  grep -q "no second opinion: .*$tool" err || { cat out err >&2; fail "a second opinion without $tool does not name it"; }
  looked=$((looked + 1))
done

# Figures
without gnuplot
cat >tiny.yaml <<'YAML'
title: "One point"
paper: "none"
y: throughput
y_label: "throughput"
x: traffic.load
values: [0.1]
seeds: 1
base:
  - run.cycles=2000
curves:
  - name: all
    set: [run.warmup=200]
YAML
expect 0 "$FEDX" sweep ./tiny.yaml --out figures
PATH=$all
grep -q "not drawn: that needs gnuplot (apt-get install gnuplot-nox)" out || { cat out >&2; fail "figures that are not drawn are not named"; }
looked=$((looked + 1))

echo "$looked tools and abilities taken away, each named by the command that needs it"
