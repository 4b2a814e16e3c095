#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# fedx run --check-engine with further options: both engines, every event of every cycle.
. "$(dirname "$0")/../common.sh"
expect 0 "$FEDX" run --check-engine "$@"
grep "^engines .* 0 differences" "$scratch/out" || fail "nothing was compared"
