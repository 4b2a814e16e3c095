#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Configuration files: what they set, what is printed of them, and one clear line for each thing that is wrong.
. "$(dirname "$0")/../common.sh"

cat >"$scratch/base.yaml" <<'Y'
fabric:
  rows: 3
  cols: 3
traffic:
  load: 0.5
  seed: 5
run:
  cycles: 20000
Y
options=(--rows 3 --cols 3 --load 0.5 --seed 5 --cycles 20000)
results() { "$FEDX" run "$@" --json -; }

# A file, options, --set and what --print and --command print all give the same results.
results "${options[@]}" >"$scratch/want"
same() { results "$@" | cmp - "$scratch/want" || fail "other results from: $*"; }
same "$scratch/base.yaml"
same "$scratch/base.yaml" --set traffic.load=0.9 --load 0.5
same --set fabric.rows=3 --set fabric.cols=3 --set traffic.load=0.5 --set traffic.seed=5 --set run.cycles=20000
"$FEDX" config "$scratch/base.yaml" --print >"$scratch/printed.yaml" || fail "--print"
same "$scratch/printed.yaml"
"$FEDX" config "${options[@]}" --print | diff - "$scratch/printed.yaml" || fail "--print differs for file and options"
command=$("$FEDX" config "$scratch/base.yaml" --command) || fail "--command"
eval "same ${command#fedx run }"
expect 0 "$FEDX" config "$scratch/base.yaml"
: >"$scratch/empty.yaml"
"$FEDX" config "$scratch/empty.yaml" --print | diff - <("$FEDX" config --print) || fail "an empty file is not the defaults"

# What is wrong, in one line with file, line, key and what is allowed; exit status 2.
checked=0
wrong() { # expected text; the file is standard input
  cat >"$scratch/bad.yaml"
  expect 2 "$FEDX" run "$scratch/bad.yaml"
  [ "$(wc -l <"$scratch/err")" -eq 1 ] || fail "not one line: $(cat "$scratch/err")"
  grep -qF "$1" "$scratch/err" || fail "expected '$1', got: $(cat "$scratch/err")"
  checked=$((checked + 1))
}
printf 'traffic:\n  load: 3\n' | wrong "bad.yaml:2: traffic.load: 3 must be a number over 0, up to 2"
printf 'fabric:\n  rows: many\n' | wrong "bad.yaml:2: fabric.rows: many must be a whole number from 1 to 32768"
printf 'flow:\n\n  backpressure: some\n' | wrong "bad.yaml:3: flow.backpressure"
printf 'traffic:\n  lod: 1\n' | wrong "bad.yaml:2: traffic.lod is not a key"
printf 'traffic:\n  load: 0.1\n  load: 0.2\n' | wrong "bad.yaml:3:"
printf 'run:\n  load: 0.2\n' | wrong "bad.yaml:2:"
printf 'fabric: {rows: 3\n' | wrong "not YAML"
printf 'run:\n  cycles: 100\n  warmup: 200\n' | wrong "bad.yaml:3: run.warmup must be less than run.cycles"
printf 'run:\n  engine: event\n  digest: true\n' | wrong "need"
printf 'fabric:\n  rows: 30\n  cols: 30\n' | wrong "use --buffers"
bad_option() { # expected text, options
  expect 2 "$FEDX" run "${@:2}"
  grep -qF -- "$1" "$scratch/err" || fail "expected '$1', got: $(cat "$scratch/err")"
  checked=$((checked + 1))
}
bad_option "cannot read" "$scratch/none.yaml"
bad_option "traffic.load" --set traffic.load
bad_option "nowhere.load" --set nowhere.load=1
bad_option "traffic.load" --set traffic.load=-1
echo "file, options, --set, --print and --command give the same results; $checked errors are clear"
