#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# One process of a job is another program, which never joins: the others say so after a while, and end.
. "$(dirname "$0")/../../case.sh"
# shellcheck source=../../../mpi_launch.sh
. "$here/mpi_launch.sh"
[ "$mpi" != openmpi5 ] || skip "its mpirun cannot start two programs"
export FEDX_RANKS_TIMEOUT=3
status=0
timeout 100 "$mpirun" -n 1 "$FEDX" run --rows 4 --cols 4 --cycles 1000 --quiet : -n 1 sleep 1000 >out 2>err </dev/null || status=$?
[ $status -ne 0 ] && [ $status -ne 124 ] || { cat out err; fail "exit status $status"; }
grep -q 'fedx: not all of the 2 processes of this job have joined after 3 seconds (FEDX_RANKS_TIMEOUT): each of them must be fedx' err ||
  { cat out err; fail "it does not say what it waited for"; }
timeout 100 "$mpirun" -n 1 "$FEDX" run --rows 4 --cols 4 --cycles 1000 --quiet : -n 1 true >out 2>err </dev/null && fail "no failure" || status=$?
[ $status -ne 124 ] || fail "it waits for a process that has ended"
FEDX_RANKS=none expect 0 timeout 100 "$mpirun" -n 1 "$FEDX" run --rows 4 --cols 4 --cycles 1000 --quiet : -n 1 true
echo "2 jobs"
