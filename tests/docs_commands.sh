#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every command that README.md, CONTRIBUTING.md and docs/ print is run as it stands there, document by document, in a
# copy of the sources with build/ beside them and with nothing of this test in the environment, but that a switch that is
# built need not be fast (CXXFLAGS, with_quick_clang). It must end with the status that docs/commands.txt has for it (0 when it is not in
# there), and print what the document says it prints.
#   docs_commands.sh [--long] [DOCUMENT...]   --long: also what takes longer; DOCUMENT: these only
# With DOCS_TIMES set it also says how much processor time each took.
. "$(dirname "$0")/common.sh"
classes=$here/docs/commands.txt
mode=quick
[ "${1-}" != --long ] || { mode=long && shift; }
cd "$FEDX_SOURCE"
documents=("$@")
[ $# -gt 0 ] || documents=(README.md CONTRIBUTING.md docs/*.md docs/*/*.md)
mkdir "$scratch/home"
with_quick_clang "$scratch/quick"
copy=$scratch/copy
ran=0 later=0 never=0 lines=0 wrong=0

# Classes by document and command
declare -A rows
while read -r class status what; do
  case $class in
    '#'* | '') ;;
    quick | interrupt | long | never) rows[$what]="$class $status" ;;
    *) fail "$classes: $class is no class" ;;
  esac
done <"$classes"
declare -A used

# class_of DOCUMENT COMMAND: sets class and status. A comment after the command does not count.
class_of() {
  local what
  # shellcheck disable=SC2001 # several blanks are no pattern of ${}
  what="$1 $(sed 's/  *# .*$//' <<<"$2")"
  used[$what]=1
  read -r class status <<<"${rows[$what]-quick 0}"
}

# copy FOLDER: the sources and build/, and the files of a reader of whom the documents speak
copy() {
  mkdir "$1"
  tar -c --exclude=./build --exclude='./build-*' --exclude=./.git --exclude=node_modules . | tar -x -C "$1"
  chmod -R u+w "$1"
  ln -s "$FEDX_BUILD" "$1/build"
  mkdir "$1/my"
  cp "$FEDX_SOURCE"/rtl/fedx/*.v* "$1/my"
  sed 's/^fedx_switch.v$/switch.v/' rtl/fedx/fedx.f >"$1/my/switch.f"
  sed 's/^module fedx_switch /module my_switch /' rtl/fedx/fedx_switch.v >"$1/my/switch.v"
  rm "$1/my/fedx_switch.v"
  cp examples/fedx_regs.yaml "$1/my/regs.yaml"
  cp experiments/figure-04.yaml "$1/mine.yaml"
}

# files: all that is in the copy, and when it was written
files() {
  (cd "$copy" && find . -type d -printf '%p\n' -o -printf '%p\t%s %C@\n' | LC_ALL=C sort)
}

# renew: a copy for the next document. If the one before has only written other files, they go; that takes a tenth of the time.
renew() {
  if [ -d "$copy" ]; then
    files >"$scratch/left"
    if [ -z "$(LC_ALL=C comm -23 "$scratch/fresh" "$scratch/left")" ]; then
      LC_ALL=C comm -13 "$scratch/fresh" "$scratch/left" | cut -f1 | (cd "$copy" && xargs -r -d '\n' rm -rf)
      return
    fi
    rm -rf "$copy"
  fi
  copy "$copy"
  files >"$scratch/fresh"
}

# run COMMAND: as a reader does, with a folder for the word PREFIX. Sets got.
run() {
  local limit=(timeout 300) command
  command=$(sed -E "s,(^|[^A-Z_])PREFIX($|[^A-Z_]),\\1$scratch/installed\\2,g" <<<"$1")
  [ $mode = quick ] || limit=(timeout 7200)
  [ "$class" != interrupt ] || limit=(timeout --preserve-status -s INT 1)
  got=0
  (cd "$copy" && env -i "PATH=$PATH" "HOME=$scratch/home" CXXFLAGS=-O0 "${limit[@]}" bash -c "$command") \
    >"$scratch/out" 2>&1 </dev/null || got=$?
}

# complain PLACE WORDS
complain() {
  echo "$1: $2" >&2
  wrong=$((wrong + 1))
}

# try DOCUMENT FIRST LAST COMMAND
try() {
  local document=$1 first=$2 last=$3 command=$4 missing
  class_of "$document" "$command"
  case $class in
    never) never=$((never + 1)) && return ;;
    long) [ $mode = long ] || { later=$((later + 1)) && return; } ;;
  esac
  [ -n "$renewed" ] || { renew && renewed=yes; }
  run "$command"
  ran=$((ran + 1))
  if [ "$got" -ne "$status" ]; then
    tail -n 5 "$scratch/out" >&2
    complain "$document:$((first - 1))" "exit status $got, not $status: $command"
  elif [ "$last" -ge "$first" ] && [ "$class" != interrupt ]; then
    sed -n "${first},${last}p" "$document" >"$scratch/said"
    missing=$(awk -f "$here/docs/compare.awk" "$scratch/said" "$scratch/out") ||
      complain "$document:$((first - 1))" "does not print: $missing"
    lines=$((lines + last - first + 1))
  fi
}

# spent: hundredths of a second of processor time of all that was run so far
spent() {
  local stat
  read -r -a stat </proc/$$/stat
  echo $((stat[15] + stat[16]))
}

for document in "${documents[@]}"; do
  awk -f "$here/docs/commands.awk" "$document" >"$scratch/commands" || fail "$document cannot be read"
  renewed=
  while IFS=$'\t' read -r first last command <&3; do
    start=$(spent)
    try "$document" "$first" "$last" "$command"
    [ -z "${DOCS_TIMES-}" ] || echo "$class $(($(spent) - start)) $document: $command" >&2
  done 3<"$scratch/commands"
done

# A row that no document has any more is left over.
if [ $# -eq 0 ]; then
  for what in "${!rows[@]}"; do [ -n "${used[$what]-}" ] || complain "$classes" "in no document: $what"; done
fi
[ "$wrong" -eq 0 ] || fail "$wrong commands are not as the documents say"
echo "$ran commands of the documents run as they say, $lines lines compared; $later only in the long tests, $never not run"
