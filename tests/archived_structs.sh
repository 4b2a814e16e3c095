#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# No struct with padding is saved, hashed or compared whole; and the search finds one that has some.
. "$(dirname "$0")/common.sh"
command -v gcc >/dev/null || skip "no gcc"
command -v python3 >/dev/null || skip "no python3"
python3 "$here/archived_structs.py" gcc "$FEDX_SOURCE"
mkdir -p "$scratch/cmodel"
cp -r "$FEDX_SOURCE/include" "$scratch"
cp -r "$FEDX_SOURCE/cmodel" "$scratch"
sed -i '/uint8_t zero\[6\]; .*faults compare/d' "$scratch/cmodel/faults/faults.h"
rm -rf "$scratch"/cmodel/{papers,experiment,results,cli,triage,run,config,blackbox}
! python3 "$here/archived_structs.py" gcc "$scratch" 2>"$scratch/err" || fail "padding of struct fault is not found"
grep -qx 'FAIL: saved whole, and has padding: struct fault' "$scratch/err" || { cat "$scratch/err"; fail "something else is found"; }
