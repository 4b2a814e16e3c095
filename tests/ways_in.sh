#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The project builds and works in other ways than that of sim_scripts/build.sh: other generators, compilers and options, other
# places, other users. Prints a table of what was tried, and what was not and why.
#   ways_in.sh --order    default test: with plain Makefiles whatever a target reads is made before
#   ways_in.sh [WAY...]   each way, or these: configure, build, run the tests named below
. "$(dirname "$0")/common.sh"

if [ "${1-}" = --order ]; then
  expect 0 cmake -S "$FEDX_SOURCE" -B "$scratch/build" -G "Unix Makefiles" -DBUILD_TESTING=ON
  find "$scratch/build" -name build.make -not -path '*/_CMake*' -print0 |
    xargs -0 awk -v "folder=$scratch/build" -v "checked_file=$scratch/checked" -f "$here/makefile_order.awk" \
      "$scratch/build/CMakeFiles/Makefile2" >"$scratch/wrong"
  [ ! -s "$scratch/wrong" ] || { head -n 5 "$scratch/wrong" >&2; fail "make would find no rule for $(wc -l <"$scratch/wrong") files"; }
  [ "$(cat "$scratch/checked")" -gt 500 ] || fail "only $(cat "$scratch/checked") files checked: the search has lost its way"
  echo "$(cat "$scratch/checked") files that another target makes: plain Makefiles make each in time"
  exit
fi

# What is built and run in each way: quick ones of each kind. What needs a tool that is not there is skipped, as ever.
units=(test_value test_quote test_output test_process test_topology test_scenario test_fedx_switch test_vcr_router test_gen_folder
  test_dut_map test_cplusplus)
targets=(fedx fedx-codegen "${units[@]}")
scripts=(cli_help cli_config cli_results cli_written_files cli_unsafe_names generated_files mechanism_map rtl_icarus)
if [ -f "$FEDX_BUILD/libfedx_rtl.so" ]; then
  units+=(test_second_opinion)
  targets+=(test_second_opinion fedx_rtl vcr_rtl_noc vcr_terminal_rtl_noc vcr_wrong fedx_verilated fedx_dut_runtime)
  scripts+=(lockstep_fabric_latency lockstep_power_up instances cli_gen_tb cli_dut_vcr cli_vcr_verify)
fi
tests="^($(printf '%s|' "${units[@]}" "${scripts[@]}")none)\$"

chosen=" $* "
rows=$scratch/rows
left_out=$scratch/left_out
touch "$rows" "$left_out"
chmod 711 "$scratch" # other users pass through it
wrong=0 tried=0

# leave_out WAY REASON
leave_out() { printf '%s: %s\n' "$1" "$2" >>"$left_out"; }

# copy FOLDER: the sources there
copy() {
  mkdir -p "$1"
  tar -c -C "$FEDX_SOURCE" --exclude=./.git --exclude='./build*' --exclude=./results --exclude=node_modules . | tar -x -C "$1"
}

# outcome WAY LOG: the row of a way whose log it is
outcome() {
  local passed of skipped
  passed=$(grep -c '^ *[0-9]*/[0-9]* Test .* Passed ' "$2" || true)
  skipped=$(grep -c '^ *[0-9]*/[0-9]* Test .*\*\*\*Skipped ' "$2" || true)
  of=$(grep -c '^ *[0-9]*/[0-9]* Test ' "$2" || true)
  [ "$of" -gt "${#units[@]}" ] && [ $((passed + skipped)) -eq "$of" ] || {
    wrong=$((wrong + 1))
    awk -f "$FEDX_SOURCE/sim_scripts/first_errors.awk" "$2" >&2
    grep -A 20 'Test .*\*\*\*Failed' "$2" | tail -n 60 >&2 || true
  }
  printf '%-26s %3d of %d tests pass, %d skipped, %d min\n' "$1" "$passed" "$of" "$skipped" $(((SECONDS - begun + 59) / 60)) >>"$rows"
  tail -n 1 "$rows"
}

# try WAY OPTION...: configure, build and test what is in $source in $build, as $as; all three are as usual when they are empty
source="" build="" as=()
try() {
  local way=$1 log=$scratch/$1.log folder=${build:-$scratch/build}
  shift
  [ "$chosen" = "  " ] || [[ $chosen == *" $way "* ]] || return 0
  begun=$SECONDS
  tried=$((tried + 1))
  # Nothing of the build that this test is of
  { "${as[@]}" env -u FEDX -u FEDX_CODEGEN -u FEDX_SOURCE -u FEDX_BUILD cmake -S "${source:-$FEDX_SOURCE}" -B "$folder" -DBUILD_TESTING=ON "$@" &&
    "${as[@]}" cmake --build "$folder" -j "$(nproc)" --target "${targets[@]}" &&
    "${as[@]}" ctest --test-dir "$folder" --output-on-failure -j "$(nproc)" -R "$tests"; } >"$log" 2>&1 || true
  outcome "$way" "$log"
  rm -rf "$folder"
}

try makefiles -G "Unix Makefiles"
try debug -G Ninja -DCMAKE_BUILD_TYPE=Debug
try portable -G Ninja -DFEDX_NATIVE=OFF
try no-lto -G Ninja -DFEDX_LTO=OFF

# A path with a blank and a letter that is not ASCII; sources that nobody can write
source="$scratch/a folder é/sources" build="$scratch/a folder é/build"
copy "$source"
chmod -R a-w "$source"
try blank-path -G Ninja
try blank-path-makefiles -G "Unix Makefiles"

# Another user's sources
if [ "$(id -u)" -ne 0 ] || ! command -v setpriv >/dev/null; then
  leave_out another-user "only root can become another user, with setpriv"
else
  source=$scratch/sources build=$scratch/nobody/build as=(setpriv --reuid=65534 --regid=65534 --clear-groups env "HOME=$scratch/nobody" PATH=/usr/bin:/bin)
  mkdir "$scratch/nobody"
  chown 65534:65534 "$scratch/nobody"
  copy "$source"
  chmod -R a-w,a+rX "$source"
  try another-user -G Ninja
fi
source="" build="" as=()

# Every compiler of the system: gcc-12 to gcc-16, clang-14 to clang-22
for version in gcc-{12..16} clang-{14..22}; do
  plus=${version/gcc/g++}
  plus=${plus/clang/clang++}
  if ! command -v "$version" >/dev/null || ! command -v "$plus" >/dev/null; then
    leave_out "$version" "not on this system"
    continue
  fi
  for lto in ON OFF; do
    try "$version-lto-$lto" -G Ninja "-DCMAKE_C_COMPILER=$version" "-DCMAKE_CXX_COMPILER=$plus" -DFEDX_LTO=$lto
  done
done
[ $tried -gt 0 ] || fail "no such way: $*"

echo
cat "$rows"
[ ! -s "$left_out" ] || { echo "not tried" && sed 's/^/  /' "$left_out"; }
[ $wrong -eq 0 ] || fail "$wrong of $tried ways fail"
