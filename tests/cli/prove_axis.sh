#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# fedx prove: blocks of the AXI4-Stream switch are proved with parameters that no configuration has, and a mutant is not; what cannot
# be had is said, also by a program without the sources.
. "$(dirname "$0")/../common.sh"
. "$FEDX_SOURCE/sim_scripts/proof_tools.sh"
find_proof_tools || exit 77
cd "$scratch"
export CC=$here/kept_cc.sh

# bad WORDS OPTION...
bad() { refused_first "$1" "$FEDX" prove "${@:2}"; }
bad 'name the router: fedx prove axis'
bad 'name the router: fedx prove axis' vcr
bad '--inputs 17: must be a whole number from 1 to 16' axis --inputs 17
bad '--data-bits 65: must be 1 to 63 or a multiple of 64' axis --data-bits 65
bad '--data-bits 192: must be' axis --inputs 12 --data-bits 192
bad 'no block skid; there are ingress egress' axis skid
refused '--build axis-17x1: the model has no such parameters' "$FEDX_SOURCE/sim_scripts/prove.sh" --router axis --build axis-17x1
refused '--build axis-5: must be a build of' "$FEDX_SOURCE/sim_scripts/prove.sh" --router axis --build axis-5
mkdir bin && command cp "$FEDX" bin/fedx
refused 'is not part of an installation' bin/fedx prove axis

shape=(axis --inputs 3 --outputs 2 --dest-bits 1 --data-bits 5)
expect 0 "$FEDX" prove "${shape[@]}" egress arbitrate fair
[ "$(grep -cE '^(egress|arbitrate|fair) .* equal ' out)" -eq 3 ] || { cat out; fail "not all are proved"; }
cat out

expect 0 "$FEDX_SOURCE/sim_scripts/prove.sh" --no-install --negative --router axis --build axis-3x2-dest1-data5 arbitrate
grep -qE '^arbitrate .* different ' out || { cat out; fail "the mutant is proved"; }
echo "3 blocks proved with other parameters, a mutant is not, $refused refused"
