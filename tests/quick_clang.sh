#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What CXX names in tests that build switches of a user's own and are about something else: clang, which takes less time than
# g++ for code that runs slower; with Verilator's headers as it has read them before, and the runtime as the build has it.
# Under the name g++ (with_quick_clang in common.sh) it leaves all else that is to be compiled to the one behind it.
#   quick_clang.sh OPTION...   as fedx gives them to a compiler
set -eu
FEDX_BUILD=${FEDX_BUILD:-$(realpath "${0%/*}/build")}
others() { exec "$(type -ap g++ | grep -vxF -- "$0" | head -n 1)" "$@"; }
command -v clang++ >/dev/null || others "$@"
case " $* " in
  " -std=gnu++17 -DVL_TIME_CONTEXT "*" -c "*) ;;
  " -shared -pthread "*) exec clang++ "$@" -latomic ;;
  " --version ") exec clang++ --version ;; # who compiles what a program of ours asks for
  *) [ "${0##*/}" != g++ ] || others "$@" && exec clang++ "$@" ;;
esac
for option; do
  case $option in -O*) optimised=$option ;; esac
done
source=${*: -3:1} object=${!#}
case $source in
  */runtime.cpp)
    ld -r --whole-archive "$FEDX_BUILD"/libfedx_dut_runtime-*.a -o "$object"
    echo "$object: $(echo "$FEDX_BUILD"/libfedx_dut_runtime-*.a)" >"${object%.o}.d"
    ;;
  *)
    . "$(dirname "$(realpath "$0")")/headers.sh"
    read_headers clang++ -std=gnu++17 -DVL_TIME_CONTEXT -fPIC -pthread -w "$optimised"
    exec clang++ "${headers[@]}" "$@"
    ;;
esac
