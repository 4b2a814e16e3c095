#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Help: on stdout, exit status 0; without a command the usage goes to stderr.
. "$(dirname "$0")/../common.sh"
expect 0 "$FEDX" --help
for command in run config sweep report verify coverage replay shrink gen-tb gen-fabric bench; do
  grep -q "^  $command " "$scratch/out" || fail "--help does not list $command"
done
for command in run config sweep report verify coverage replay shrink gen-tb gen-fabric bench; do
  expect 0 "$FEDX" $command --help
  grep -q "Usage: fedx $command" "$scratch/out" || fail "no usage of $command"
done
expect 2 "$FEDX"
[ ! -s "$scratch/out" ] && grep -q "Usage" "$scratch/err" || fail "usage without a command"
echo "help of 11 commands"
