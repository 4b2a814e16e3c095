#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Files that are written: none takes another one's place, links and permissions stay, and what was printed is not lost
# without a word.
. "$(dirname "$0")/../common.sh"
cd "$scratch"
checked=0
run=("$FEDX" run --quiet --rows 2 --cols 2 --cycles 2000)
bad() { # SENTENCE COMMAND...: one line on stderr, nothing on stdout, and no file
  local before
  before=$(ls -R)
  refused "$@"
  [ "$(ls -R)" = "$before" ] || { ls -R; fail "files: ${*:2}"; }
  checked=$((checked + 1))
}
touch out err

# Two options, one file
for pair in json:csv json:trace json:hops json:record trace:record hops:fault-record coverage:json checkpoint:json csv:trace report:json; do
  bad "--${pair#*:} " "${run[@]}" "--${pair%:*}" x "--${pair#*:}" x
  bad " write one file: give each a name of its own" "${run[@]}" "--${pair%:*}" x "--${pair#*:}" "$PWD/./x"
done
printf 'run:\n  cycles: 100\n' >base.yaml
bad "the configuration base.yaml and --json base.yaml write one file" "${run[@]}" base.yaml --json base.yaml
bad "--json x and --coverage x write one file" "$FEDX" verify --cycles 1000 --json x --coverage x
bad "--json x and --bundle x write one file" "$FEDX" verify --cycles 1000 --json x --bundle x
expect 0 "${run[@]}" --csv results --report results
bad "--csv results and --trace results/nodes.csv write one file" "${run[@]}" --csv results --trace results/nodes.csv
bad "--csv results and --hops results/routers.csv write one file" "${run[@]}" --csv results --hops results/routers.csv
bad "--json results/report.json and --report results write one file" "${run[@]}" --json results/report.json --report results
rm -r results

# Links are followed, and stay; permissions, too.
mkdir real
echo old >real/file
chmod 600 real/file
ln -s real/file link
expect 0 "${run[@]}" --json link
[ -L link ] && [ "$(stat -c %a real/file)" = 600 ] && grep -q '"outcome": "good"' real/file || { ls -l . real; fail "a link is replaced"; }
[ "$(ls real)" = file ] || fail "something is left beside the file"
chmod 755 real/file
expect 0 "${run[@]}" --json real/file
[ "$(stat -c %a real/file)" = 755 ] || fail "permissions have changed"
ln -s nowhere broken
bad "cannot write broken: it is a link that leads to nothing: remove it" "${run[@]}" --json broken
ln -s real/file other.part
bad "cannot write other: other.part is a link: remove that" "${run[@]}" --json other
[ -L other.part ] || fail "a link is removed"
expect 0 "${run[@]}" --json /dev/stdout
[ -e /dev/stdout ] && [ ! -e /dev/stdout.part ] || fail "/dev/stdout is gone"
checked=$((checked + 4))

# Two runs, one file: the second one says so, and the first one's is whole.
"$FEDX" run --rows 8 --cols 8 --cycles 100000000 --trace events --quiet >first 2>&1 &
first=$!
for _ in $(seq 100); do [ ! -s events.part ] || break; sleep 0.1; done
bad "cannot write events: another run is writing it" "${run[@]}" --trace events
kill $first
wait $first || true
expect 0 "${run[@]}" --trace events # what a killed run leaves is in nobody's way
[ ! -e events.part ] || fail "a part is left"
"$FEDX_SOURCE/tests/mutants/run.sh" --object "$PWD/wrong.so" pool_release_lost
verify=("$FEDX" verify --quiet --rtl-object wrong.so --waveform 0)
mkdir x.part && touch x.part/mine
bad "--bundle: cannot write a bundle to x: x.part is there" "${verify[@]}" --bundle x
[ -e x.part/mine ] || fail "a folder that is not ours is removed"
mkdir fedx-bundle.part
for i in 1 2 3 4; do "${verify[@]}" >"out$i" 2>"err$i" & done
for i in 1 2 3 4; do wait -n || [ $? -eq 1 ] || fail "a run ended otherwise"; done
[ "$(cat out? | sed -nE 's/^bundle      ([^:]*):.*/\1/p' | sort | tr '\n' ' ')" = "fedx-bundle-2 fedx-bundle-3 fedx-bundle-4 fedx-bundle-5 " ] ||
  { cat out? err?; fail "four runs do not leave four bundles"; }
[ -z "$(ls fedx-bundle.part)" ] || fail "a folder that is not ours is used"
checked=$((checked + 6))

# What is printed and cannot be written is one error, for every command; a closed output is not another file.
lost() { # COMMAND...
  local status=0
  "$@" >/dev/full 2>err </dev/null || status=$?
  [ $status -eq 2 ] && [ "$(wc -l <err)" -eq 1 ] && grep -qE "^fedx[_a-z-]*: cannot write to standard output" err ||
    { cat err; fail "status $status with a full output: $*"; }
  status=0
  "$@" >&- 2>err </dev/null || status=$?
  [ $status -eq 2 ] && [ "$(wc -l <err)" -eq 1 ] && grep -qE "^fedx[_a-z-]*: cannot write to standard output" err ||
    { cat err; fail "status $status with a closed output: $*"; }
  checked=$((checked + 1))
}
cat >small.yaml <<'Y'
title: a
paper: a
y: cycles
y_label: a
x: traffic.load
values: [0.2]
seeds: 1
base: [fabric.rows=2, fabric.cols=2, run.cycles=2000]
curves: [{name: a}]
Y
expect 0 "$FEDX" verify --cycles 2000 --coverage hits.json
lost "$FEDX" --help
for command in run config sweep report verify coverage replay shrink gen-tb gen-fabric bench; do lost "$FEDX" $command --help; done
lost "${run[@]}"
lost "${run[@]}" --json -
lost "${run[@]}" --json json
grep -q '"outcome": "good"' json && ! grep -q latency json.part 2>/dev/null && [ "$(head -c 1 json)" = "{" ] || fail "words in the file"
lost "$FEDX" config --print
lost "$FEDX" config base.yaml
lost "$FEDX" sweep --list small.yaml
lost "$FEDX" sweep small.yaml --out swept --quiet
lost "$FEDX" verify --cycles 2000
lost "$FEDX" coverage hits.json
lost "$FEDX" replay fedx-bundle-2 --rtl-object "$FEDX_BUILD/libfedx_rtl.so"
for what in params vlt map rdl config; do lost "$FEDX_CODEGEN" $what; done
[ ! -x "$FEDX_BUILD/fedx_systemc" ] || lost env SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1 "$FEDX_BUILD/fedx_systemc" --cycles 2000
[ ! -c /dev/full ] || [ -w /dev/full ] || fail "no /dev/full"

# What is in a file does nothing to the terminal that an error is shown on.
printf 'fabric:\n  rows: "\\e]0;x\\a\\x9b1m"\n' >escape.yaml
expect 2 "$FEDX" run escape.yaml
expect 2 "$FEDX" replay "$(printf 'no\033[31m\302\233bundle')"
grep -qF 'no\x1b[31m\x9bbundle' err || { cat -v err; fail "the name is not shown harmless"; }
"$FEDX" run escape.yaml >out 2>err || true
! LC_ALL=C grep -q "$(printf '[\001-\010\013-\037\177]')" err || { cat -v err; fail "control characters in an error"; }
checked=$((checked + 2))
echo "$checked cases of written files and lost words"
