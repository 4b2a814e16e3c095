#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The instances of the program in the program: of each nothing is seen but its table, and what all of them have in common is
# the same code for whatever number of buffers it is compiled.
#   instances.sh SOURCE... -- OTHER...   what is compiled once; and what is compiled once for all instances but the first
. "$(dirname "$0")/common.sh"
command -v nm >/dev/null || skip "no nm"

# Names of what is compiled for each number of buffers: an instance that lacks one would take that of the first, whose
# registers are others.
once=() others=()
while [ "$1" != -- ]; do once+=("$1") && shift; done
shift
others=("$@")
reader="nm" # of objects that may have no code yet
command -v gcc-nm >/dev/null && reader=gcc-nm
printf '/%s.o\n' "${once[@]#"$FEDX_SOURCE/"}" >"$scratch/once" # a folder of builds may have objects of before
find "$FEDX_BUILD"/CMakeFiles/fedx_{rooms_20,others,commands_20}.dir -name '*.o' |
  grep -vFf "$scratch/once" | tr '\n' '\0' | xargs -0 "$reader" -g --defined-only 2>/dev/null | awk 'NF == 3 { print $3 }' | sort -u >"$scratch/dependent"
[ "$(wc -l <"$scratch/dependent")" -gt 450 ] || fail "only $(wc -l <"$scratch/dependent") names found that know the number of buffers"
for instance in instance_20 instance_128; do
  nm -g --defined-only "$FEDX_BUILD/$instance.o" | awk '{ print $3 }' >"$scratch/shown"
  [ "$(cat "$scratch/shown")" = $instance ] || fail "$instance.o shows $(tr '\n' ' ' <"$scratch/shown")"
  taken=$(nm -u "$FEDX_BUILD/$instance.o" | awk '{ print $2 }' | sort -u | comm -12 - "$scratch/dependent" | tr '\n' ' ')
  [ -z "$taken" ] || fail "$instance.o has not its own $taken"
done

# What a compiler is told of BUFFERS buffers
read -r -a flags < <(pkg-config --cflags libxxhash jansson libcyaml)
told() {
  echo -w -O0 -std=gnu11 "-I$FEDX_SOURCE/include" "-I$FEDX_SOURCE/cmodel/kinds" "-DFEDX_BUFFERS_MOST=$1" '-DFEDX_VERSION=""' '-DFEDX_SHARE=""' '-DFEDX_OBJECTS=""' \
    '-DFEDX_SOURCES=""' "${flags[@]}"
}

# read_as BUFFERS SOURCE: what the preprocessor makes of it
read_as() {
  # shellcheck disable=SC2046
  cc -E -P $(told "$1") "$2"
}

# code BUFFERS SOURCE: the assembly
code() {
  # shellcheck disable=SC2046
  cc -S $(told "$1") "$2" -o -
}

# What is the same before it is compiled is so after it, and that is told in a fifth of the time.
compare() {
  local at=$scratch/${1//\//_}
  read_as 10 "$1" >"$at.10"
  read_as 128 "$1" >"$at.128"
  ! cmp -s "$at.10" "$at.128" || return 0
  code 10 "$1" >"$at.10"
  code 128 "$1" >"$at.128"
  cmp -s "$at.10" "$at.128" || {
    echo "$1 is not the same for 10 and for 128 buffers: compile it for each (CMakeLists.txt)" >&2
    return 1
  }
}
in_parallel compare "${once[@]}" "${others[@]}"
[ "$failures" -eq 0 ] || fail "$failures files know the number of buffers"
# ... and that would be seen
if compare "$FEDX_SOURCE/cmodel/fedx/model/fedx_config.c" 2>/dev/null; then fail "a file that knows the number is not told"; fi
[ ${#once[@]} -ge 25 ] && [ ${#others[@]} -ge 25 ] || fail "only ${#once[@]} and ${#others[@]} files compared"
echo "$((${#once[@]} + ${#others[@]})) files are the same for 10 and for 128 buffers; two instances show their tables alone"
