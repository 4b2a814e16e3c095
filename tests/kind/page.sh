#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The commands with which CONTRIBUTING.md adds a kind of router, as they stand there, in a copy of the sources: fabrics of it deliver
# packets, and what it does not have is refused.
. "$(dirname "$0")/../common.sh"
copy=$scratch/copy
mkdir "$copy"
tar -C "$FEDX_SOURCE" -c --exclude='./build*' --exclude=./.git --exclude=node_modules . | tar -x -C "$copy"
cd "$copy"
awk '/^## / { on = /^## To add a kind of router$/ } on && /^```$/ { block = 0 } block { print } on && /^```sh$/ { block = 1 }' CONTRIBUTING.md >"$scratch/page"
[ "$(wc -l <"$scratch/page")" -ge 10 ] || fail "CONTRIBUTING.md has $(wc -l <"$scratch/page") commands for a kind of router"
ran=0
while IFS= read -r command; do
  bash -c "$command" >"$scratch/out" 2>&1 </dev/null || { tail -n 20 "$scratch/out"; fail "$command"; }
  if [[ $command == build-dev/fedx\ run* ]]; then
    read -r taken delivered < <(sed -nE 's/^packets +([0-9]+) taken from PEs, ([0-9]+) delivered.*/\1 \2/p' "$scratch/out")
    [ "$taken" -gt 1000 ] && [ "$taken" -eq "$delivered" ] || { cat "$scratch/out"; fail "$command: $taken packets taken, $delivered delivered"; }
  fi
  ran=$((ran + 1))
done <"$scratch/page"
refused "--router relay: no stimulus is made for one router of this kind alone" build-dev/fedx verify --router relay
refused "there is no RTL of --router relay" build-dev/fedx run --router relay --lockstep all
FEDX_BUILD=$copy/build-dev FEDX_SOURCE=$copy bash tests/rooms.sh --renew >"$scratch/out" 2>&1 || { cat "$scratch/out"; fail "its room is not as tests/rooms.txt has it"; }
echo "$ran commands of CONTRIBUTING.md, and $refused refusals, with a new kind of router"
