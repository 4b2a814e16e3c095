#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Names and words that mean something to a shell, to gnuplot, to CSV or to a terminal are names and words: of files,
# folders, curves, titles, and in the commands that are printed to be run again.
. "$(dirname "$0")/../common.sh"
cd "$scratch"
checked=0

# No source gives a shell a string.
calls='(^|[^_[:alnum:]>.])((std::)?system|popen|wordexp|execl[pe]?|execvpe?)[[:space:]]*\(|"(/bin/)?(ba)?sh"|\$system'
find "$FEDX_SOURCE"/{cmodel,tb,include,rtl,examples} \( -name '*.[chv]' -o -name '*.cpp' -o -name '*.sv' -o -name '*.vh' \) \
  -exec grep -nE "$calls" {} + >found || true
[ ! -s found ] || { cat found; fail "a shell gets a string"; }
printf 'x = system (c);\nfile = popen(c, "r");\nexeclp("a", "b");\n"/bin/sh"\n' | grep -cE -- "$calls" | grep -qx 4 ||
  fail "the search finds nothing"

# Everything below would leave a file "run" somewhere if any of it ran.
nothing_ran() {
  [ -z "$(find . -name 'run*' -print -quit)" ] || { find . -name 'run*'; fail "$1: something ran"; }
  checked=$((checked + 1))
}
write() { # NAME TITLE CURVE LABEL: an experiment, its texts as JSON strings
  cat >"$1.yaml" <<Y
title: $2
paper: $2
y: message_latency.mean_cycles
y_label: $4
x: traffic.load
values: [0.2]
seeds: 1
base: [fabric.rows=2, fabric.cols=2, run.cycles=2000]
ratio_to: $3
curves:
  - name: $3
  - name: other
    set: [traffic.alpha=8]
Y
}
sweep() { # NAME OUT: it makes its table and its figure
  expect 0 "$FEDX" sweep "$1.yaml" --out "$2" --jobs 1 --quiet
  grep -qF "1 experiments, 2 runs: tables (.csv) and 1 figures (.svg) in" out || { cat out err; fail "no figure of $1 in $2"; }
  [ -s "$2/$1.svg" ] || fail "the figure is not $2/$1.svg"
  nothing_ran "$1 in $2"
}

command -v gnuplot >/dev/null || skip "no gnuplot"
texts=("\"it's; touch run #\"" '"`touch run`"' '"$(touch run)"' '"a\" ; !touch run ; \""' "\"a'; system('touch run'); '\""
  '"a\n!touch run\n"' '"a\\\n!touch run"' '"@run \\\" `touch run` %s%n"' "\"\\\\'; !touch run\"")
for i in "${!texts[@]}"; do
  write "text$i" "${texts[$i]}" "${texts[$i]}" "${texts[$i]}"
  sweep "text$i" texts
done
# What is in the CSV file comes out of it again.
python3 - texts "${texts[@]}" <<'P'
import csv, json, sys
for i, text in enumerate(sys.argv[2:]):
    rows = list(csv.reader(open(f"{sys.argv[1]}/text{i}.csv", newline="")))
    assert [len(r) for r in rows] == [12] * 3 and rows[1][0] == json.loads(text), (text, rows)
P
checked=$((checked + ${#texts[@]}))

# Names of files and folders; gnuplot takes "< x" for a program to read from and "| x" for one to write to.
for name in "bob's results" '$(touch run)' '`touch run`' '"; touch run; "' '< touch run; #' '| touch run' '-x' '%s' a\\; do
  write "$name" word word word
  "$FEDX" sweep "./$name.yaml" --out "./$name" --jobs 1 --quiet >out 2>err || { cat err; fail "sweep $name"; }
  grep -qF "1 figures (.svg)" out || { cat out err; fail "no figure of $name"; }
  nothing_ran "$name"
done
write plain word word word
mv plain.yaml $'a\n!touch run\n.yaml'
expect 2 "$FEDX" sweep $'a\n!touch run\n.yaml' --out lines
grep -q "cannot have control characters: rename the file$" err || fail "$(cat err)"
nothing_ran "a name of several lines"

# Commands to run again: what a shell makes of them is what was given.
words=("it's" '$(touch run)' '`touch run`' 'a b' '"' \\ '~x' '*' ';touch run' '#' '!')
for word in "${words[@]}"; do
  for shell in bash dash; do
    command -v $shell >/dev/null || continue
    expect 0 "$FEDX" config --command --replay "$word"
    got=$($shell -c "printf '%s\n' $(sed 's/^fedx run//' out)")
    [ "$got" = "$(printf '%s\n' --replay "$word")" ] || fail "$shell reads $(cat out) as $got"
    nothing_ran "$word in $shell"
  done
done
echo "$checked names and texts, and nothing ran"
