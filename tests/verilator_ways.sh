#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The RTL by nothing but Verilator's documented interface (FEDX_VERILATOR_DOCUMENTED of tb/common/verilator_internals.h), as a
# version without what the fast ways need would run it: every pin of every cycle is the same, in a run from a checkpoint, too.
. "$(dirname "$0")/common.sh"
. "$here/verilated.sh"
generated=$FEDX_BUILD/tb/CMakeFiles/fedx_rtl.dir/Vfedx_switch.dir
[ -d "$generated" ] || skip "no Verilated switch in $FEDX_BUILD: built without Verilator"
cd "$scratch"
for file in "$generated"/*.cpp "$FEDX_SOURCE/tb/fedx/fedx_rtl.cpp"; do echo "#include \"$file\""; done >all.cpp
"${compile[@]}" -O1 -DFEDX_VERILATOR_DOCUMENTED -shared -I"$generated" -I"$FEDX_SOURCE/tb/fedx" all.cpp "${libraries[@]}" -o documented.so

run=("$FEDX" run --rows 4 --cols 4 --rtl all --load 0.8 --cycles 200000 --digest --quiet)
same() { grep -E '^(digest|packets)' out | diff fast - || fail "not the same $1"; }
expect 0 "${run[@]}"
grep -E '^(digest|packets)' out >fast
[ "$(wc -l <fast)" -eq 2 ] || fail "no digest"
expect 0 "${run[@]}" --rtl-object documented.so
same "by the documented interface"

# A run goes on with the same RTL only: once more with each.
for object in "$FEDX_BUILD/libfedx_rtl.so" documented.so; do
  rm -f run.ckpt
  "${run[@]}" --rtl-object "$object" --checkpoint run.ckpt --checkpoint-every 256 >out 2>err </dev/null &
  while [ ! -e run.ckpt ] && kill -0 $! 2>/dev/null; do sleep 0.05; done
  kill -TERM $! || true
  wait $! || true
  [ -e run.ckpt ] || { cat err >&2; fail "the run ended before it was interrupted"; }
  expect 0 "$FEDX" run --resume run.ckpt --rtl-object "$object"
  same "from a checkpoint, $object"
done
echo "$(sed -nE 's/^digest *//p' fast): the same by the fast and by the documented interface of $(verilator --version | cut -d' ' -f1,2), and from a checkpoint of each"
