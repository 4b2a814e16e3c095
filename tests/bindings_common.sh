# SPDX-License-Identifier: Apache-2.0
# Sourced by bindings.sh, bindings_vcr.sh and bindings_axis.sh: an example of one package is built and run out of the tree, from installed files
# only, in each language that the argument of the script may name.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# install_package NAME EXAMPLES: the package, found by pkg-config from now on, and a copy of its examples
install_package() {
  cmake --install "$FEDX_BUILD" --prefix "$scratch/prefix" >/dev/null
  PKG_CONFIG_PATH=$(dirname "$(find "$scratch/prefix" -name "$1.pc")")
  export PKG_CONFIG_PATH SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1
  cp -r "$scratch/prefix/share/fedx/examples/bindings" "$scratch"
  examples=$scratch/$2
  vpidir=$(pkg-config --variable=vpidir "$1")
}

# make_in FOLDER ...: make with the path as the documents have it, an argument, and in no environment.
make_in() {
  env -u PKG_CONFIG_PATH make -C "$examples/$1" PKG_CONFIG_PATH="$PKG_CONFIG_PATH" "${@:2}"
}

# has TEXT: the last output says so.
has() {
  grep -qF -- "$1" "$scratch/out" "$scratch/err" || { cat "$scratch/out" "$scratch/err"; fail "not said: $1"; }
}

# runs FOLDER [ARGUMENT]: the example runs, and its self-test fails where it must; the first run gets the argument.
runs() {
  expect 0 make_in "$@" run
  expect 0 make_in "$1" self-test
}

# declared_symbols KIND HEADER...: what the shared library shows is what the headers declare, and nothing else.
declared_symbols() {
  local library kind=$1 header
  library=$(pkg-config --variable=libdir "$kind")/lib${kind}_model.so
  for header in "${@:2}"; do
    grep -hvE '^(static inline|    | \*|/\*)|\\$' "$scratch/prefix/include/$kind/$header.h"
  done | grep -oE "\b${kind}_[a-z_]+\(" | tr -d '(' | sort -u >"$scratch/declared"
  nm -D --defined-only "$library" | awk '{print $3}' | sort | diff "$scratch/declared" - || fail "$library does not show what the headers declare"
  [ "$(wc -l <"$scratch/declared")" -ge 10 ] || fail "only $(wc -l <"$scratch/declared") functions are declared"
}

need_systemc() {
  pkg-config --exists systemc || skip "no SystemC (libsystemc-dev)"
}

need_verilator() {
  command -v verilator >/dev/null || skip "no Verilator (verilator)"
  export VERILATOR_FLAGS='--output-split 0 -MAKEFLAGS "VM_PARALLEL_BUILDS=0 OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0"'
}

# need_icarus MODULE: of VPI
need_icarus() {
  command -v iverilog >/dev/null || skip "no Icarus Verilog (iverilog)"
  [ -f "$vpidir/$1" ] || skip "it was not built (vpi_user.h was missing)"
}

# wrong_vpi_uses MODULE VARIABLES BEFORE BEHIND: each line of the input, "USE|ERROR", ends the simulation with that one error, with file
# and line
wrong_vpi_uses() {
  local use text
  while IFS='|' read -r use text; do
    {
      echo "module wrong; $2"
      echo "initial begin $3"
      echo "$use"
      echo "$4 end endmodule"
    } >"$scratch/wrong.v"
    expect 0 iverilog -g2005 -L "$vpidir" -m"$1" -o "$scratch/wrong.vvp" "$scratch/wrong.v"
    expect 1 vvp -n -M "$vpidir" "$scratch/wrong.vvp"
    has "ERROR: $scratch/wrong.v:3: $text"
    [ "$(grep -c ERROR "$scratch/out")" -eq 1 ] || fail "more than one error for $use"
    wrong_uses=$((wrong_uses + 1))
  done
}

# wrong_python_uses MODULE: each line of the input, "USE|ERROR", raises that
wrong_python_uses() {
  local use text
  while IFS='|' read -r use text; do
    expect 1 python3 -c "import $1; $use"
    has "Error: $text"
    wrong_uses=$((wrong_uses + 1))
  done
}

# run_binding NAME: what the script does of it; wrong_uses counts the uses that a binding must name as wrong.
run_binding() {
  wrong_uses=0
  case $1 in
    c) c_library ;;
    cmake) cmake_package ;;
    python) python ;;
    systemc) systemc ;;
    dpi) dpi ;;
    vpi) vpi ;;
    *) fail "no binding $1" ;;
  esac
  echo "$1: the example runs and its self-test fails, from installed files alone; $wrong_uses wrong uses named"
}
