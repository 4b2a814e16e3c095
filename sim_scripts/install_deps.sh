#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Install what the project builds and tests with, quietly and only if missing.
#   install_deps.sh [--no-install] [--tests] [--proofs] [--coverage]
#     --no-install   only check, and name what is missing
#     --tests        also what only the tests need: a browser to look at reports with, Python for its binding, what
#                    reads shell scripts and packs a Debian package, and what --proofs says
#     --coverage     also what sim_scripts/coverage.sh needs: gcovr
#     --proofs       also what sim_scripts/prove*.sh and tests/mutation/run.sh need: clang, LLVM, abc, cadical
set -eu

# what to look for : Debian package
tools="gcc:gcc g++:g++ make:make cmake:cmake ninja:ninja-build pkg-config:pkg-config git:git verilator:verilator
       iverilog:iverilog yosys:yosys gnuplot:gnuplot-nox node:nodejs npm:npm"
libraries="libxxhash:libxxhash-dev jansson:libjansson-dev libcyaml:libcyaml-dev cmocka:libcmocka-dev systemc:libsystemc-dev
           zlib:zlib1g-dev"

test_tools="chromium:chromium fc-list:fontconfig python3:python3 shellcheck:shellcheck dpkg-shlibdeps:dpkg-dev file:file"
# for the proofs; headers lie where llvm-config says
proof_tools="clang:clang opt:llvm llvm-link:llvm llvm-config:llvm berkeley-abc:berkeley-abc
             cadical:cadical"
proof_headers="llvm-c/Core.h:llvm-dev"

headers=""
install=1
for option in "$@"; do
  case $option in
    --no-install) install=0 ;;
    --tests) tools="$tools $test_tools $proof_tools" headers=$proof_headers ;;
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
for pair in $headers; do
  [ -e "$(llvm-config --includedir 2>/dev/null)/${pair%%:*}" ] || missing+=("${pair##*:}")
done
# for the proofs of tests/mutation/run.sh; it has no file for pkg-config
[ -z "$headers" ] || [ -e /usr/include/ccadical.h ] || missing+=(libcadical-dev)

if [ ${#missing[@]} -eq 0 ]; then
  exit 0
fi
if [ $install -eq 0 ]; then
  echo "missing packages: ${missing[*]}" >&2
  echo "install them with: apt-get install ${missing[*]}" >&2
  exit 2
fi
if ! command -v apt-get >/dev/null 2>&1; then
  echo "missing: ${missing[*]}; this script installs with apt-get only, please install them by hand" >&2
  exit 2
fi

sudo=""
[ "$(id -u)" -eq 0 ] || sudo=sudo
echo "installing with apt-get: ${missing[*]}"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! { $sudo apt-get update -qq && $sudo env DEBIAN_FRONTEND=noninteractive \
       apt-get install -y -qq --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
  tail -n 20 "$log" >&2
  echo "apt-get could not install: ${missing[*]} (see above)" >&2
  exit 2
fi
