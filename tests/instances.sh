#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The instances of the program in the program: of each nothing is seen but its table, and what all of them have in common is
# the same code for whatever number of buffers it is compiled.
#   instances.sh SOURCE...   what is compiled once
. "$(dirname "$0")/common.sh"
command -v nm >/dev/null || skip "no nm"

# Names of what is compiled for each number of buffers: an instance that lacks one would take that of the first, whose
# registers are others.
reader="nm" # of objects that may have no code yet
command -v gcc-nm >/dev/null && reader=gcc-nm
printf '/%s.o\n' "${@#"$FEDX_SOURCE/"}" >"$scratch/once" # a folder of builds may have objects of before
find "$FEDX_BUILD"/CMakeFiles/fedx_{rooms,others}_20.dir "$FEDX_BUILD/CMakeFiles/fedx_commands_20.dir" -name '*.o' |
  grep -vFf "$scratch/once" | tr '\n' '\0' | xargs -0 "$reader" -g --defined-only 2>/dev/null | awk 'NF == 3 { print $3 }' | sort -u >"$scratch/dependent"
[ "$(wc -l <"$scratch/dependent")" -gt 450 ] || fail "only $(wc -l <"$scratch/dependent") names found that know the number of buffers"
for instance in fedx_instance_20 fedx_instance_128; do
  nm -g --defined-only "$FEDX_BUILD/$instance.o" | awk '{ print $3 }' >"$scratch/shown"
  [ "$(cat "$scratch/shown")" = $instance ] || fail "$instance.o shows $(tr '\n' ' ' <"$scratch/shown")"
  taken=$(nm -u "$FEDX_BUILD/$instance.o" | awk '{ print $2 }' | sort -u | comm -12 - "$scratch/dependent" | tr '\n' ' ')
  [ -z "$taken" ] || fail "$instance.o has not its own $taken"
done

# code BUFFERS SOURCE: the assembly
code() {
  # shellcheck disable=SC2046
  cc -S -w -O0 -std=gnu11 -I"$FEDX_SOURCE/include" -DFEDX_BUFFERS_MOST="$1" -DFEDX_VERSION='""' -DFEDX_SHARE='""' \
    -DFEDX_OBJECTS='""' -DFEDX_SOURCES='""' $(pkg-config --cflags libxxhash jansson libcyaml) "$2" -o -
}
compare() {
  code 10 "$1" >"$scratch/${1##*/}.10"
  code 128 "$1" | cmp -s "$scratch/${1##*/}.10" - || {
    echo "$1 is not the same for 10 and for 128 buffers: compile it for each (CMakeLists.txt)" >&2
    return 1
  }
}
in_parallel compare "$@"
[ "$failures" -eq 0 ] || fail "$failures files know the number of buffers"
# ... and that would be seen
if compare "$FEDX_SOURCE/cmodel/fedx/model/fedx_config.c" 2>/dev/null; then fail "a file that knows the number is not told"; fi
[ $# -ge 25 ] || fail "only $# files compared"
echo "$# files are the same for 10 and for 128 buffers; two instances show their tables alone"
