#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A build of a user's switch, or a run with it, that is interrupted leaves neither a folder nor a program behind, and
# ends by the signal.
. "$(dirname "$0")/../common.sh"
command -v verilator >/dev/null || fail "no verilator"
export CXXFLAGS=-O0 TMPDIR=$scratch/tmp
cd "$scratch"
mkdir tmp bin
cases=0

# In place of a tool: it starts a program that would run for long, writes into the folder meanwhile, and says who runs.
cat >slow <<'S'
#!/bin/sh
for word; do last=$word; done
sleep 1000 &
echo $$ $! >"$PIDS"
while :; do date >"$(dirname "$last")/more" 2>/dev/null; sleep 0.05; done
S
chmod +x slow
verilator=$(command -v verilator)
cat >bin/verilator <<V
#!/bin/sh
case \$1 in --version | --getenv) exec "$verilator" "\$@" ;; esac
exec "$PWD/slow" "\$@"
V
chmod +x bin/verilator
export PIDS=$PWD/pids

# interrupted SIGNAL STATUS WHEN COMMAND...: sent once the file WHEN is there
interrupted() {
  local signal=$1 want=$2 when=$3 status=0 pid
  shift 3
  rm -f pids run.json.part
  env --default-signal=INT,QUIT "$@" >out 2>err </dev/null &
  pid=$!
  for _ in $(seq 1200); do [ ! -s "$when" ] || break; sleep 0.05; done
  [ -s "$when" ] || { cat out err; fail "it does not get there: $*"; }
  [ -n "$(ls -A tmp)" ] || fail "the test shows nothing: there is no folder"
  kill -s "$signal" $pid
  wait $pid || status=$?
  [ $status -eq "$want" ] || { cat out err; fail "exit status $status, not $want: $*"; }
  [ ! -s err ] || { cat err; fail "words after the end"; }
  [ -z "$(ls -A tmp)" ] || { ls -AR tmp; fail "a folder is left: $*"; }
  if [ -e pids ]; then
    for _ in $(seq 20); do ps -o pid= -p "$(tr ' ' , <pids)" >/dev/null || break; sleep 0.1; done
    ! ps -o pid,args -p "$(tr ' ' , <pids)" | grep -v defunct | tail -n +2 | grep . || fail "a program is left: $*"
  fi
  cases=$((cases + 1))
}
dut=("$FEDX" verify --quiet --dut "$FEDX_SOURCE/rtl/fedx/fedx.f" --top fedx_switch)
for signal in INT:130 TERM:143 HUP:129 QUIT:131; do
  interrupted "${signal%:*}" "${signal#*:}" pids env "PATH=$PWD/bin:$PATH" "${dut[@]}" --keep kept
done
interrupted TERM 143 pids env CXX="$PWD/slow" "${dut[@]}" --keep kept
# A compiler that has written half an object when it comes to link
cat >half <<'H'
#!/bin/sh
for word; do [ "$last" != -o ] || object=$word; last=$word; done
echo half >"$object"
case " $* " in *" -shared "*) exec ./slow ./here ;; esac
H
chmod +x half
interrupted INT 130 pids env CXX=./half "${dut[@]}" --keep kept
[ -z "$(find kept -name 'fedx_dut.so*')" ] || fail "half an object is kept"
interrupted INT 130 pids env "PATH=$PWD/bin:$PATH" "$FEDX" run --quiet --lockstep all --dut "$FEDX_SOURCE/rtl/fedx/fedx.f" --top fedx_switch
# The object of a run is in its folder, too, until the end.
interrupted TERM 143 trace.part env "CXX=$here/quick_clang.sh" "$FEDX" run --quiet --rows 2 --cols 2 --lockstep all --trace trace \
  --dut "$FEDX_SOURCE/rtl/fedx/fedx.f" --top fedx_switch
# What ignores a signal goes on to ignore it.
PATH=$PWD/bin:$PATH nohup "${dut[@]}" >out 2>err </dev/null &
pid=$!
rm -f pids
for _ in $(seq 200); do [ ! -s pids ] || break; sleep 0.05; done
kill -HUP $pid
sleep 0.3
kill -0 $pid || fail "nohup is of no use"
kill -TERM $pid
wait $pid || true
[ -z "$(ls -A tmp)" ] || fail "a folder is left"
echo "$cases builds and runs interrupted, nothing left"
