#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Frozen runs: every file that the runs of runs.txt write, and all that they print, is what it was when digests.txt was recorded.
#   run.sh [NAME...]        compare all runs, or these
#   run.sh --show NAME...   ... and leave what they made, as it is compared, in the folder frozen-runs, a folder a run
#   run.sh --keep FOLDER    all of it in FOLDER: that of two trees is for diff -r
#   run.sh --record         write digests.txt anew
. "$(dirname "$0")/../common.sh"
frozen=$here/frozen
keep='' record=''
case ${1-} in
  --show) keep='frozen-runs' && shift ;;
  --keep) keep=${2:?which folder?} && shift 2 ;;
  --record) record=yes && shift ;;
  -*) fail "unknown option $1" ;;
esac
[ -z "$record" ] || [ $# -eq 0 ] || fail "--record is of all runs"
unset FEDX_RTL
export LC_ALL=C

# What runs.txt speaks of
export small='--rows 4 --cols 4 --cycles 8000 --quiet'
export files='--json run.json --csv csv --trace trace --hops hops --record record --report report'
export tiny='--set fabric.rows=3 --set fabric.cols=3 --set run.cycles=900 --set run.warmup=200'
export experiments=$FEDX_SOURCE/experiments
export wrong=$FEDX_BUILD/tests/libfrozen_switch.so
status_of() { "$@" || echo "exit status $?"; }
fedx() { status_of "$FEDX" "$@"; }
fedx-codegen() { status_of "$FEDX_CODEGEN" "$@"; }

names=()
declare -A command_of
while read -r name command; do
  case $name in
    '#'* | '') continue ;;
  esac
  [ -z "${command_of[$name]-}" ] || fail "runs.txt: $name comes twice"
  names+=("$name") command_of[$name]=$command
done <"$frozen/runs.txt"
[ $# -eq 0 ] || names=("$@")

# Filters ---------------------------------------------------------------------------------------------------------------

quoted() { printf '%s' "$1" | sed 's/[][\.*^$/]/\\&/g'; }
build_quoted=$(quoted "$(realpath "$FEDX_BUILD")") source_quoted=$(quoted "$(realpath "$FEDX_SOURCE")")

# By name
declare -A rtl_of
for file in "$FEDX_SOURCE"/rtl/*/*; do
  [ -z "${rtl_of[${file##*/}]-}" ] || fail "rtl: two files are called ${file##*/}"
  rtl_of[${file##*/}]=$file
done

# blank FILE AT COUNT: bytes of it are zero
blank() { head -c "$3" /dev/zero | dd of="$1" bs=1 seek="$2" conv=notrunc status=none; }

# number FILE AT: of eight bytes
number() { od -An -t u8 -j "$2" -N 8 "$1" | tr -d ' '; }

# Of a checkpoint: the checksum of the rest, the hash of the RTL, and how long the run took so far. checkpoint.c, struct
# header, and behind the scenario as text session_checkpoint.c, struct opening.
filter_checkpoint() {
  local header=48 marks=96 opening
  opening=$((header + $(number "$1" 32)))
  blank "$1" 16 8
  blank "$1" $((opening + 16)) 8
  blank "$1" $((opening + 40 + marks)) 8
}

filter() { # FOLDER: what is in it, in place
  local file
  cd "$1"
  # Drawn by gnuplot, whichever there is, from files that are here, too
  find . -name '*.svg' -delete
  # Copies of what is in rtl/: that users get these files is frozen, not what is in them
  while read -r file; do
    ! cmp -s "${rtl_of[${file##*/}]-/dev/null}" "$file" || echo "as in rtl/" >"$file"
  done < <(find . -path '*/rtl/*' -type f)
  find . -name '*.ckpt' | while read -r file; do filter_checkpoint "$file"; done
  # The page around the data is that of report/, which has tests of its own
  find . -name report.html | while read -r file; do
    sed -i -nE 's/.*<script type="application\/json" id="data">(.*)<\/script>.*/\1/p' "$file"
  done
  # The compressor of the waveform is whichever there is, and so a bundle's list of hashes is of other bytes
  find . -name '*.fst' | while read -r file; do
    "$FEDX_BUILD/tests/fst_to_vcd" "$file" >"$file.vcd" && rm "$file"
  done
  find . -name hashes.txt -exec sed -i -E 's/^[0-9a-f]{32}/HASH/' {} +
  # Where the run was, the build and the tree are
  find . -type f ! -name '*.ckpt' -exec sed -i -E -e "s/$(quoted "$PWD")/HERE/g; s/$build_quoted/BUILD/g; s/$source_quoted/SOURCE/g" \
    -f "$frozen/filters.sed" {} +
}

# Runs ------------------------------------------------------------------------------------------------------------------

made=$scratch/made
one() {
  run=$1
  trap '[ $? -eq 0 ] || echo "run $run cannot be made" >&2' EXIT
  [ -n "${command_of[$1]-}" ] || fail "no run $1 in runs.txt"
  mkdir -p "$made/$1"
  (cd "$made/$1" && eval "${command_of[$1]}") >"$scratch/$1.out" 2>"$scratch/$1.err" </dev/null
  mv "$scratch/$1.out" "$made/$1/stdout"
  mv "$scratch/$1.err" "$made/$1/stderr"
  (filter "$made/$1")
}

digests() {
  (cd "$made" && find . -type f -printf '%P\0' | sort -z | xargs -0 sha256sum | sed -E 's/^([0-9a-f]{16})[0-9a-f]{48} [ *]/\1 /')
}

in_parallel one "${names[@]}"
[ "$failures" -eq 0 ] || fail "$failures runs cannot be made"
digests >"$scratch/digests"
if [ -n "$keep" ]; then
  mkdir -p "$keep"
  (cd "$keep" && rm -rf "${names[@]}")
  cp -r "$made/." "$keep"
  echo "what was made is in $keep"
fi
count="${#names[@]} runs, $(wc -l <"$scratch/digests") files"
if [ -n "$record" ]; then
  cp "$scratch/digests" "$frozen/digests.txt"
  echo "$count recorded"
  exit
fi

# The lines of the runs that were made
recorded() {
  local IFS='|'
  grep -E "^[0-9a-f]{16} (${names[*]})/" "$frozen/digests.txt" || true
}
recorded | diff - "$scratch/digests" >"$scratch/differences" || {
  sed -nE 's/^[<>] [0-9a-f]{16} //p' "$scratch/differences" | sort -u >"$scratch/files"
  echo "files that differ, by run:" >&2
  cut -d/ -f1 "$scratch/files" | uniq -c >&2
  file=$(head -n 1 "$scratch/files")
  fail "run ${file%%/*}: ${file#*/} is not what it was. To see it: tests/frozen/run.sh --show ${file%%/*}, here and in a tree" \
    "of before; then diff -r of the two folders frozen-runs"
}
echo "$count, as they were"
