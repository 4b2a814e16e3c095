#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# One fabric run by several processes: whatever the configuration, what its routers are made of, and the number of processes and
# threads, every file and word is that of one process; runs are interrupted, killed, and gone on with by other numbers of
# processes; what is wrong with one of them ends all, in a sentence.
#   ranks.sh [--long]   --long: 200 random configurations in place of 3, 120 kills in place of 2, all ways to fail of more runs and processes
. "$(dirname "$0")/../common.sh"
. "$here/mpi_launch.sh"
configurations=3 several=2 cycles=40000
[ "${1-}" != --long ] || configurations=200 several=3
cd "$scratch"
RANDOM=20

# pick VARIABLE WORDS...: one of them, at random. (In a subshell random numbers would be others in each run.)
pick() {
  local -n picked=$1
  shift
  shift $((RANDOM % $#))
  # shellcheck disable=SC2034 # the caller's
  picked=$1
}

# processes N COMMAND...: N of them; 0: one that knows nothing of MPI
processes() {
  local n=$1
  shift
  if [ "$n" -eq 0 ]; then "$@"; else "$mpirun" -n "$n" "$@"; fi
}

# What says how long it took, and on how many threads
comparable() { # FOLDER
  sed -i '/^ran /d; /^report /d' "$1/words"
  sed -i '/"threads"/d' "$1/run.json"
  rm -f "$1/report/report.html" # the page holds report.json
  [ ! -e "$1/report/report.json" ] || sed -i '/"threads"/,+2d' "$1/report/report.json"
}

# outputs FOLDER PROCESSES ARGUMENTS...: run in FOLDER; packets may be lost if there are faults
outputs() {
  local folder=$1 n=$2 status=0
  shift 2
  mkdir "$folder"
  (cd "$folder" && processes "$n" "$FEDX" run --quiet "$@" --json run.json --csv tables --hops hops --trace trace \
    --record messages --report report >words 2>../err </dev/null) || status=$?
  [ "$status" -eq 0 ] || [[ $status -eq 1 && $* == *--faults* ]] || { cat err >&2 && fail "exit status $status of $n processes: $*"; }
  echo "$status" >"$folder/status"
  comparable "$folder"
}

bytes=0 runs=0
same() { # ONE OTHER WHAT
  diff -r "$1" "$2" >difference || {
    grep -E "^(diff|Only|Binary|[<>])" difference | cut -c 1-200 | head -n 8 >&2
    fail "other files: $3"
  }
  bytes=$((bytes + $(find "$2" -type f -exec cat {} + | wc -c)))
  runs=$((runs + 1))
}

# what: a configuration in words; RTL only where it was built
configuration() {
  local router topology rows cols load latency backpressure nodes="" faults coverage="" late words engine="--engine cycle --digest"
  pick router fedx fedx fedx event vcr channels tree sat
  case $router in
    fedx)
      [ ! -e "$FEDX_BUILD/libfedx_rtl.so" ] || pick nodes "" "--rtl random:3 --power-up 9" "--lockstep all" "--lockstep 0-2 --rtl 3"
      pick topology xmesh mesh torus && pick rows 2 3 4 && pick cols 3 4 && pick load 0.3 0.7 1.2
      pick latency 0 0 1 3 && pick backpressure none message destination
      pick faults "" "" "--faults single:1e-4" "--faults random:1e-5" "--faults $scratch/faults.yaml" && pick coverage "" "--coverage coverage.json"
      [ "$topology" != mesh ] || faults=${faults/$scratch*/random:1e-4} # the list is of cables that a mesh may not have
      words="--topology $topology --rows $rows --cols $cols --load $load --latency $latency --backpressure $backpressure $nodes $faults $coverage"
      ;;
    event)
      pick topology xmesh mesh torus && pick rows 3 5 8 && pick cols 4 9 && pick load 0.3 0.7 1.2 && pick latency 0 1 3 7
      pick backpressure none message destination && pick engine "--engine event" "--engine event --spread --sample 50" --check-engine
      words="--topology $topology --rows $rows --cols $cols --buffers 20 --load $load --latency $latency --backpressure $backpressure"
      ;;
    vcr)
      pick topology mesh torus && pick rows 2 4 && pick load 0.1 0.4 && pick late "" "--router-latency 4 --credit-latency 1"
      pick faults "" "--faults random:1e-6"
      words="--router vcr --topology $topology --rows $rows --cols 4 --load $load --spread $late $faults"
      ;;
    channels)
      pick topology mesh torus && pick rows 3 8 && pick cols 4 9 && pick load 0.1 0.4 && pick latency 0 1 3
      pick late "" "--router-latency 5" "--credit-latency 6"
      pick engine "--engine event" "--engine event --sample 50" --check-engine
      words="--router vcr-mesh --topology $topology --rows $rows --cols $cols --load $load --latency $latency $late"
      ;;
    tree)
      pick load 0.3 0.9 && pick engine "$engine" "--engine event"
      words="--router vcr-tree --topology tree --arity 4 --levels 2 --load $load"
      ;;
    sat)
      pick load 0.3 0.9 && pick engine "$engine" "--engine event"
      words="--router vcr-tree --topology tree --arity 4 --levels 2 --workload single --load $load --sat ring --sat-l 12 --sat-k 12"
      ;;
  esac
  [[ $words != *--faults* ]] || words+=" --fault-record struck.yaml"
  read -ra what <<<"$words --seed $RANDOM --cycles $((1000 + RANDOM % 1500)) $engine"
}

# Resets, stops, and what both ends of a cable see
cat >faults.yaml <<'Y'
faults:
  - {kind: pe_stop, node: 3, cycle: 200, length: 400}
  - {kind: reset, node: 1, cycle: 500, length: 5}
  - {kind: reset, node: 4, cycle: 500, length: 5}
  - {kind: stuck_0, node: 4, port: 2, wire: valid, cycle: 600, length: 90}
  - {kind: hold, node: 5, port: 0, wire: acc, cycle: 300, length: 3}
  - {kind: repeat, node: 2, port: 1, wire: refuse, cycle: 700, length: 6}
  - {kind: flip, node: 0, port: 0, wire: valid, cycle: 800, length: 4, both: true}
  - {kind: flip, node: 5, port: 0, wire: turn, cycle: 900}
Y

# both N THREADS ARGUMENTS...: what one process writes, and what N do with so many threads each
faulty=0
both() {
  local n=$1 threads=$2
  shift 2
  outputs alone 0 "$@"
  outputs together "$n" "$@" --threads "$threads"
  same alone together "$n processes with $threads threads each: $*"
  [[ $* != *--faults* ]] || faulty=$((faulty + 1))
  rm -r alone together
}

for ((i = 0; i < configurations; i++)); do
  configuration
  n=$((1 + RANDOM % 5)) threads=1
  pick threads 1 1 2
  [[ ${what[*]} != *--check-engine* ]] || threads=1 # no more are taken then
  both "$n" "$threads" "${what[@]}"
done
# More cycles until the intervals are tight: all decide alike. Faults of all kinds, and coverage; gates in the timeline of a report
both 3 1 --rows 3 --cols 3 --load 0.4 --cycles 4000 --precision 5% --max-cycles 30000 --engine cycle --digest
both 3 1 --rows 5 --cols 4 --load 0.3 --workload single --cycles 2000 --settle 6% --max-cycles 30000 --engine event --latency 3
both 2 1 --router vcr-mesh --topology mesh --rows 4 --cols 4 --load 0.5 --workload single --drain none --cycles 1000 --settle 6% --max-cycles 30000
both 2 1 --rows 9 --cols 8 --load 0.4 --cycles 4000 --precision 5% --max-cycles 30000 --engine event --latency 3
both 2 1 --rows 3 --cols 4 --load 0.7 --cycles 1500 --check-engine
both 3 1 --router vcr-mesh --topology mesh --rows 9 --cols 8 --load 0.3 --latency 2 --router-latency 4 --credit-latency 3 --cycles 1500 --engine event
both 3 1 --rows 2 --cols 3 --load 0.7 --cycles 1500 --engine cycle --digest --faults "$scratch/faults.yaml" --fault-record struck.yaml --coverage coverage.json
both 2 1 --router vcr-tree --topology tree --arity 4 --levels 2 --workload single --load 0.3 --cycles 1000 --engine cycle --digest --sat ring --sat-l 12 --sat-k 12

# A switch of the user's own: the first process builds it, and all run it
if [ $several -eq 3 ]; then
  export CXX="$here/quick_clang.sh"
  dut=(--dut "$FEDX_SOURCE/rtl/fedx/fedx.f" --top fedx_switch --map "$FEDX_SOURCE/examples/fedx_regs.yaml" --keep "$scratch/kept")
  expect 0 processes 3 "$FEDX" run --rows 2 --cols 2 --cycles 500 --lockstep all "${dut[@]}"
  both 3 1 --rows 3 --cols 3 --load 0.7 --cycles 1500 --lockstep all "${dut[@]}"
fi

echo "$runs configurations, $faulty of them with faults, on 1 to 5 processes: the same $bytes bytes"
[ "$runs" -ge $((configurations + 6)) ] && [ "$faulty" -gt 0 ] && [ "$bytes" -gt $((20000 * runs)) ] || fail "too little was compared"

# awaited JOB COMMAND...: until it succeeds or JOB is over, a minute at most
awaited() {
  local job=$1 left=3000
  shift
  until "$@" || [ $((left -= 1)) -eq 0 ] || ! kill -0 "$job" 2>/dev/null; do sleep 0.02; done
}

# signalled SIGNAL RANK FILE N ARGUMENTS...: N processes of which one gets a signal once FILE is there; sets status
signalled() {
  local signal=$1 rank=$2 file=$3 n=$4 job process
  shift 4
  "$mpirun" -n "$n" "$FEDX" run "$@" >out 2>err </dev/null &
  job=$!
  awaited $job test -e "$file"
  process=$(rank_of $job "$rank")
  [ -n "$process" ] || { cat err >&2 && fail "rank $rank was over before it got a signal"; }
  kill "-$signal" "$process"
  status=0
  wait $job || status=$?
}

# begun ARGUMENTS...: nothing is there yet but what one process alone makes of the same run, in alone
written=(--json run.json --trace trace --hops hops)
begun() {
  rm -rf alone run.ckpt older ./*.part run.json trace hops
  mkdir alone
  (cd alone && expect 0 "$FEDX" run "$@" "${written[@]}")
}

# ended WHAT: all is written, as by one process alone; and the next run may begin
ended() {
  local file
  for file in trace hops run.json; do cmp "alone/$file" "$file" || fail "$file differs $1"; done
  [ ! -e run.ckpt ] || fail "the checkpoint is still there $1"
  rm trace hops run.json
}

# saved_again BEFORE: there is a checkpoint, and not the one of this inode
saved_again() {
  local now
  now=$(stat -c %i run.ckpt 2>/dev/null) && [ "$now" != "$1" ]
}

# killed KILLS ARGUMENTS...: killed after a checkpoint, one rank after the other, and gone on with by other numbers of processes.
# A run that is over before it can be killed is compared, and another one begun.
killed() {
  local kills=$1 count=0 over=0 before job process rank n
  shift
  local new=("$@" "${written[@]}" --checkpoint run.ckpt --checkpoint-every 512)
  local next=("${new[@]}")
  while [ "$count" -lt "$kills" ] && [ "$over" -le "$kills" ]; do
    before=$(stat -c %i run.ckpt 2>/dev/null || echo none)
    ln -f run.ckpt older 2>/dev/null || true # so that no other file gets its inode
    "$mpirun" -n $((2 + RANDOM % several)) "$FEDX" run "${next[@]}" >out 2>err </dev/null &
    job=$!
    awaited $job saved_again "$before"
    rank=$((RANDOM % 2))
    process=$(rank_of $job $rank)
    [ -z "$process" ] || kill -KILL "$process" 2>/dev/null || true
    status=0
    wait $job || status=$?
    if [ "$status" -eq 0 ] || [ ! -e run.ckpt ]; then # it was over: the last that it does is to remove the checkpoint
      ended "after $count kills: $*"
      over=$((over + 1)) next=("${new[@]}")
      continue
    fi
    names_killed $rank || { cat err >&2 && fail "that a process was killed is not reported"; }
    next=(--resume run.ckpt)
    count=$((count + 1))
  done
  [ "$count" -eq "$kills" ] || fail "$over runs were over before $kills could be killed: $*"
  pick n 0 2
  if [ -e run.ckpt ]; then
    expect 0 processes "$n" "$FEDX" run "${next[@]}"
    ended "after $count kills: $*"
  fi
  echo "$count runs in which a rank was killed, gone on with by others: the same bytes"
}

# One that is told to end: the run is saved, and gone on with by one process
interrupted() {
  signalled TERM $((RANDOM % 2)) trace.part $several "$@" "${written[@]}" --checkpoint run.ckpt
  [ "$status" -eq 3 ] || { cat err >&2 && fail "interrupted, and the status is $status, not 3: $*"; }
  grep -q "interrupted at cycle [0-9]*, and saved: go on with fedx run --resume run.ckpt" err || fail "it does not say how to go on: $*"
  [ "$(grep -c "and saved" err)" -eq 1 ] || fail "not one process alone says so: $*"
  expect 0 "$FEDX" run --resume run.ckpt
  ended "after an interruption: $*"
}

# One that does not answer
hung() {
  export FEDX_RANKS_TIMEOUT=1
  signalled STOP 1 trace.part $several "$@" "${written[@]}" --cycles 30000000 --checkpoint run.ckpt
  [ "$status" -ne 0 ] || fail "a rank was stopped, and the status is 0: $*"
  grep -qE "fedx run: rank 1 has not answered for [0-9.]+ seconds; (nothing is saved|saved is cycle)" err || { cat err >&2 && fail "it does not say which rank: $*"; }
  rm -f run.ckpt ./*.part
  unset FEDX_RANKS_TIMEOUT
}

# All stopped for longer than another one is waited for: they are no longer waited for than before
paused() {
  local job rank
  FEDX_RANKS_TIMEOUT=1 "$mpirun" -n 2 "$FEDX" run "$@" "${written[@]}" --checkpoint run.ckpt >out 2>err </dev/null &
  job=$!
  awaited $job test -e trace.part
  rank="$(rank_of $job 0) $(rank_of $job 1)"
  # shellcheck disable=SC2086 # two of them
  kill -STOP $rank && sleep 2 && kill -CONT $rank
  status=0
  wait $job || status=$?
  [ "$status" -eq 0 ] || { cat err >&2 && fail "stopped for a while, and the status is $status: $*"; }
  ended "after all were stopped for a while: $*"
}

# "${either[@]}" FIRST... OR OTHER...   a program of which rank 0 runs the first command, and all other ranks the second. mpirun itself
# takes several commands separated by a colon; that of Debian 13 (Open MPI 5.0.7) crashes then: https://github.com/open-mpi/ompi/issues/13303.
cat >either.sh <<'S'
rank=${!1} first=()
while shift && [ "$1" != OR ]; do first+=("$1"); done
shift
[ "$rank" -ne 0 ] || set -- "${first[@]}"
exec "$@"
S
either=(bash "$scratch/either.sh" "$mpi_rank")

# A disk that is full where the first rank writes: all end, and what was saved before is gone on with. (MPI itself makes no files
# if it goes by TCP.)
cat >full.sh <<'S'
trap '' XFSZ
ulimit -f "$1" # units of 1024 bytes
shift
exec "$@"
S
full() {
  local run=("$FEDX" run "$@" "${written[@]}" --checkpoint run.ckpt --checkpoint-every 256)
  status=0
  by_tcp "$mpirun" -n 3 "${either[@]}" bash full.sh $(($(stat -c %s alone/hops) / 1500)) "${run[@]}" OR "${run[@]}" >out 2>err </dev/null || status=$?
  [ "$status" -eq 2 ] || { cat err >&2 && fail "the disk was full, and the status is $status, not 2: $*"; }
  grep -q "File too large; saved is cycle [0-9]*: go on with fedx run --resume run.ckpt" err || { cat err >&2 && fail "it does not say what is saved: $*"; }
  expect 0 "$mpirun" -n 2 "$FEDX" run --resume run.ckpt
  ended "after the disk was full: $*"
}

# failures KILLS WAYS ARGUMENTS...: so many kills, and each of the ways to fail
failures() {
  local kills=$1 ways=$2 way
  shift 2
  begun "$@"
  [ "$kills" -eq 0 ] || killed "$kills" "$@"
  for way in $ways; do "$way" "$@"; done
}
by_cycles=(--rows 3 --cols 4 --load 0.8 --digest --engine cycle --cycles "$cycles")
by_events=(--rows 9 --cols 8 --load 0.8 --engine event --latency 1)
if [ $several -lt 3 ]; then
  failures 1 "interrupted full" "${by_cycles[@]}"
  failures 1 "interrupted hung" "${by_events[@]}" --cycles "$cycles"
else
  every="interrupted hung paused full"
  channels=(--router vcr-mesh --topology mesh --load 0.3 --latency 2)
  failures 50 "$every" "${by_cycles[@]}"
  failures 50 "$every" "${by_events[@]}" --cycles "$cycles"
  failures 0 "$every" "${by_events[@]}" --cycles $((3 * cycles)) --threads 2
  failures 10 "$every" --rows 6 --cols 6 --load 0.8 --check-engine --cycles "$cycles"
  failures 10 "$every" "${channels[@]}" --rows 9 --cols 8 --engine event --threads 2 --cycles "$cycles"
  failures 0 "$every" "${channels[@]}" --rows 4 --cols 4 --check-engine --cycles $((3 * cycles))
  failures 0 "$every" --router vcr-tree --topology tree --arity 4 --levels 3 --workload single --load 0.3 --sat ring --sat-l 12 --sat-k 12 --engine event --cycles "$cycles"
fi

# Speeds: the first process prints them, of a fabric of any engine and any number of buffers
for fabric in "--engine cycle --lockstep all" "--engine event --latency 3" "--buffers 40"; do
  [[ $fabric != *lockstep* || -e "$FEDX_BUILD/libfedx_rtl.so" ]] || continue
  # shellcheck disable=SC2086 # words
  expect 0 "$mpirun" -n 2 "$FEDX" bench --ranks --rounds 2 --json speeds.json -- --rows 3 --cols 4 --cycles 300 $fabric
  [ "$(grep -cE "^one process|^  2 processes .* times one$|^  2 copies at once|^an exchange" out)" -eq 4 ] || { cat out >&2 && fail "not the four lines"; }
  for key in router_cycles_per_second speed_up speed_up_of_copies speed_up_expected exchange_seconds; do
    grep -qE "\"$key\": ([1-9]|0[.]0*[1-9]|[1-9.]+e-)" speeds.json || { cat speeds.json >&2 && fail "no $key"; }
  done
  [ "$(grep -cE '"(processes|rounds)": 2|"cycles": 300|"routers": 12' speeds.json)" -eq 4 ] || { cat speeds.json >&2 && fail "not what was measured"; }
done

# wrong SENTENCE COMMAND...: two processes end with it and status 2. They have ended by themselves: mpirun need not wait for them
kill_after 0
wrong() {
  local sentence=$1
  shift
  expect 2 "$mpirun" "$@"
  grep -qF -- "$sentence" err || { cat err >&2 && fail "not said: $sentence"; }
}
small=(--rows 2 --cols 3 --cycles 1000)
mkdir other
cp "$FEDX" "$FEDX_BUILD/libfedx_mpi.so" other
echo >>other/fedx # another build of the same
wrong "rank 1 runs another build of this program than rank 0" -n 2 "${either[@]}" "$FEDX" run "${small[@]}" OR other/fedx run "${small[@]}"
wrong "rank 1 was given another configuration than rank 0" -n 2 "${either[@]}" "$FEDX" run "${small[@]}" OR "$FEDX" run "${small[@]}" --seed 2
wrong "7 processes for the 6 routers" -n 7 "$FEDX" run "${small[@]}"
wrong "cannot read x.f" -n 2 "$FEDX" run "${small[@]}" --lockstep all --dut x.f --top x
sed '$d' faults.yaml >fewer.yaml
mkdir -p elsewhere && cp faults.yaml elsewhere/fewer.yaml
wrong "rank 1 has another file of faults than rank 0" -n 2 "${either[@]}" "$FEDX" run "${small[@]}" --faults fewer.yaml OR \
  env -C elsewhere "$FEDX" run "${small[@]}" --faults fewer.yaml
echo "10 0 1 1" >here
wrong "rank 1: cannot read missing" -n 2 "${either[@]}" "$FEDX" run "${small[@]}" --replay here OR "$FEDX" run "${small[@]}" --replay missing
for folder in here elsewhere; do # checkpoints of the same run at other cycles
  (mkdir -p "$folder.d" && cd "$folder.d" && exec "$FEDX" run --rows 9 --cols 8 --cycles 30000000 --engine event --trace trace --checkpoint run.ckpt) >out 2>err &
  awaited $! test -e "$folder.d/trace.part"
  [ $folder = here ] || sleep 0.2
  kill $! && wait $! || [ $? -eq 3 ] || fail "no checkpoint: $(cat err)"
done
wrong "rank 1 goes on from another checkpoint than rank 0" -n 2 "${either[@]}" env -C here.d "$FEDX" run --resume run.ckpt OR \
  env -C elsewhere.d "$FEDX" run --resume run.ckpt
if [ -e "$FEDX_BUILD/libfedx_rtl.so" ]; then
  cp "$FEDX_BUILD/libfedx_rtl.so" here.d/rtl.so && cp here.d/rtl.so elsewhere.d && echo >>elsewhere.d/rtl.so
  wrong "rank 1 has other RTL than rank 0" -n 2 "${either[@]}" env -C here.d "$FEDX" run "${small[@]}" --rtl 0 --rtl-object ./rtl.so OR \
    env -C elsewhere.d "$FEDX" run "${small[@]}" --rtl 0 --rtl-object ./rtl.so
fi
wrong "nothing else made of it: leave out trace" -n 2 "$FEDX" bench --ranks -- "${small[@]}" --trace trace
wrong "7 processes for the 6 routers" -n 7 "$FEDX" bench --ranks -- "${small[@]}"
wrong "did not go on at cycle" -n 2 "$FEDX" bench --ranks --rounds 1 -- "${small[@]}" --load 0.7 --stall 1 --engine cycle
if [ -n "$blackbox_mpirun" ]; then
  expect 2 "$blackbox_mpirun" -n 2 flock lock "$FEDX" run "${small[@]}" # one after the other: they share stderr
  grep -qE "fedx run: mpirun is of (Open MPI|MPICH), but this program was built with (Open MPI|MPICH)" err || { cat err >&2 && fail "not said whose mpirun it is"; }
fi
rm other/libfedx_mpi.so
wrong "this program has no MPI" -n 2 other/fedx run "${small[@]}"

# Those that are to know nothing of each other
FEDX_RANKS=none expect 0 "$mpirun" -n 2 "$FEDX" run "${small[@]}"
[ "$(grep -c "^fabric " out)" -eq 2 ] || fail "FEDX_RANKS=none: not two runs"
