#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What Verilator's makefile has in front of its compiler when OBJCACHE names this: Verilator's own runtime, which takes as long
# as a small testbench, is kept in the build as it was compiled, for whoever compiles the same in the same way. All else is
# compiled, by way of ccache where it is; of tests whose testbenches run for a moment (QUICK_TESTBENCH, cases/case.sh) without
# optimisation, with Verilator's headers as they were read before.
#   objcache.sh COMPILER OPTION... -o OBJECT SOURCE
set -eu
source=${!#}

# compile_soon COMPILER OPTION... -o OBJECT SOURCE
compile_soon() {
  local options=() option headers
  for option; do
    case $option in
      -c) break ;;
      -I* | -MMD) ;;
      *) options+=("$option") ;;
    esac
  done
  # shellcheck source=headers.sh
  . "$(dirname "$(realpath "$0")")/headers.sh"
  read_headers "${options[@]}" -O0
  exec "$1" "${headers[@]}" "${@:2:$#-2}" -O0 "$source"
}

case $source in
  */include/verilated*.cpp) ;;
  *)
    [ -z "${QUICK_TESTBENCH-}" ] || compile_soon "$@"
    # Of a compiler that goes by another's name (quick_clang.sh) ccache would add options that the other one does not know.
    export CCACHE_COMPILERTYPE=gcc
    exec $(command -v ccache || true) "$@"
    ;;
esac
read -r object < <(grep -A1 -x -e -o < <(printf '%s\n' "$@") | tail -n 1)
# An option that is given twice is given once, where it is given last; coroutines are for one source, which always has them.
key=$({
  printf '%s\n' "$@" | grep -vx -e -fcoroutines | tac | awk '!given[$0]++'
  "$1" --version
  sha256sum "${source%/*}"/verilated*
} | sha256sum | cut -d' ' -f1)
kept=$FEDX_BUILD/tests/runtime/$key.o
if [ ! -f "$kept" ]; then
  "$@"
  mkdir -p "${kept%/*}"
  cp "$object" "$kept.$$"
  mv "$kept.$$" "$kept"
fi
cp "$kept" "$object"
