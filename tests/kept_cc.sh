#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What CC names where proofs are tested: the program that translates LLVM's code into Verilog, which each of them compiles, stays
# in the build for whoever compiles the same in the same way.
#   kept_cc.sh OPTION... SOURCE -o PROGRAM OPTION...   FEDX_BUILD is set
set -eu
command=(cc "$@")
key=()
for i in "${!command[@]}"; do
  case ${command[i]} in
    -o) at=$((i + 1)) ;;
    *.c) source=${command[i]} ;;
  esac
  [ "$i" = "${at-}" ] || key+=("${command[i]}")
done
program=${command[at]}
kept=$FEDX_BUILD/tests/kept/$({ cc --version && printf '%s\n' "${key[@]}" && cat "$source"; } | sha256sum | cut -c1-16)
mkdir -p "${kept%/*}"
exec 9>"$kept.lock"
flock 9
if [ ! -x "$kept" ]; then
  command[at]=$kept.new
  "${command[@]}"
  mv "$kept.new" "$kept"
fi
cp "$kept" "$program"
