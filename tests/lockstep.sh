#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Law 1: model and RTL agree. Runs `fedx` with the given arguments; it must end well, have compared
# something and found no difference, and, for fedx verify over a million cycles or more of stimulus, have
# seen every named register change.
#   lockstep.sh run|verify OPTION...
. "$(dirname "$0")/common.sh"
expect 0 "$FEDX" "$@"
grep -E "^(injected|compared|legal|registers|packets)" "$scratch/out"
grep -qE "^compared +[1-9][0-9]* .*: 0 differences$" "$scratch/out" || fail "nothing was compared"
if grep -qE "^compared +[0-9]{7,} cycles" "$scratch/out" && ! grep -q "^injected" "$scratch/out"; then
  grep -qE "^registers +([0-9]+) of \1 changed" "$scratch/out" || { tail -n 1 "$scratch/out"; fail "some registers never changed"; }
fi
