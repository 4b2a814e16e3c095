#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What a user sees first. install_deps.sh, before systems that are played by stand-ins for apt-get, sudo and id: the list and
# the sizes come before everything else, no root where nothing is missing, one missing package does not stop the rest.
# build.sh, with an error of each kind planted in a small project: the line that says why, and the name of the log.
. "$(dirname "$0")/common.sh"
mkdir "$scratch/tools" "$scratch/common"
for tool in bash sh awk sed sort cut paste tr head tail grep mktemp rm mkdir cat env dirname cp touch chmod; do
  ln -s "$(command -v $tool)" "$scratch/common/$tool"
done
build_commands="gcc g++ make cmake ninja pkg-config verilator"
checks=0

# stand_in NAME: a program of that name, from stdin
stand_in() {
  { echo '#!/bin/sh' && cat; } >"$scratch/tools/$1"
  chmod +x "$scratch/tools/$1"
}

# system UID ABSENT: one on which nothing is installed, of that user; apt-get offers all but the packages that the pattern is of
system() {
  rm -rf "$scratch/tools" && mkdir "$scratch/tools"
  : >"$scratch/calls"
  stand_in id <<<"echo $1"
  stand_in apt-cache <<'END_OF_STAND_IN'
while [ "$1" != policy ]; do shift; done
shift
for package; do
  echo "$package:"
  case $package in @ABSENT@) echo '  Candidate: (none)' ;; *) echo '  Candidate: 1.0' ;; esac
done
END_OF_STAND_IN
  stand_in apt-get <<'END_OF_STAND_IN'
echo "apt-get $*" >>"$calls"
case " $* " in
  *" --assume-no "*)
    echo '0 upgraded, 81 newly installed, 0 to remove and 0 not upgraded.'
    echo 'Need to get 106 MB of archives.'
    echo 'After this operation, 418 MB of additional disk space will be used.'
    exit 1
    ;;
  *" install "*)
    [ -z "$broken" ] || { echo "E: $broken"; exit 100; }
    for tool in @COMMANDS@; do printf '#!/bin/sh\n' >"$tools/$tool"; chmod +x "$tools/$tool"; done
    echo "echo $tools/include" >>"$tools/llvm-config"
    mkdir -p "$tools/include/llvm-c" && touch "$tools/include/llvm-c/Core.h" "$tools/include/ccadical.h"
    ;;
esac
END_OF_STAND_IN
  sed -i "s/@ABSENT@/${2:-nothing}/" "$scratch/tools/apt-cache"
  sed -i "s/@COMMANDS@/$build_commands yosys clang opt llvm-link llvm-config yosys-abc cadical/" "$scratch/tools/apt-get"
}

# with_sudo: the user of this system has it
with_sudo() {
  stand_in sudo <<'END_OF_STAND_IN'
echo "sudo $1" >>"$calls"
exec "$@"
END_OF_STAND_IN
}

# deps STATUS OPTION...: install_deps.sh there
broken=""
deps() {
  local want=$1
  shift
  expect "$want" env -i PATH="$scratch/tools:$scratch/common" TMPDIR="$scratch" calls="$scratch/calls" tools="$scratch/tools" \
    broken="$broken" bash "$FEDX_SOURCE/sim_scripts/install_deps.sh" "$@"
  checks=$((checks + 1))
}

# said FILE WORDS
said() {
  grep -qF -- "$2" "$scratch/$1" || { cat "$scratch/out" "$scratch/err" >&2; fail "does not say: $2"; }
}

# not_called WORDS
not_called() {
  ! grep -F -- "$1" "$scratch/calls" || fail "calls $1"
}

list="missing: cmake g++ gcc libcyaml-dev libexpat1-dev libjansson-dev libxxhash-dev libyaml-dev make ninja-build pkg-config verilator zlib1g-dev"
sizes="with what they depend on: 81 packages, 106 MB to fetch, 418 MB on the disk"

# An ordinary user without sudo: the list, the sizes, what root is to run
system 1000
deps 2
printf '%s\n' "$list" "$sizes" | diff - "$scratch/out" || fail "not the list and the sizes"
said err "as root run: apt-get update && apt-get install --no-install-recommends ${list#missing: }"
not_called " -y "

# ... with sudo: the same, and only then sudo
with_sudo
deps 0
[ "$(head -n 2 "$scratch/out")" = "$list"$'\n'"$sizes" ] || fail "not the list and the sizes first"
said out "sudo may ask for your password"
[ "$(sed -n '/^sudo/=' "$scratch/calls" | head -n 1)" -gt "$(sed -n '/--assume-no/=' "$scratch/calls" | head -n 1)" ] || fail "sudo comes before the sizes"

# Now nothing is missing: no word, and nobody is asked
: >"$scratch/calls"
deps 0
[ ! -s "$scratch/out" ] && [ ! -s "$scratch/err" ] && [ ! -s "$scratch/calls" ] || fail "something is said or called though nothing is missing"

# Root, and --no-install, which neither installs nor asks the network
system 0
deps 0
not_called sudo
system 0
deps 2 --no-install
said err "root installs them with: apt-get update && apt-get install --no-install-recommends cmake"
not_called update

# A package with another name, one that there is not, and one that the build cannot do without
system 0 berkeley-abc
deps 0 --proofs
said out " yosys-abc"
system 0 'berkeley-abc|yosys-abc|cadical'
deps 3 --proofs
said out "  berkeley-abc or yosys-abc: left out without it: proofs"
grep -q '^apt-get install .*-y .*clang' "$scratch/calls" || fail "one missing package stops the others"
system 0 'verilator|cadical'
deps 2 --proofs
said err "the build needs: verilator"
not_called " -y "

# What apt-get says when it fails, and where the rest is
system 0
broken="Unable to fetch some archives"
deps 2
said err "E: $broken"
log=$(sed -n 's/.*(log: \(.*\))$/\1/p' "$scratch/err")
[ -s "$log" ] || fail "no log named $log"
broken=""
system 1000 '*'
stand_in apt-get <<<'echo "E: no network"; exit 100'
deps 2
said out "$list"
said out "their sizes are unknown: this system has no lists of packages; apt-get update: no network"

# Errors of builds ---------------------------------------------------------------------------------
tree=$scratch/tree
mkdir -p "$tree/sim_scripts"
cp "$FEDX_SOURCE"/sim_scripts/{build.sh,first_errors.awk} "$tree/sim_scripts"
printf '#!/bin/sh\nexit 3\n' >"$tree/sim_scripts/install_deps.sh" # what the system does not offer stops no build
chmod +x "$tree/sim_scripts/install_deps.sh"

# planted WORDS: the project on stdin does not build: WORDS are in the first three lines, there are few, none is a command line
planted() {
  { printf 'cmake_minimum_required(VERSION 3.20)\nproject(small C)\n' && cat; } >"$tree/CMakeLists.txt"
  rm -rf "$tree/build"
  [ "${generator-}" = "" ] || cmake -S "$tree" -B "$tree/build" -G "$generator" >"$scratch/configured" 2>&1 || true
  expect 1 "$tree/sim_scripts/build.sh"
  head -n 3 "$scratch/err" | grep -qF -- "$1" || { cat "$scratch/err" >&2; fail "the first lines do not say: $1"; }
  [ "$(wc -l <"$scratch/err")" -le 16 ] || { cat "$scratch/err" >&2; fail "too many lines"; }
  ! grep -E '(^| )-(o|c|I)[ /]|verilator_bin' "$scratch/err" || fail "shows command lines"
  [ "$(tail -n 1 "$scratch/err")" = "the build failed: see build/build.log" ] || fail "does not name the log"
  checks=$((checks + 1))
}

# Twenty files, named as ours are, of which the last does not compile
for i in $(seq 20); do echo "int fedx_error_$i;" >"$tree/fedx_error_$i.c"; done
echo 'int wrong(void) { return undeclared_name; }' >"$tree/wrong.c"
echo 'int absent(void); int main(void) { return absent(); }' >"$tree/unlinked.c"
echo 'module broken(input wire a); assign b = ; endmodule' >"$tree/broken.v"
echo 'module unused(input wire [3:0] a); endmodule' >"$tree/unused.v"
for generator in Ninja "Unix Makefiles"; do
  planted "wrong.c:1:" <<<'file(GLOB sources *error*.c)
add_library(small STATIC ${sources} wrong.c)'
  planted 'absent' <<<'add_executable(small unlinked.c)'
  planted 'nowhere.txt' <<<'add_custom_target(all_of_it ALL DEPENDS nowhere.txt)'
  planted 'exit 7' <<<'add_custom_target(all_of_it ALL COMMAND sh -c "echo exit 7 && exit 7")'
done
generator=""
planted 'CMake Error at CMakeLists.txt:3' <<<'message(FATAL_ERROR "a library is not there")'
said err "a library is not there"
planted 'CMake Error at CMakeLists.txt:3' <<<'no_such_command()'
planted 'no_such_library' <<<'find_package(PkgConfig REQUIRED)
pkg_check_modules(NONE REQUIRED no_such_library)'
if command -v verilator >/dev/null; then
  planted '%Error: ' <<<'execute_process(COMMAND verilator --lint-only broken.v WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} COMMAND_ERROR_IS_FATAL ANY)'
  said err "broken.v:1:"
  planted '%Warning-UNUSED' <<<'execute_process(COMMAND verilator --lint-only -Wall unused.v WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} COMMAND_ERROR_IS_FATAL ANY)'
fi
echo "$checks first minutes: what is missing comes first, and a build that fails says why"
