#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What RTL nodes take of the machine, and what is said when there is not enough of it.
. "$(dirname "$0")/../common.sh"
cd "$scratch"

# One thread, however many processors there are.
"$FEDX" run --rows 8 --cols 8 --lockstep all --cycles 100000000 --quiet >out 2>err &
run=$!
for ((i = 0; i < 100; i++)); do
  grep -q libfedx_rtl "/proc/$run/maps" && break
  sleep 0.05
done
sleep 0.2
threads=$(sed -n 's/^Threads:[[:space:]]*//p' "/proc/$run/status")
kill "$run"
wait "$run" || :
[ "$threads" -eq 1 ] || fail "64 RTL nodes run in $threads threads"

# limits NAME KILOBYTES START -- COMMAND...: it ends well, or with one sentence and status 2, under every limit from KILOBYTES on in
# which START ends well: the system takes memory of its own before any program begins, and ends what it cannot load with a signal.
limits() {
  local name=$1 memory=$2 start=$3 status
  shift 3
  for ((; memory <= 25000; memory += 300)); do
    { (ulimit -v "$memory" && exec "$1" "$start") >out 2>err; } 2>/dev/null || continue
    status=0
    (ulimit -v "$memory" && exec "$@") >out 2>err || status=$?
    case $status in
      0) good=$((good + 1)) ;;
      2) grep -E "^$name: .*(memory|cannot)" err >/dev/null && refused=$((refused + 1)) || fail "$memory kB: $(cat err)" ;;
      127) grep -qE "shared libraries|thread-local" err || fail "$memory kB: $(cat err)" ;; # the system's loader
      *) fail "$memory kB of memory: exit status $status: $*: $(cat err)" ;;
    esac
  done
}
good=0 refused=0
limits "fedx run" 5000 --version "$FEDX" run --rows 8 --cols 8 --lockstep all --cycles 100 --quiet
echo "runs under a limit of memory: $good good, $refused refused in one sentence; $threads thread"
[ "$good" -gt 0 ] && [ "$refused" -gt 0 ] || fail "limits that limit nothing, or everything"
if [ -x "$FEDX_BUILD/fedx_systemc" ]; then
  export SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1
  limits "fedx_systemc" 9000 --help "$FEDX_BUILD/fedx_systemc" --cycles 1000
fi
