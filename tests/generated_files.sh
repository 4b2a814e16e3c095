#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The committed generated files are what the one source gives today.
. "$(dirname "$0")/common.sh"
"$FEDX_CODEGEN" params | diff -u "$FEDX_SOURCE/rtl/fedx_params.vh" - || fail "stale: fedx-codegen params > rtl/fedx_params.vh"
"$FEDX_CODEGEN" vlt | diff -u "$FEDX_SOURCE/tb/fedx_state.vlt" - || fail "stale: fedx-codegen vlt > tb/fedx_state.vlt"
expect 2 "$FEDX_CODEGEN" nonsense
echo "2 generated files are up to date"
