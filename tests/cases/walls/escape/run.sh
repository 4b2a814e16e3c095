#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What a router prints, and names of files, reach no terminal and no file as commands to a terminal, to a shell or to make: control
# characters become question marks, and names with quotes, blanks and $ are names.
. "$(dirname "$0")/../../case.sh"
# tame FILE...: no control characters but tabs and line ends
tame() {
  local file
  for file; do
    [ -s "$file" ] || continue
    ! LC_ALL=C grep -qP '[\x00-\x08\x0b-\x1f\x7f]' "$file" || { cat -v "$file"; fail "control characters in $file"; }
  done
}
module m 'integer n = 0, i;
    always @(posedge clk) begin
        n <= n + 1;
        if (n < 40) for (i = 0; i < 90; i = i + 1) $display("line %0d \033]0;title\007 \033[31mred\033[0m", i);
        if (n == 50) $fatal(1, "bad \033[31mred\033[0m \007 \377 news");
    end' >m.v
description m m.v >m.yaml
expect 1 "${verify[@]}" m.yaml --cycles 3000 --bundle bundle --json run.json --junit run.xml
said '^progress: cycle 4[0-9]: the switch ends the run: m.v:[0-9]*: Assertion failed in .*: bad \?\[31mred\?\[0m \? \? news'
grep -qE '^[0-9]+ times: (before reset: )?line 3 \?\]0;title\? \?\[31mred\?\[0m$' err || { head err; fail "what comes again is not folded"; }
[ "$(wc -l <err)" -lt 200 ] || fail "$(wc -l <err) lines of the router"
tame out err run.json run.xml bundle/report.txt
python3 -m json.tool run.json >/dev/null || fail "run.json is no JSON"

# Names: of the source, the folder, the description and the bundle. ($ in a source is refused: Verilator puts a variable there.)
odd="it's \"a\" \`b\` (c); d&e"
mkdir names
cd names
module m "wire x = 1'b0;" >"$odd.v"
if ! verilator --lint-only -Wno-fatal "$odd.v" >/dev/null 2>&1; then # 5.032 and 5.048 read no such file
  refused_first 'do not build: this Verilator reads no file whose name has a double quote: rename the file or its folder' \
    "${verify[@]}" "$odd.yaml" --init "$odd.v" --top m
  mv "$odd.v" "${odd//\"/}.v"
  odd=${odd//\"/}
fi
expect 0 "${verify[@]}" "$odd \$HOME.yaml" --init "$odd.v" --top m
tame "$odd \$HOME.yaml"
cp "$scratch/out" written
said_command=$(sed -nE 's/.*then fedx (blackbox .*)/\1/p' written)
eval "set -- $said_command"
[ "$2" = "$odd \$HOME.yaml" ] || fail "the command that is named reads $2"
sed -i 's/^destination.*//' "$2"
expect 0 "$FEDX" "$@" --quiet --cycles 3000
printf '"%s.v"\n' "${odd//\"/\\\"}" >list.f
sed 's/^files.*/files: list.f/' "$2" >listed.yaml
expect 0 "${verify[@]}" listed.yaml --cycles 3000
sed -i 's/out_data = in_data/out_data = in_data ^ 1/' "$odd.v"
expect 1 "$FEDX" "$@" --quiet --cycles 3000 --bundle "$odd \$HOME"
command=$(sed -nE 's/^ *in another simulator: //p' "$scratch/out")
status=0
eval "$command" >made 2>&1 || status=$?
[ $status -eq 2 ] && grep -q '^FAIL: ' made || { cat made; fail "not run as it is named: $command"; }
module m >"r&d <2>\\3.v"
expect 0 "${verify[@]}" rd.yaml --init "r&d <2>\\3.v" --top m
sed -i 's/^destination.*//' rd.yaml
expect 0 "${verify[@]}" rd.yaml --cycles 3000
echo "names and words"
