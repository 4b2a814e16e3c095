#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Code coverage of `fedx verify --until-covered` and tests/timeouts.sh: lines, branches and toggles of the RTL
# (Verilator), lines and branches of the golden model (gcov). docs/verification/coverage.md.
#   coverage.sh [--no-install] [--markdown] [--holes] [option of fedx verify ...]
#     --markdown   the table for tests/results_page.py --table code-coverage
#     --holes      also what was not reached: file, line, and what of it
set -eu
cd "$(dirname "$0")/.."

install="" markdown=0 holes=0
while [ $# -gt 0 ]; do
  case $1 in
    --no-install) install=$1 ;;
    --markdown) markdown=1 ;;
    --holes) holes=1 ;;
    *) break ;;
  esac
  shift
done
sim_scripts/install_deps.sh ${install:+"$install"} --coverage
build=$PWD/build-coverage
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
log=$work/log
if ! { cmake -S . -B "$build" -G Ninja -DFEDX_COVERAGE=ON && ninja -C "$build" fedx fedx_rtl; } >"$log" 2>&1; then
  tail -n 30 "$log" >&2
  echo "coverage.sh: could not build (see above)" >&2
  exit 2
fi

export FEDX=$build/fedx FEDX_BUILD=$build FEDX_RTL_COVERAGE=$work/rtl
# measure NAME COMMAND...: run it with the counters on
measure() {
  "${@:2}" >"$work/$1" 2>&1 && return
  cat "$work/$1" >&2
  echo "coverage.sh: ${*:2} failed" >&2
  exit 1
}
find "$build" -name '*.gcda' -delete
measure verify "$FEDX" verify --until-covered --quiet "$@"
# Parts of the model that only the event engine needs: how far it may skip
measure engines "$FEDX" run --check-engine --rows 4 --cols 4 --cycles 20000 --load 0.7 --quiet
# Counters that no episode is long enough for
measure timeouts tests/timeouts.sh
[ $markdown -eq 1 ] || grep -E '^(compared|coverage)' "$work/verify"

# RTL: each place of the source once, whatever the number of instances. Branches: if, else, case.
rtl() {
  verilator_coverage --write "$work/rtl.dat" "$work"/rtl-*.dat >"$work/log" 2>&1 || return 1
  awk -F'\001' -v holes="$1" '
    function place(kind, what, count) {
      total[file, kind] += !((file, kind, what) in hit)
      hit[file, kind, what] += count
      if (!(file in seen)) order[++files] = file
      seen[file] = 1
    }
    /^C / {
      split("", field)
      for (i = 2; i <= NF; i++) {
        at = index($i, "\002")
        value = substr($i, at + 1)
        sub(/\047 [0-9]+$/, "", value)
        field[substr($i, 1, at - 1)] = value
      }
      count = $0
      sub(/.*\047 /, "", count)
      file = field["f"]
      sub(/.*\//, "", file)
      if (field["page"] ~ /^v_toggle/) {
        place("toggles", field["l"] " " field["o"], count)
        next
      }
      if (field["o"] != "block") place("branches", field["l"] " " field["o"], count)
      lines = split(field["S"], line, ",")
      for (i = 1; i <= lines; i++) {
        ends = split(line[i], end, "-")
        for (number = end[1]; number <= end[ends]; number++) place("lines", number, count)
      }
    }
    END {
      for (key in hit) {
        split(key, part, SUBSEP)
        covered[part[1], part[2]] += hit[key] > 0
        if (holes && hit[key] == 0) print part[1] ":" part[3], part[2]
      }
      for (i = 1; !holes && i <= files; i++)
        print order[i], covered[order[i], "lines"] + 0, total[order[i], "lines"] + 0, covered[order[i], "branches"] + 0,
          total[order[i], "branches"] + 0, covered[order[i], "toggles"] + 0, total[order[i], "toggles"] + 0
    }' "$work/rtl.dat" | sort -V
}

gcov_of() {
  gcovr --root . --object-directory "$build" --filter 'cmodel/fedx/model/' --exclude-unreachable-branches "$@" "$build/CMakeFiles/fedx_model.dir" 2>"$work/log"
}

model() {
  gcov_of --csv "$work/model.csv" >/dev/null || return 1
  awk -F, 'NR > 1 { sub(/.*\//, "", $1); print $1, $3, $2, $6, $5, "-", "-" }' "$work/model.csv"
}

# file lines of branches of toggles of, and the sum
table() {
  awk -v markdown="$markdown" '
    function share(n, of) { return of == "-" || of == 0 ? "" : n " of " of }
    function row(name, a, b, c) {
      if (markdown) printf "| %s | %s | %s | %s |\n", name, a, b, c
      else printf "%-26s %-14s %-14s %s\n", name, a, b, c
    }
    BEGIN {
      row("file", "lines", "branches", "toggles")
      if (markdown) print "|---|---|---|---|"
    }
    {
      row(markdown ? "`" $1 "`" : $1, share($2, $3), share($4, $5), share($6, $7))
      for (i = 2; i <= NF; i++) sum[side = $1 ~ /[.]c$/, i] += $i
      last = NR
    }
    END {
      for (side = 0; side < 2; side++)
        row(side ? "golden model" : "RTL", share(sum[side, 2], sum[side, 3]), share(sum[side, 4], sum[side, 5]),
            side ? "" : share(sum[side, 6], sum[side, 7]))
    }'
}

{ rtl 0 && model; } >"$work/rows" || { cat "$work/log" >&2; exit 1; }
table <"$work/rows"
if [ $holes -eq 1 ]; then
  echo "RTL"
  rtl 1
  echo "model: lines, and those that did not run"
  gcov_of --txt - | sed -n '/^cmodel/p'
  echo "model: branches, and lines where one was not taken"
  gcov_of --branches --txt - | sed -n '/^cmodel/p'
fi
