#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The committed generated files are what the one source gives today.
. "$(dirname "$0")/common.sh"
"$FEDX_CODEGEN" params | diff -u "$FEDX_SOURCE/rtl/fedx_params.vh" - || fail "stale: fedx-codegen params > rtl/fedx_params.vh"
"$FEDX_CODEGEN" vlt | diff -u "$FEDX_SOURCE/tb/fedx_state.vlt" - || fail "stale: fedx-codegen vlt > tb/fedx_state.vlt"
"$FEDX_CODEGEN" map | diff -u "$FEDX_SOURCE/examples/fedx_regs.yaml" - || fail "stale: fedx-codegen map > examples/fedx_regs.yaml"
"$FEDX_CODEGEN" rdl | diff -u "$FEDX_SOURCE/rtl/fedx_config.rdl" - || fail "stale: fedx-codegen rdl > rtl/fedx_config.rdl"
# A page of two parts: words, and the tables from here to its end.
sed '1,/^<!-- fedx-codegen config -->$/d' "$FEDX_SOURCE/docs/config.md" >"$scratch/tables"
"$FEDX_CODEGEN" config | diff -u "$scratch/tables" - || fail "stale: the end of docs/config.md is to be: fedx-codegen config"
expect 2 "$FEDX_CODEGEN" nonsense
echo "5 generated files are up to date"
