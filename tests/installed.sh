# SPDX-License-Identifier: Apache-2.0
# Sourced by the tests of installations, after common.sh: what an installed program must do from any folder, with nothing but
# what is installed beside it, as the program of the build does. $prefix is where it is installed; the build is $FEDX_BUILD.
# With $brief, only that each kind of file is found: for an installation of which the rest is known to be as another one's.
share=$prefix/share/fedx
commands=0
# Only a message of Verilator's names the file that it is about.
named=$(grep -rlF -e "$(realpath "$FEDX_SOURCE")" -e "$(realpath "$FEDX_BUILD")" "$prefix" | grep -vE '/lib(fedx_rtl|(vcr|axis)_[a-z0-9_]+)\.so$' || true)
# ... and debug information, by which a debugger finds the sources
grep -qE '^CMAKE_BUILD_TYPE:[A-Z]+=(Debug|RelWithDebInfo)$' "$FEDX_BUILD/CMakeCache.txt" || [ -z "$named" ] || fail "the source tree is named in $named"
python3 "$here/links.py" "$share" || fail "pages that are installed lead to files that are not"
for schema in results report; do
  [ -f "$share/$schema.schema.json" ] || fail "$schema.schema.json is not installed"
done
mkdir "$scratch/anywhere"
cd "$scratch/anywhere"

# installed STATUS COMMAND...: of the installed program, with nothing of this test in the environment
installed() {
  local want=$1
  shift
  expect "$want" env -i PATH="$PATH" HOME="$scratch" CXXFLAGS=-O0 "$prefix/bin/fedx" "$@"
  commands=$((commands + 1))
}

# says TEXT: the last command did
says() {
  grep -qE -- "$1" "$scratch/out" "$scratch/err" || { cat "$scratch/out" "$scratch/err" >&2; fail "does not say: $1"; }
}

# Documents that help names are where it says that they are installed.
installed 0 --help
says "^Documents: docs/README.md; installed as PREFIX/share/doc/fedx/docs/README.md\.$"
documents=0
for command in $(awk '/^  [a-z]/ { print $1 }' "$scratch/out"); do
  installed 0 "$command" --help
  for document in $(tr -s ' \n' ' ' <"$scratch/out" | grep -oE 'docs/[a-z0-9/_-]+\.md' | sort -u) docs/README.md; do
    [ -s "$prefix/share/doc/fedx/$document" ] || fail "fedx $command --help names $document, which is not installed"
    documents=$((documents + 1))
  done
done
[ "$documents" -gt 20 ] || fail "help names only $documents documents"

installed 0 run --rows 6 --cols 6 --buffers 20 --cycles 2000
says "^packets "
small=(--set fabric.rows=3 --set fabric.cols=3 --set run.cycles=1000 --set run.warmup=200)
installed 0 sweep figure-10 --preview "${small[@]}" --out swept
says "^1 experiments, 400 runs"
installed 0 gen-fabric --rows 3 --cols 3 --out fabric
cmp fabric/rtl/fedx_switch.v "$share/rtl/fedx/fedx_switch.v" || fail "the RTL of the installation is not used"
installed 0 report --rows 3 --cols 3 --cycles 2000 --report page
[ -s page/report.html ] || fail "no report"
if [ -f "$FEDX_BUILD/libfedx_rtl.so" ]; then
  installed 0 run --rows 3 --cols 3 --cycles 5000 --lockstep all
  says "^compared .* 0 differences"
  installed 0 verify --cycles 20000
  says "^compared .* 0 differences"
  installed 0 run --router vcr --topology mesh --rows 4 --cols 4 --cycles 2000 --lockstep all --lockstep-terminals
  says "^compared .* 0 differences"
  installed 0 verify --router vcr --cycles 20000
  says "^compared .* 0 differences"
fi
if [ -f "$FEDX_BUILD/libfedx_rtl.so" ] && [ -z "${brief-}" ]; then
  # A switch of a user's own: an example with a mutant, whose bundle fails in Icarus.
  installed 1 verify --dut "$share/examples/lost_release/lost_release.f" --top fedx_switch \
    --map "$share/examples/fedx_regs.yaml" --keep kept --bundle found
  says "^mismatch: cycle .* buffer_pool.used: "
  grep -q " $share/tb/fedx/fedx_dut.cpp$" kept/fedx_dut.files || fail "it does not build with what is installed"
  grep -q "/lib.*/fedx/libfedx_dut_runtime-[0-9.]*.a$" kept/fedx_dut.files || fail "it compiles Verilator's runtime again"
  expect 2 make -C found/testbench icarus
  says "^FAIL: "
  rm "$share/tb/fedx/fedx_dut.cpp"
  installed 1 verify --rtl-object kept/fedx_dut.so --no-bundle
  says "^mismatch: cycle"
  installed 2 verify --dut "$share/rtl/fedx/fedx.f" --top fedx_switch
  says "tb/fedx/fedx_dut.cpp is neither in "
fi
