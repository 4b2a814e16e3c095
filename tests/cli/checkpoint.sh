#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs that are killed, by SIGKILL and by signals that save, and resumed: every file that they write is
# that of a run which was not. And checkpoints that cannot be used, each with its error.
#   checkpoint.sh [--long]   --long: more kinds of runs are killed
. "$(dirname "$0")/../common.sh"
cd "$scratch"
comparisons=0

# outputs NAME: the options for all files of a run
outputs() {
  echo "--json $1.json --csv $1.csv --trace $1.trace --hops $1.hops --record $1.record"
}

# inode FILE: another one each time the file is replaced
inode() {
  stat -c %i "$1" 2>/dev/null || echo none
}

# kill_after_checkpoint COMMAND...: kill -9 as soon as there is a new checkpoint. @return 0 killed, 1 it ended before
kill_after_checkpoint() {
  local before status=0
  before=$(inode run.ckpt)
  "$@" >out 2>err </dev/null &
  local pid=$!
  while kill -0 "$pid" 2>/dev/null && { [ ! -e run.ckpt ] || [ "$(inode run.ckpt)" = "$before" ]; }; do
    sleep 0.01
  done
  kill -9 "$pid" 2>/dev/null || true
  wait "$pid" 2>/dev/null || status=$?
  [ "$status" -eq 137 ] || [ "$status" -eq 0 ] || { cat err >&2; fail "exit status $status: $*"; }
  [ "$status" -eq 137 ]
}

# same A B: the files of two runs
same() {
  local file
  for file in json trace hops record csv/run.csv csv/nodes.csv csv/links.csv csv/latency.csv csv/series.csv; do
    cmp "$1.$file" "$2.$file" || fail "$file of the resumed run differs"
    comparisons=$((comparisons + 1))
  done
  # Words too, but for the time that it took.
  diff <(sed 's/engine, .*/engine/' "$1.out") <(sed 's/engine, .*/engine/' "$2.out") || fail "the words differ"
  [ ! -e run.ckpt ] || fail "the checkpoint of a complete run is still there"
  ! ls ./*.part 2>/dev/null || fail "parts are left over"
}

# survives NAME EVERY RESUME_OPTIONS OPTIONS...: killed again and again, and resumed
survives() {
  local name=$1 every=$2 killed=0 more whole parts
  read -r -a more <<<"$3"
  read -r -a whole < <(outputs whole)
  read -r -a parts < <(outputs parts)
  shift 3
  expect 0 "$FEDX" run "$@" "${whole[@]}"
  cp out whole.out
  if kill_after_checkpoint "$FEDX" run "$@" "${parts[@]}" --checkpoint run.ckpt --checkpoint-every "$every"; then
    killed=1
    for _ in 1 2; do
      [ -e run.ckpt ] || break # killed after all was done
      kill_after_checkpoint "$FEDX" run --resume run.ckpt "${more[@]}" || break
      killed=$((killed + 1))
    done
    [ ! -e run.ckpt ] || expect 0 "$FEDX" run --resume run.ckpt "${more[@]}"
  fi
  cp out parts.out
  same whole parts
  echo "$name: killed $killed times"
  [ "$killed" -gt 0 ] || fail "$name: never killed"
  rm -rf whole.* parts.*
}

survives "event engine" 5000 "" --cycles 150000 --load 0.7
survives "bursts" 5000 "" --cycles 150000 --source onoff --pattern tornado --latency 2
survives "cycle engine, threads" 1000 "--threads 1" --cycles 15000 --digest --threads 2
survives "a large fabric" 1000 "--threads 2" --rows 24 --cols 24 --buffers 20 --latency 4 --load 0.1 --cycles 10000
[ ! -e "$FEDX_BUILD/libfedx_rtl.so" ] ||
  survives "mixed" 1000 "--threads 2" --rows 4 --cols 4 --cycles 20000 --rtl 0-5 --lockstep 8-11 --digest
if [ "${1-}" = --long ]; then
  survives "many messages waiting" 5000 "" --rows 4 --cols 4 --cycles 200000 --load 1.5 --schedule alpha --alpha 3 --skip-blocked
  survives "hot spots" 5000 "" --cycles 100000 --hot-spots random:3:1 --backpressure destination --detect-warmup
  survives "cycle engine, more threads" 1000 "--threads 3" --cycles 15000 --engine cycle
  survives "both engines" 1000 "" --rows 4 --cols 4 --cycles 30000 --check-engine
  survives "RTL" 1000 "" --rows 4 --cols 4 --cycles 20000 --rtl all --power-up 5 --digest
  survives "lockstep" 1000 "" --rows 4 --cols 4 --cycles 20000 --lockstep all
fi
expect 0 "$FEDX" run --cycles 100000 --record messages.txt
survives "replay" 5000 "" --cycles 100000 --replay messages.txt
echo "$comparisons files compared"

# Signals that save ---------------------------------------------------------------------------------------------------

long=(--cycles 300000000 --load 0.3 --quiet)
for signal in TERM INT HUP; do
  expect 3 timeout --preserve-status -s "$signal" 0.3 "$FEDX" run "${long[@]}" --trace t --checkpoint run.ckpt
  grep -Eq '^fedx run: interrupted at cycle [0-9]+, and saved: go on with fedx run --resume run.ckpt$' "$scratch/err" ||
    fail "what it says: $(cat "$scratch/err")"
  first=$(sed -E 's/.*cycle ([0-9]+),.*/\1/' "$scratch/err")
  expect 3 timeout --preserve-status -s "$signal" 0.3 "$FEDX" run --resume run.ckpt
  second=$(sed -E 's/.*cycle ([0-9]+),.*/\1/' "$scratch/err")
  [ "$second" -gt "$first" ] || fail "resumed at $first, and interrupted at $second"
  [ -s t.part ] && [ ! -e t ] || fail "the trace of an interrupted run"
  [ "$signal" = HUP ] || rm run.ckpt t.part
done

# What is ignored when the run begins, as under nohup or in the background of a script, stays ignored.
for signal in HUP INT; do
  (
    trap '' $signal
    exec "$FEDX" run "${long[@]}" --checkpoint ignored.ckpt
  ) >out 2>err &
  sleep 0.3
  kill -s $signal $!
  sleep 0.2
  kill -s TERM $! || fail "an ignored SIG$signal ends a run"
  wait $! && fail "not interrupted" || [ $? -eq 3 ] || fail "SIGTERM behind an ignored SIG$signal"
  rm ignored.ckpt
done

# wrong TEXT OPTIONS...: bad input, and this in the error, in one line
wrong() { refused "$1" "$FEDX" run "${@:2}"; }

# What may not be different, and what may -------------------------------------------------------------------------------

wrong "--checkpoint run.ckpt is there already: go on with its run by fedx run --resume run.ckpt, or remove it" "${long[@]}" --checkpoint run.ckpt
wrong "--load: a run that is resumed goes on as it was; only --threads, --json, --csv" --resume run.ckpt --load 0.4
wrong "--trace: a run" --resume run.ckpt --trace other
echo "traffic:" >base.yaml
wrong "base.yaml: --resume takes the configuration from the checkpoint" base.yaml --resume run.ckpt
wrong "--checkpoint-every goes with --checkpoint" --checkpoint-every 10
wrong "/dev/null is not a regular file" --checkpoint other.ckpt --trace /dev/null
expect 3 timeout --preserve-status -s TERM 0.3 "$FEDX" run --resume run.ckpt --load 0.3 --checkpoint-every 7 --json j
[ ! -e j ] || fail "results of an interrupted run"

# Files that cannot be used ---------------------------------------------------------------------------------------------

wrong "cannot read none.ckpt: No such file or directory" --resume none.ckpt
wrong "cannot read .: Is a directory" --resume .
: >empty
wrong "empty is not a checkpoint of fedx run: it is empty" --resume empty
wrong "base.yaml is not a checkpoint of fedx run" --resume base.yaml
cp run.ckpt good.ckpt
size=$(stat -c %s run.ckpt)
for length in 60 200 "$((size / 2))" "$((size - 1))"; do
  head -c "$length" good.ckpt >short.ckpt
  wrong "short.ckpt is cut short, or damaged: it has $length bytes" --resume short.ckpt
done
for at in 16 30 45 100 "$((size / 3))" "$((size - 1))"; do
  cp good.ckpt bad.ckpt
  printf '\xa5' | dd of=bad.ckpt bs=1 seek="$at" conv=notrunc status=none
  cmp -s good.ckpt bad.ckpt && continue
  expect 2 "$FEDX" run --resume bad.ckpt
  grep -Eq '^fedx run: bad.ckpt is (damaged|cut short)' "$scratch/err" || fail "byte $at: $(cat "$scratch/err")"
done
cmp run.ckpt good.ckpt || fail "a refused resumption changed the checkpoint"

# Files that the run had begun to write -----------------------------------------------------------------------------------

mv t.part t.kept
wrong "t.part is not there any more as the checkpoint knows it" --resume run.ckpt
tr c C <t.kept >t.part
wrong "t.part is not there any more as the checkpoint knows it" --resume run.ckpt
# Whole already: the run was killed at its very end. More than the checkpoint knows: it was killed later.
{ cat t.kept; echo more; } >t
rm t.part
expect 3 timeout --preserve-status -s TERM 0.3 "$FEDX" run --resume run.ckpt
cmp -n "$(stat -c %s t.kept)" t.kept t.part || fail "the trace does not go on from what was whole"
rm t run.ckpt t.*

# Other messages, other RTL
expect 3 timeout --preserve-status -s TERM 0.3 "$FEDX" run --cycles 90000000 --replay messages.txt --checkpoint run.ckpt
sed -i '$d' messages.txt
wrong "messages.txt has changed since the run was saved" --resume run.ckpt
rm run.ckpt
if [ -e "$FEDX_BUILD/libfedx_rtl.so" ]; then
  expect 3 timeout --preserve-status -s TERM 0.5 "$FEDX" run --rtl 0 --cycles 90000000 --checkpoint run.ckpt
  { cat "$FEDX_BUILD/libfedx_rtl.so"; echo; } >other.so
  wrong "the run was saved with another RTL build" --resume run.ckpt --rtl-object ./other.so
  cp "$FEDX_BUILD/libfedx_rtl.so" same.so
  expect 3 timeout --preserve-status -s TERM 0.5 "$FEDX" run --resume run.ckpt --rtl-object ./same.so
  rm run.ckpt
fi

# No room ---------------------------------------------------------------------------------------------------------------

wrong "cannot write /dev/full: No space left on device; nothing is saved" --checkpoint /dev/full --checkpoint-every 256 --cycles 100000
# A trace that no longer fits ends the run, and what was saved is good.
expect 0 "$FEDX" run --cycles 50000 --trace whole.trace
(
  trap '' XFSZ
  ulimit -f 300
  wrong "; saved is cycle" --cycles 50000 --trace parts.trace --checkpoint run.ckpt --checkpoint-every 2000
)
[ -s run.ckpt ] && [ -s parts.trace.part ] || fail "nothing is left to go on from"
# What is resumed from stays when the run is saved elsewhere, and nothing there is overwritten.
cp run.ckpt kept.ckpt
wrong "--checkpoint run.ckpt is there already" --resume kept.ckpt --checkpoint run.ckpt
expect 0 "$FEDX" run --resume kept.ckpt --checkpoint new.ckpt
[ -e kept.ckpt ] && [ ! -e new.ckpt ] || fail "which checkpoints are left"
cmp whole.trace parts.trace || fail "the trace differs after the disk was full"
# ... and the run can be ended once more: its trace is whole already.
expect 0 "$FEDX" run --resume kept.ckpt
[ ! -e kept.ckpt ] || fail "the checkpoint of a complete run is still there"
cmp whole.trace parts.trace || fail "the trace differs when the run is ended again"
