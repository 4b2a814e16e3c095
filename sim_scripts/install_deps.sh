#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Install what the project builds and tests with, only if missing, after saying how much that is. docs/install.md has how
# many packages each option is on a bare Debian.
#   install_deps.sh [--no-install] [--tests] [--browser] [--mpi] [--proofs] [--coverage]
#                  what sim_scripts/build.sh and run.sh need, and:
#     --no-install   only check, and name what is missing
#     --tests        also what the tests need, those of proofs included
#     --browser      also what tests of the page of reports need: Chromium without windows and Node.js
#     --mpi          also Open MPI, for runs of several processes
#     --coverage     also what sim_scripts/coverage.sh needs: gcovr
#     --proofs       also what sim_scripts/prove*.sh and tests/mutation/run.sh need: Yosys, clang, LLVM, abc, cadical
set -eu

# what to look for : Debian package. g++ brings gcc and make is for a switch of the user's own (--dut).
tools="gcc:gcc g++:g++ make:make cmake:cmake ninja:ninja-build pkg-config:pkg-config verilator:verilator"
libraries="libxxhash:libxxhash-dev jansson:libjansson-dev libcyaml:libcyaml-dev yaml-0.1:libyaml-dev expat:libexpat1-dev zlib:zlib1g-dev"

# for the tests
test_tools="git:git iverilog:iverilog yosys:yosys gnuplot:gnuplot-nox python3:python3
            help2man:help2man shellcheck:shellcheck dpkg-shlibdeps:dpkg-dev file:file"
test_libraries="cmocka:libcmocka-dev systemc:libsystemc-dev"
test_modules="jsonschema:python3-jsonschema"

# for the proofs; headers lie where llvm-config says
proof_tools="yosys:yosys clang:clang opt:llvm llvm-link:llvm llvm-config:llvm berkeley-abc:berkeley-abc
             cadical:cadical"
proof_headers="llvm-c/Core.h:llvm-dev"

headers="" modules=""
install=1
for option in "$@"; do
  case $option in
    --no-install) install=0 ;;
    --tests)
      tools="$tools $test_tools $proof_tools" headers=$proof_headers
      libraries="$libraries $test_libraries" modules=$test_modules
      ;;
    --browser) tools="$tools node:nodejs chromium-headless-shell:chromium-headless-shell fc-list:fontconfig" ;;
    --mpi) tools="$tools mpirun:openmpi-bin mpicc:libopenmpi-dev" ;;
    --coverage) tools="$tools gcovr:gcovr" ;;
    --proofs) tools="$tools $proof_tools" headers=$proof_headers ;;
    *)
      echo "install_deps.sh: unknown option $option" >&2
      exit 2
      ;;
  esac
done

missing=()
for pair in $tools; do
  command -v "${pair%%:*}" >/dev/null 2>&1 || missing+=("${pair##*:}")
done
for pair in $libraries; do
  command -v pkg-config >/dev/null 2>&1 && pkg-config --exists "${pair%%:*}" 2>/dev/null || missing+=("${pair##*:}")
done
for pair in $modules; do # of Debian's Python, which may not be the first of the path
  /usr/bin/python3 -c "import ${pair%%:*}" >/dev/null 2>&1 || missing+=("${pair##*:}")
done
for pair in $headers; do
  [ -e "$(llvm-config --includedir 2>/dev/null)/${pair%%:*}" ] || missing+=("${pair##*:}")
done
# for the proofs of tests/mutation/run.sh; it has no file for pkg-config
[ -z "$headers" ] || [ -e /usr/include/ccadical.h ] || missing+=(libcadical-dev)

if [ ${#missing[@]} -eq 0 ]; then
  exit 0
fi
mapfile -t missing < <(printf '%s\n' "${missing[@]}" | sort -u)
if [ $install -eq 0 ]; then
  echo "missing packages: ${missing[*]}" >&2
  echo "install them with: apt-get install --no-install-recommends ${missing[*]}" >&2
  exit 2
fi
if ! command -v apt-get >/dev/null 2>&1; then
  echo "missing: ${missing[*]}; this script installs with apt-get only, please install them by hand" >&2
  exit 2
fi

sudo=""
[ "$(id -u)" -eq 0 ] || sudo=sudo
log=$(mktemp)
trap 'rm -f "$log"' EXIT
fail() {
  tail -n 20 "$log" >&2
  echo "apt-get could not install: ${missing[*]} (see above)" >&2
  exit 2
}
apt() { # OPTION...: install what is missing
  $sudo env DEBIAN_FRONTEND=noninteractive LC_ALL=C apt-get install --no-install-recommends "$@" "${missing[@]}" >"$log" 2>&1
}
echo "missing: ${missing[*]}"
$sudo apt-get update -qq >"$log" 2>&1 || fail
apt --assume-no || true # it ends with what a user is asked
sed -nE 's/.* ([0-9]+) newly installed.*/installing \1 packages with apt-get/p
  s/^Need to get (([^/]*\/)?[0-9.,]+ .?B).*/\1 to fetch/p
  s/^After this operation, (.*) of additional disk space will be used./\1 on the disk; a minute or two with a fast network/p' "$log" |
  paste -sd, | sed 's/,/, /g'
apt -y -qq || fail
