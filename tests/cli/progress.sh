#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Progress lines on a terminal: the share that is done and how long the rest takes, and the seconds of a build of RTL. Nowhere
# else is there progress, nor with --quiet, and nothing is coloured.
. "$(dirname "$0")/../common.sh"
command -v script >/dev/null || skip "no script: apt-get install bsdutils"

# on_terminal SECONDS COMMAND...: run it for as long, what it prints on the terminal to $scratch/terminal, a line as often as it is written
on_terminal() {
  local seconds=$1
  shift
  script -qefc "timeout $seconds $(printf '%q ' "$@")" /dev/null <<<"" 2>&1 | tr '\r' '\n' >"$scratch/terminal" || true
  ! grep -q $'\x1b\[[0-9;]*m' "$scratch/terminal" || fail "there is colour: $(grep -m 1 $'\x1b\[[0-9;]*m' "$scratch/terminal")"
}
lines=0
# shown PATTERN
shown() {
  grep -qE "$1" "$scratch/terminal" || { cat "$scratch/terminal" >&2; fail "no line $1"; }
  lines=$((lines + 1))
}

long=(--rows 4 --cols 4 --cycles 100000000)
on_terminal 4 "$FEDX" run "${long[@]}"
shown '^ +[0-9]+%  [0-9]+ of 100000000 cycles, about [0-9]+ (s|min|h|days) left'
! awk '/ of 100000000 cycles/ { print; exit }' "$scratch/terminal" | grep -q left || fail "the first line cannot know how long the rest takes"
on_terminal 2 "$FEDX" run "${long[@]}" --quiet
! grep -q "%" "$scratch/terminal" || fail "progress with --quiet"
timeout 2 "$FEDX" run "${long[@]}" >"$scratch/out" 2>"$scratch/err" || true
[ ! -s "$scratch/err" ] || fail "progress into a file: $(cat "$scratch/err")"
on_terminal 6 "$FEDX" sweep figure-10 -j1 --set fabric.rows=3 --set fabric.cols=3 --set run.cycles=20000 --set run.warmup=2000 --out "$scratch/swept"
shown '^ +[0-9]+%  [0-9]+ of [0-9]+ runs, about [0-9]+ (s|min|h|days) left'

# RTL that is built: a mutant, so that the build without optimisations that confirms it is shown, too.
if command -v verilator >/dev/null && [ -f "$FEDX_BUILD/libfedx_rtl.so" ]; then
  with_quick_clang "$scratch/quick"
  export CXXFLAGS=-O0
  on_terminal 300 "$FEDX" verify --dut "$FEDX_BUILD/examples/lost_release/lost_release.f" --top fedx_switch --no-bundle
  shown '^building RTL of fedx_switch \(verilator\) \.\.\. 0 s$'
  shown '^building RTL of fedx_switch \(verilator\) \.\.\. [1-9][0-9]* s$'
  [ "$(grep -c '\.\.\. 0 s$' "$scratch/terminal")" -eq 2 ] || fail "not two builds: $(cat "$scratch/terminal")"
  on_terminal 300 "$FEDX" verify --router-dut "$FEDX_SOURCE/examples/your-router/stream_mux.yaml" --cycles 2000 --no-bundle
  shown '^building RTL of [a-z_]+ \(verilator\) \.\.\. 0 s$'
fi
echo "$lines progress lines"
