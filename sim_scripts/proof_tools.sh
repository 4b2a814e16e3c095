# SPDX-License-Identifier: Apache-2.0
#
# Sourced by each script that runs proof tools. It finds the programs and tries what they can do; it asks for no version.
# shellcheck disable=SC2034 # who sources this uses what is found

# find_abc: set abc to the program; status 1 if there is none
find_abc() {
  local name
  for name in berkeley-abc yosys-abc abc; do
    abc=$(command -v "$name") && return 0
  done
  return 1
}

# llvm_set SUFFIX: use the programs of LLVM whose names end so; status 1 unless all exist, with headers, in one major version
llvm_set() {
  local name version
  for name in llvm-config clang opt llvm-link; do command -v "$name$1" >/dev/null || return 1; done
  version=$("llvm-config$1" --version) || return 1
  for name in clang opt llvm-link; do
    "$name$1" --version | grep -qE "version ${version%%.*}[.]" || return 1
  done
  [ -e "$("llvm-config$1" --includedir)/llvm-c/Core.h" ] || return 1
  llvm_config=llvm-config$1 clang=clang$1 opt=opt$1 llvm_link=llvm-link$1
}

# find_llvm: use the plain names, or else the newest version whose names end in its number
find_llvm() {
  local suffix
  llvm_set "" && return 0
  for suffix in $(compgen -c llvm-config- | sed -nE 's/^llvm-config(-[0-9]+)$/\1/p' | sort -t- -k2 -rnu); do
    llvm_set "$suffix" && return 0
  done
  return 1
}

# no_tool WORDS: report what is missing
no_tool() {
  echo "${0##*/}: $*" >&2
  return 1
}

# abc_says FOLDER COMMANDS: what abc prints there, without colours
abc_says() {
  (cd "$1" && "$abc" -c "$2" 2>&1) | sed 's/\x1b\[[0-9;]*m//g'
}

# try_abc FOLDER: set abc_cone to the command that keeps some outputs; %s stands for the first one and for their number. The probe
# keeps two of three outputs, one of which is always 0.
try_abc() {
  local said
  printf '.model p\n.inputs a b\n.outputs x y z\n.names a b x\n11 1\n.names y\n.names a b z\n00 1\n.end\n' >"$1/probe.blif"
  for abc_cone in "cone -O %s -R %s" "cone -s -O %s -R %s"; do
    # shellcheck disable=SC2059
    said=$(abc_says "$1" "read_blif probe.blif; strash; $(printf "$abc_cone" 1 2); print_stats; orpos; iprove; write_cnf probe.cnf")
    ! grep -qE 'i/o = *2/ *2 ' <<<"$said" || ! grep -q '^SATISFIABLE' <<<"$said" || [ ! -s "$1/probe.cnf" ] || return 0
  done
  no_tool "${abc##*/} cannot keep several outputs of a circuit (cone -O N -R N) and decide them (iprove): install another abc, such as" \
    "Debian's yosys-abc"
}

# try_opt FOLDER: set opt_passes and opt_options, which keep one function of a module, inline all calls and unroll all loops
try_opt() {
  opt_passes='internalize,globaldce,default<O2>,default<O2>'
  opt_options=(-unroll-threshold=1000000 -inline-threshold=1000000 -vectorize-loops=false -vectorize-slp=false)
  printf 'define void @kept() {\n  ret void\n}\ndefine void @other() {\n  ret void\n}\n' >"$1/probe.ll"
  if ! "$opt" -passes="$opt_passes" "${opt_options[@]}" -internalize-public-api-list=kept -S "$1/probe.ll" -o "$1/probe.opt" \
    2>"$1/probe.log" || grep -q @other "$1/probe.opt" || ! grep -q @kept "$1/probe.opt"; then
    no_tool "$opt cannot reduce a module to one function, inlined and unrolled: $(head -n 1 "$1/probe.log"):" \
      "install LLVM of another version (14, 19 and 21 can)"
  fi
}

# find_proof_tools: set yosys, abc, cadical, llvm_config, clang, opt and llvm_link; if one is missing, name it and return 1
find_proof_tools() {
  yosys=$(command -v yosys) || no_tool "no yosys: install Yosys" || return 1
  cadical=$(command -v cadical) || no_tool "no cadical: install CaDiCaL" || return 1
  find_abc || no_tool "no berkeley-abc, yosys-abc or abc: install ABC (Debian: yosys-abc, or berkeley-abc until Debian 12)" || return 1
  find_llvm || no_tool "no clang, opt, llvm-link and llvm-config of one version of LLVM with its headers:" \
    "install clang, llvm and llvm-dev, all plain or all of one number"
}

# proof_tools FOLDER: find and try all tools; exit with status 2 if one is missing or lacks a capability. The probes go into FOLDER.
proof_tools() {
  mkdir -p "$1"
  find_proof_tools && try_abc "$1" && try_opt "$1" || exit 2
}

# tool_set: print the versions of all tools in one line
tool_set() {
  local abc_version
  abc_version=$("$abc" -h 2>&1 | sed -nE 's/.*ABC ([0-9.]+ )\(compiled ([A-Za-z]+) +([0-9]+ [0-9]+).*/\1of \2 \3/p' | head -n 1)
  echo "$("$yosys" -V | cut -d' ' -f1,2), LLVM $("$llvm_config" --version), ABC ${abc_version:-of no version}, CaDiCaL $("$cadical" --version)"
}
