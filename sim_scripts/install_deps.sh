#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Name the packages that the project needs and this system lacks, say how large they are, and install them with apt-get.
# If nothing is missing, the script neither prints nor installs anything. docs/start/quick-start.md has the sizes for a bare Debian.
#   install_deps.sh [--no-install] [--tests] [--docs] [--browser] [--mpi] [--lint] [--proofs] [--coverage]
#                  what sim_scripts/build.sh and run.sh need, and:
#     --no-install   only name what is missing; use no network
#     --tests        also what the tests need, those of proofs and of documents included
#     --docs         also what makes manual pages and the reference of the interfaces: help2man, Doxygen
#     --browser      also what tests of the page of reports need: Chromium without windows and Node.js
#     --mpi          also Open MPI, for runs of several processes
#     --coverage     also what sim_scripts/coverage.sh needs: gcovr
#     --lint         also what sim_scripts/lint.sh needs
#     --proofs       also what sim_scripts/prove*.sh and tests/mutation/run.sh need: Yosys, clang, LLVM, abc, cadical
# Exit status: 0 nothing is missing any more; 2 something is; 3 only packages are missing that this system does not offer
# and the build does not need.
set -eu
export LC_ALL=C # this script reads what apt-get prints

# A row per tool: for what, how to look for it, its names, the packages that have it, and what is left out without it. Of
# several names or packages any one will do; the script installs the first package that the system offers. The build cannot
# do without those of the first group. make builds switches of the user's own (--dut).
rows="
build    command     gcc                        gcc
build    command     g++                        g++
build    command     make                       make
build    command     cmake                      cmake
build    command     ninja                      ninja-build
build    command     pkg-config                 pkg-config,pkgconf
build    command     verilator                  verilator
build    library     libxxhash                  libxxhash-dev
build    library     jansson                    libjansson-dev
build    library     libcyaml                   libcyaml-dev
build    library     yaml-0.1                   libyaml-dev
build    library     expat                      libexpat1-dev
build    library     zlib                       zlib1g-dev,zlib-ng-compat-dev
tests    command     git                        git                      tests that ask git
tests    command     iverilog                   iverilog                 tests in Icarus Verilog
tests    command     yosys                      yosys                    tests in Yosys, proofs
tests    command     gnuplot                    gnuplot-nox              tests of drawn figures
tests    command     python3                    python3                  tests of the Python binding, of results against their schema
tests    command     shellcheck                 shellcheck               the check of shell scripts
tests    command     clang-format               clang-format             the check of the layout of C
tests    command     dpkg-shlibdeps             dpkg-dev                 the test of the package
tests    command     file                       file                     the test of the package
tests    library     cmocka                     libcmocka-dev            unit tests
tests    library     systemc                    libsystemc-dev           SystemC and its tests
tests    module      jsonschema                 python3-jsonschema       tests of results against their schema
tests    module      pytest                     python3-pytest           the test of the plugin of pytest
lint     command     git                        git                      the lists of files
lint     command     shellcheck                 shellcheck               the check of shell scripts
lint     command     clang-format               clang-format             the check of the layout of C
lint     command     python3                    python3                  the check of links
docs     command     help2man                   help2man                 the manual pages and their test
docs     command     doxygen                    doxygen                  the reference of the interfaces and its test
proofs   command     yosys                      yosys                    tests in Yosys, proofs
proofs   command     clang                      clang                    proofs, the comparison of two compilers
proofs   command     opt                        llvm                     proofs
proofs   command     llvm-link                  llvm                     proofs
proofs   command     llvm-config                llvm                     proofs
proofs   command     berkeley-abc,yosys-abc     berkeley-abc,yosys-abc   proofs
proofs   command     cadical                    cadical                  proofs
proofs   header      llvm-c/Core.h              llvm-dev                 proofs
proofs   header      ccadical.h                 libcadical-dev           proofs that a mutant changes nothing
browser  command     node                       nodejs                   tests of the page of reports
browser  command     chromium-headless-shell,chromium  chromium-headless-shell,chromium  tests of the page of reports
browser  command     fc-list                    fontconfig               tests of the page of reports
mpi      command     mpirun                     openmpi-bin              runs of several processes
mpi      command     mpicc                      libopenmpi-dev           runs of several processes
coverage command     gcovr                      gcovr                    the measurement of coverage
"

groups=" build " install=yes
for option in "$@"; do
  case $option in
    --no-install) install="" ;;
    --tests) groups+="tests proofs docs " ;;
    --docs | --browser | --mpi | --coverage | --lint | --proofs) groups+="${option#--} " ;;
    *)
      echo "install_deps.sh: unknown option $option" >&2
      exit 2
      ;;
  esac
done

found_command() { command -v "$1"; }
found_library() { pkg-config --exists "$1"; }
found_module() { /usr/bin/python3 -c "import $1"; } # of Debian's Python, which may not be the first of the path
found_header() { [ -e "$(llvm-config --includedir)/$1" ] || [ -e "/usr/include/$1" ]; }

# found HOW NAME,...: one of the names is there
found() {
  local name
  for name in ${2//,/ }; do
    ! "found_$1" "$name" >/dev/null 2>&1 || return 0
  done
  return 1
}

# look_around: missing is the rows of the chosen groups whose tool is not there
look_around() {
  missing=()
  local group how names packages without
  while read -r group how names packages without; do
    [[ -n $group && $groups == *" $group "* ]] || continue
    found "$how" "$names" || missing+=("$packages $group ${without:-}")
  done <<<"$rows"
}
look_around
[ ${#missing[@]} -gt 0 ] || exit 0

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
names_missing() { printf '%s\n' "${missing[@]}" | cut -d' ' -f1 | sort -u | sed 's/,/ or /g' | paste -sd, | sed 's/,/, /g'; }

if ! command -v apt-get >/dev/null 2>&1; then
  echo "missing, by the names of Debian's packages: $(names_missing)" >&2
  echo "this script installs with apt-get only; please install them by hand" >&2
  exit 2
fi

# What the system offers ---------------------------------------------------------------------------
lists=() # options that tell apt-get where the lists of packages are
offers() { # PACKAGE...: those that can be installed
  apt-cache "${lists[@]}" policy "$@" 2>/dev/null |
    awk '/^[^ ]/ { name = $1; sub(/:$/, "", name) } /^  Candidate: [^(]/ { print name }'
}

# renew_lists: root renews the lists of the system. Anybody else reads them; if there are none, apt-get fetches some for this run.
renew_lists() {
  if [ "$(id -u)" -ne 0 ]; then
    [ -z "$(offers gcc)" ] || return 0
    mkdir -p "$scratch/lists/partial" "$scratch/cache/archives/partial"
    lists=(-o "Dir::State::Lists=$scratch/lists" -o "Dir::Cache=$scratch/cache" -o Debug::NoLocking=1)
  fi
  # Without a network the missing packages are named all the same.
  apt-get "${lists[@]}" -o Acquire::Languages=none -qq update >"$scratch/update" 2>&1 || true
}
[ -z "$install" ] || renew_lists

known=yes
[ -n "$(offers gcc)" ] || known=""
# choose PACKAGE,...: prints the first that the system offers; without lists, the first
choose() {
  local all=${1//,/ }
  if [ -n "$known" ]; then
    # shellcheck disable=SC2086
    offers $all | head -n 1
  else
    echo "${all%% *}"
  fi
}

packages=() absent=() needed=()
for row in "${missing[@]}"; do
  read -r names group without <<<"$row"
  package=$(choose "$names")
  if [ -n "$package" ]; then
    packages+=("$package")
  else
    absent+=("${names//,/ or }: left out without it: $without")
    [ "$group" != build ] || needed+=("${names//,/ or }")
  fi
done
sorted() { printf '%s\n' "$@" | sort -u; }
[ ${#packages[@]} -eq 0 ] || read -r -a packages <<<"$(sorted "${packages[@]}" | paste -sd' ')"

# What is missing, how large it is, what cannot be had ---------------------------------------------
apt_install=(apt-get install --no-install-recommends)
if [ ${#packages[@]} -gt 0 ]; then
  echo "missing: ${packages[*]}"
  # apt-get ends with what it would ask a user: how many packages, and how large
  "${apt_install[@]}" "${lists[@]}" -o Debug::NoLocking=1 --assume-no "${packages[@]}" >"$scratch/sizes" 2>&1 || true
  sed -nE 's/.* ([0-9]+) newly installed.*/with what they depend on: \1 packages/p
    s/^Need to get (([^/]*\/)?[0-9.,]+ .?B).*/\1 to fetch/p
    s/^After this operation, (.*) of additional disk space will be used./\1 on the disk/p' "$scratch/sizes" |
    paste -sd, | sed '/./!d; s/,/, /g'
fi
[ -n "$known" ] || echo "their sizes are unknown: this system has no lists of packages$(sed -n 's/^E: /; apt-get update: /p;T;q' "$scratch/update" 2>/dev/null)"
if [ ${#absent[@]} -gt 0 ]; then
  echo "this system offers no"
  sorted "${absent[@]}" | sed 's/^/  /'
fi
if [ ${#needed[@]} -gt 0 ]; then
  echo "the build needs: ${needed[*]}" >&2
  exit 2
fi
[ ${#packages[@]} -gt 0 ] || exit 3

# Installation -------------------------------------------------------------------------------------
as_root="apt-get update && ${apt_install[*]} ${packages[*]}"
if [ -z "$install" ]; then
  echo "root installs them with: $as_root" >&2
  exit 2
fi
sudo=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null 2>&1; then
    echo "only root can install them, and there is no sudo here; as root run: $as_root" >&2
    exit 2
  fi
  echo "only root can install them: sudo may ask for your password"
  sudo=(sudo)
fi
log=$(mktemp "${TMPDIR:-/tmp}/fedx-install.XXXXXX.log")
echo "installing takes a minute or two with a fast network (log: $log)"
{ [ ${#sudo[@]} -eq 0 ] || sudo apt-get update -qq; } >"$log" 2>&1 &&
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive LC_ALL=C "${apt_install[@]}" -y -qq "${packages[@]}" >>"$log" 2>&1 || {
  grep -E '^(E|W): |^sudo: |^dpkg: error' "$log" | head -n 10 >&2 || tail -n 5 "$log" >&2
  echo "apt-get could not install: ${packages[*]} (log: $log)" >&2
  exit 2
}
rm "$log"
look_around
for row in "${missing[@]}"; do
  read -r names group without <<<"$row"
  [ -n "$(choose "$names")" ] || continue
  echo "still not found, though $names is installed; see the row in sim_scripts/install_deps.sh" >&2
  exit 2
done
[ ${#absent[@]} -eq 0 ] || exit 3
