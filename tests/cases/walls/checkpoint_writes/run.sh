#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A checkpoint of somebody else names the files that its run writes: none outside of the current folder is touched without --trust,
# by no path and no link, and what they are is seen without running anything.
. "$(dirname "$0")/../../case.sh"
mkdir away here here/inside
echo precious >away/victim
cd here
ln -s ../away link
ln -s ../away/victim linked.json
# saved OPTION...: a checkpoint of a run with these options, which was interrupted
saved() {
  rm -f run.ckpt
  expect 3 timeout --preserve-status -s TERM 1 "$FEDX" run --rows 2 --cols 2 --cycles 2000000000 --checkpoint run.ckpt "$@"
}
count=0
outside() { # OPTION FILE
  saved "$1" "$2"
  rm -rf ../away/folder ../away/report
  grep -qF "go on with fedx run --resume run.ckpt --trust" "$scratch/err" || { cat "$scratch/err"; fail "it does not say --trust: $2"; }
  refused "run.ckpt: its run writes a file outside of the current folder, $1 $2: look at it with --list" "$FEDX" run --resume run.ckpt
  expect 0 "$FEDX" run --resume run.ckpt --list
  grep -qF "# writes $2 (outside of the current folder: only with --trust)" "$scratch/out" || { cat "$scratch/out"; fail "not listed: $2"; }
  [ "$(cat ../away/victim)" = precious ] || fail "$2 was written"
  count=$((count + 1))
}
outside --json "$scratch/away/victim"
outside --json ../away/victim
outside --json link/victim
outside --json linked.json
outside --json inside/../../away/victim
outside --csv "$scratch/away/folder"
outside --report link/report
[ ! -e ../away/folder ] && [ ! -e ../away/report ] || fail "a folder was made"
# With --trust, and with the file named on the command line, it goes on; inside it always does.
saved --json ../away/victim
expect 3 timeout --preserve-status -s TERM 1 "$FEDX" run --resume run.ckpt --trust
expect 3 timeout --preserve-status -s TERM 1 "$FEDX" run --resume run.ckpt --json inside/results
saved --json inside/results --csv new
! grep -q -- --trust "$scratch/err" || fail "--trust is asked for in vain"
expect 0 "$FEDX" run --resume run.ckpt --list
grep -q '^# writes inside/results$' "$scratch/out" || fail "not listed"
"$FEDX" config "$scratch/out" >/dev/null || fail "what --list prints is no configuration"
expect 3 timeout --preserve-status -s TERM 1 "$FEDX" run --resume run.ckpt
for option in --list --trust; do expect 2 "$FEDX" run $option --rows 2; done
echo "$count files outside"
