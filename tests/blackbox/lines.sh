#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Mutants of the Fed-X switch (tests/mutants/mutants.txt) that lose, double, damage or misdeliver packets, or keep their buffers, each
# as a router of any other make (own/fedx.yaml): which check of `fedx blackbox` finds it. One that none finds fails the test.
#   lines.sh [NAME...]   those; without names all of the list below
. "$(dirname "$0")/../common.sh"
. "$here/mutants/lines.sh"
export CXXFLAGS=-O0
cycles=100000
chosen=("$@")
[ $# -gt 0 ] || chosen=(receive_lookup_early receive_last_byte_lost transmit_old_bit_sent pool_write_address pool_last_byte_unread
  pool_release_lost store_address_narrow store_first_byte_skipped store_read_neighbour)
read_lines "$here/mutants/mutants.txt"
missed=0
for name in "${chosen[@]}"; do
  number=${number_of[$name]-}
  [ -n "$number" ] || fail "no mutant $name in mutants.txt"
  rm -rf "$scratch/one"
  change "$number" "$scratch/one" || exit 1
  mkdir "$scratch/one/own"
  cp "$here"/blackbox/own/fedx* "$scratch/one/own"
  sed -i 's|\.\./\.\./\.\./rtl/fedx|../rtl|g' "$scratch/one/own/fedx.yaml"
  status=0
  "$FEDX" blackbox --quiet "$scratch/one/own/fedx.yaml" --cycles "$cycles" --no-bundle >"$scratch/out" 2>&1 || status=$?
  case $status in
    0) missed=$((missed + 1)) && found="not found in $cycles cycles" ;;
    1) found=$(sed -nE 's/^([a-z]+: cycle [0-9]+): .*/\1/p' "$scratch/out") ;;
    *) cat "$scratch/out" >&2 && fail "$name: status $status" ;;
  esac
  printf '%-28s %-26s %s\n' "$name" "$found" "${words[number]}"
done
[ "$missed" -eq 0 ] || fail "$missed of ${#chosen[@]} not found"
echo "${#chosen[@]} mutants found"
